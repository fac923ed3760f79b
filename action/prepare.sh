#!/usr/bin/env bash
# Makes the program runnable from the action's own checkout. A release brings its build; a branch or a commit is built
# from the locked dependencies, without running any of their install scripts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v node > /dev/null; then
  echo "::error title=signalbox::node is missing on this runner. Run actions/setup-node with Node.js 20 or later first."
  exit 2
fi
if [[ -e dist/cli.js || -d node_modules ]]; then
  exit 0
fi
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
