/**
 * A workflow that gates pull requests: only what a change brings in fails it. The base branch comes through the
 * environment, never into the script's text.
 * https://docs.github.com/en/actions/reference/security/secure-use#good-practices-for-mitigating-script-injection-attacks
 */
export function starterWorkflow(version: string): string {
  const [major = "0", minor = "0"] = version.split(".");
  return `name: signalbox
on:
  pull_request:

permissions:
  contents: read

concurrency:
  group: signalbox-\${{ github.ref }}
  cancel-in-progress: true

jobs:
  audit:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0 # the base of the change is read from git
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - name: What does this change let run at the same time?
        run: npx --yes signalbox@${major}.${minor} audit --base "origin/$BASE" --format github
        env:
          BASE: \${{ github.base_ref }}
`;
}
