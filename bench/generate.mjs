// A repository of any size that deploys as real ones do: `node bench/generate.mjs FOLDER COUNT`.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const CHECKS = `  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [20, 22]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
          cache: npm
      - run: npm ci
      - run: npm run lint
      - name: Unit tests
        run: |
          npm test -- --coverage
          if [ -n "$CI" ]; then
            npx nyc report --reporter=lcov
          fi
`;

/** Each kind of workflow: its text, and the other files that it needs. */
const KINDS = [
  (name) => ({
    text: `name: ${name}
on:
  push:
    branches: [main]
    paths: ["services/${name}/**"]
  pull_request:
    paths: ["services/${name}/**"]

concurrency:
  group: ${name}-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
${CHECKS}
  deploy:
    needs: test
    if: github.ref == 'refs/heads/main'
    runs-on: ubuntu-latest
    environment: production
    timeout-minutes: 30
    env:
      NAMESPACE: ${name}
    steps:
      - uses: actions/checkout@v4
      - uses: azure/setup-helm@v4
      - name: Upgrade
        run: |
          set -euo pipefail
          tag="\${GITHUB_SHA::7}"
          helm upgrade --install ${name} charts/${name} \\
            --namespace "$NAMESPACE" --kube-context prod --set image.tag="$tag" --wait
`,
    files: { [`charts/${name}/Chart.yaml`]: `apiVersion: v2\nname: ${name}\nversion: 0.1.0\n` },
  }),
  (name) => ({
    text: `name: ${name}
on:
  push:
    branches: [main]
  workflow_dispatch:
    inputs:
      environment:
        description: Where to
        type: choice
        options: [staging, production]
        default: staging

jobs:
  prepare:
    runs-on: ubuntu-latest
    outputs:
      environment: \${{ steps.pick.outputs.environment }}
    steps:
      - id: pick
        run: |
          case "\${{ github.event_name }}" in
            push) target=staging ;;
            *) target="\${{ inputs.environment }}" ;;
          esac
          echo "environment=$target" >> "$GITHUB_OUTPUT"
  apply:
    needs: prepare
    runs-on: ubuntu-latest
    environment: \${{ needs.prepare.outputs.environment }}
    concurrency:
      group: ${name}-\${{ needs.prepare.outputs.environment }}
    steps:
      - uses: actions/checkout@v4
      - uses: hashicorp/setup-terraform@v3
        with:
          terraform_version: 1.9.8
      - working-directory: infra/${name}
        env:
          STAGE: \${{ needs.prepare.outputs.environment }}
        run: |
          terraform init -input=false -backend-config="key=${name}/$STAGE.tfstate"
          terraform apply -input=false -auto-approve -var "stage=$STAGE"
`,
    files: {
      [`infra/${name}/main.tf`]: `terraform {
  required_version = ">= 1.6"
  backend "s3" {
    bucket         = "acme-tf-state"
    region         = "eu-central-1"
    dynamodb_table = "terraform-locks"
  }
}

variable "stage" {
  type = string
}

resource "aws_sqs_queue" "jobs" {
  name                      = "${name}-\${var.stage}"
  message_retention_seconds = 86400
}
`,
    },
  }),
  (name) => ({
    text: `name: ${name}
on:
  pull_request:
  push:
    branches: [main, "release/**"]

permissions:
  contents: read

jobs:
${CHECKS}
  types:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npx tsc --noEmit
`,
    files: {},
  }),
  (name) => ({
    text: `name: ${name}
on:
  release:
    types: [published]
  workflow_dispatch:

jobs:
  image:
    runs-on: ubuntu-latest
    permissions:
      packages: write
    steps:
      - uses: actions/checkout@v4
      - uses: docker/login-action@v3
        with:
          registry: ghcr.io
          username: \${{ github.actor }}
          password: \${{ secrets.GITHUB_TOKEN }}
      - uses: docker/build-push-action@v6
        with:
          context: services/${name}
          push: true
          tags: |
            ghcr.io/acme/${name}:\${{ github.sha }}
            ghcr.io/acme/${name}:latest
  migrate:
    needs: image
    runs-on: ubuntu-latest
    environment: production
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npx prisma migrate deploy
        env:
          DATABASE_URL: \${{ secrets.${name.toUpperCase().replaceAll("-", "_")}_DATABASE_URL }}
`,
    files: {},
  }),
];

/** Writes `count` workflows and what they need, and commits them. */
export function generate(folder, count) {
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (let index = 0; index < count; index += 1) {
    const name = `${["shop", "billing", "search", "mail"][index % 4]}-${index}`;
    const { text, files } = KINDS[index % KINDS.length](name);
    write(`.github/workflows/${name}.yml`, text);
    for (const [path, content] of Object.entries(files)) write(path, content);
  }
  const author = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    [...author, "commit", "-q", "-m", "generated"],
  ]) {
    execFileSync("git", ["-C", folder, ...args]);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) generate(process.argv[2], Number(process.argv[3]));
