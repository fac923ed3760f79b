import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

export type Files = Readonly<Record<string, string>>;

/** A repository that brings every parser to work: each file is read by some step of its workflows. */
const EVERYTHING: Files = {
  ".github/workflows/deploy.yml": `name: deploy
on:
  push: { branches: [main, 'release/**', '!release/old'], paths: ["infra/**"] }
  pull_request: { types: [opened, closed] }
  workflow_dispatch:
    inputs:
      environment: { type: choice, options: [staging, production], default: staging }
      dry: { type: boolean, default: true }
  schedule: [{ cron: "0 3 * * *" }]
env: &env { REGION: eu-central-1, STAGE: "\${{ inputs.environment || 'staging' }}" }
concurrency:
  group: deploy-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
jobs:
  prepare:
    runs-on: ubuntu-latest
    outputs: { target: "\${{ steps.pick.outputs.target }}", list: "\${{ steps.pick.outputs.list }}" }
    steps:
      - uses: actions/checkout@v4
      - id: pick
        shell: bash
        run: |
          set -euo pipefail
          case "$GITHUB_EVENT_NAME-\${{ inputs.environment }}" in
            push-*) target=staging ;;
            *-production | schedule-*) target="prod" ;;
            *) target=\${GITHUB_REF##*/} ;;
          esac
          for each in a b "c d"; do list+="\${each// /_},"; done
          { echo "target=$target"; echo "list<<EOF"; printf '%s\\n' "$list"; echo EOF; } >> "$GITHUB_OUTPUT"
          cat > infra/backend.tfbackend <<END
          key = "network/$target.tfstate"
          END
  apply:
    needs: [prepare]
    if: always() && !contains(github.event.head_commit.message, '[skip]') && needs.prepare.result == 'success'
    environment: \${{ needs.prepare.outputs.target }}
    strategy:
      max-parallel: 2
      matrix: { stack: [network, cluster], include: [{ stack: dns, extra: 1 }], exclude: [{ stack: cluster }] }
    concurrency: { group: "apply-\${{ matrix.stack }}-\${{ needs.prepare.outputs.target }}", queue: max }
    runs-on: [self-hosted, linux]
    env: *env
    steps:
      - uses: hashicorp/setup-terraform@v3
        with: { terraform_version: 1.9.8 }
      - working-directory: infra
        run: |
          terraform init -backend-config=backend.tfbackend -reconfigure
          terraform workspace select \${{ matrix.stack }} || terraform workspace new \${{ matrix.stack }}
          terraform plan -lock=false -out=tfplan && terraform apply tfplan
      - run: make -C ops deploy STAGE=$STAGE VERSION:=1
      - run: just release "$STAGE"
      - run: task ship -- --now
      - run: npm run deploy --workspace web -- --prod
      - run: ./ops/release.sh \${{ matrix.stack }} && python ops/tool.py || exit 1
      - { shell: pwsh, run: "helm upgrade web ./chart -n $env:STAGE" }
      - uses: ./.github/actions/ship
        with: { where: "\${{ steps.none.outputs.x }}" }
  fleet:
    uses: ./.github/workflows/fleet.yml
    with: { limit: 'web:!db' }
    secrets: inherit
`,
  ".github/workflows/fleet.yml": `on:
  workflow_call:
    inputs: { limit: { type: string, default: all } }
    outputs: { done: { value: "\${{ jobs.run.outputs.done }}" } }
jobs:
  run:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    outputs: { done: yes }
    steps:
      - run: ansible-playbook -i inventory site.yml --limit "\${{ inputs.limit }}" -f 20 -e '{"n": 3}'
      - run: helmfile -e prod apply
      - uses: docker/metadata-action@v5
        id: meta
        with: { images: ghcr.io/acme/web, tags: "type=sha\\ntype=raw,value=latest,enable={{is_default_branch}}" }
      - uses: docker/build-push-action@v6
        with: { push: true, tags: "\${{ steps.meta.outputs.tags }}" }
      - run: docker buildx bake --push -f docker-bake.hcl web
      - run: kustomize build overlays/prod | kubectl apply --server-side -f -
      - run: npx prisma migrate deploy
        env: { DATABASE_URL: "\${{ secrets.DATABASE_URL }}" }
      - run: while gh run list --status in_progress | grep -q .; do sleep 10; done
`,
  ".github/actions/ship/action.yml": `name: ship
inputs: { where: { required: true, default: "\${{ github.ref_name }}" } }
outputs: { at: { value: "\${{ steps.a.outputs.at }}" } }
runs:
  using: composite
  steps:
    - id: a
      shell: bash
      run: aws s3 sync ./site "s3://acme-\${{ inputs.where }}/" --delete && echo "at=$(date)" >> "$GITHUB_OUTPUT"
`,
  "infra/main.tf": `terraform {
  required_version = "~> 1.9"
  backend "s3" {
    bucket       = "acme-state"
    use_lockfile = true
  }
}
variable "stage" { default = "dev" }
locals { name = "\${var.stage}-\${upper("x")}" }
module "net" { source = "./modules/net" }
`,
  "infra/modules/net/main.tf": 'resource "terraform_data" "x" { input = <<-EOT\n  hello ${1 + 1}\n  EOT\n}\n',
  "infra/prod.auto.tfvars": 'stage = "prod"\nlist = [1, 2, { a = null }]\n',
  "live/root.hcl":
    'remote_state {\n  backend = "s3"\n  config = { key = "${path_relative_to_include()}/t.tfstate" }\n}\n',
  "docker-bake.hcl": 'variable "TAG" { default = "latest" }\ntarget "web" { tags = ["ghcr.io/acme/web:${TAG}"] }\n',
  "ops/Makefile":
    'STAGE ?= dev\ninclude extra.mk\n%.tf: %.in\n\tcp $< $@\ndeploy: STAGE := $(shell echo $(STAGE))\ndeploy: check\n\t@helm upgrade --install web ../chart -n $(STAGE) \\\n\t  --wait\n.PHONY: deploy check\ncheck:\n\t-test -n "$(STAGE)"\n',
  "ops/extra.mk": "ifeq ($(STAGE),prod)\nX = $(eval Y=1)$(subst a,b,$(STAGE))\nendif\n",
  "ops/release.sh":
    '#!/usr/bin/env bash\nset -e\ntrap \'echo failed\' ERR\nrun() { local what=$1; shift; "$@" || return 1; }\ndeclare -A m=([a]=1); arr=(x "y z")\nif [[ $1 =~ ^net(.*)$ && -f infra/main.tf ]]; then run apply kubectl --context prod apply -f k8s/; fi\nwhile read -r line; do echo "${line^^}" | tee -a out.txt; done < <(printf \'%s\\n\' "${arr[@]}")\nssh deploy@host "cd /srv && docker compose up -d"\nexec rsync -a --delete site/ host:/srv/\n',
  "ops/tool.py": 'import subprocess\nsubprocess.run(["terraform", "apply", "-auto-approve"], cwd=\'infra\')\n',
  justfile:
    'set shell := ["bash", "-c"]\nrelease stage=\'dev\': build\n  flyctl deploy --app web-{{stage}}\nbuild:\n  echo ok\n',
  "Taskfile.yml":
    "version: '3'\nvars: { A: { sh: echo prod } }\ntasks:\n  ship: { cmds: ['vercel deploy --prod --token {{.A}} {{.CLI_ARGS}}'] }\n",
  "package.json": '{ "workspaces": ["web"], "scripts": { "predeploy": "echo hi" } }\n',
  "web/package.json":
    '{ "name": "web", "scripts": { "deploy": "wrangler deploy --env $STAGE", "postdeploy": "npm run x" } }\n',
  "web/wrangler.toml": 'name = "web"\n[env.prod]\nname = "web-prod"\n',
  "chart/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
  "chart/values.yaml": "a: &a {b: 1}\nc: *a\n",
  "helmfile.yaml":
    "environments: { prod: {} }\nreleases:\n- name: {{ .Environment.Name }}-web\n  chart: ./chart\n  namespace: web\n",
  "site.yml":
    '- hosts: web\n  serial: ["10%", 3]\n  strategy: free\n  tasks: [{ name: x, command: y, throttle: 2, run_once: true }]\n- import_playbook: more.yml\n',
  "more.yml": "- { hosts: 'db:&prod', roles: [r] }\n",
  "inventory/hosts.ini":
    "[web]\nweb[01:20].example.com ansible_user=x\n[db]\ndb-[a:c]\n[prod:children]\nweb\ndb\n[prod:vars]\nn=3\n",
  "inventory/more.yml": "all: { children: { db: { hosts: { d9: {} } } } }\n",
  "group_vars/all.yml": 'n: "{{ m | default(3) }}"\n',
  "ansible.cfg": "[defaults]\nforks = 50\ninventory = inventory\n",
  "overlays/prod/kustomization.yaml": "namespace: web\nresources: [web.yml]\n",
  "overlays/prod/web.yml":
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n---\nkind: Service\nmetadata: { name: web }\n",
  "k8s/web.yml": "kind: ConfigMap\nmetadata: { name: c, namespace: d }\n",
  "prisma/schema.prisma": 'datasource db {\n  provider = "postgresql"\n  url = env("DATABASE_URL")\n}\n',
  "docs/runbook.md": "# Deploy\nTell #ops before you run apply, and never run two applies at the same time.\n",
};

/** That repository, and those that show what each rule fires on. */
export function repositories(): readonly Files[] {
  const rules = readdirSync("fixtures/rules").flatMap((rule) =>
    readdirSync(join("fixtures/rules", rule)).map((name) => filesBelow(join("fixtures/rules", rule, name))),
  );
  return [EVERYTHING, ...rules];
}

function filesBelow(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const files = names.filter((name) => statSync(name).isFile());
  return Object.fromEntries(files.map((name) => [relative(folder, name), readFileSync(name, "utf8")]));
}
