/** Files of a small repository that the sample report quotes: the same bytes that its spans count in. */

export const DEPLOY_YML = `name: Deploy
on:
  push:
    branches: [main, "release/*"]
  workflow_dispatch:
    inputs:
      environment:
        type: choice
        options: [staging, production]

concurrency:
  group: deploy-\${{ github.ref }}

jobs:
  apply:
    runs-on: ubuntu-latest
    environment: production
    steps:
      - uses: actions/checkout@v4
      - run: terraform -chdir=infra init -input=false
      - run: terraform -chdir=infra apply -auto-approve
  api:
    needs: apply
    runs-on: ubuntu-latest
    steps:
      - run: helm upgrade --install api charts/api --namespace web
`;

export const NIGHTLY_YML = `name: Nightly
on:
  schedule:
    - cron: "17 3 * * *"

jobs:
  reconcile:
    runs-on: ubuntu-latest
    steps:
      - run: terraform -chdir=infra apply -auto-approve
  patch:
    runs-on: ubuntu-latest
    concurrency: fleet
    steps:
      - run: ansible-playbook -i inventories/prod/hosts.yml patch.yml
`;

export const BACKEND_TF = `terraform {
  backend "s3" {
    bucket       = "acme-tf"
    key          = "prod/network.tfstate"
    use_lockfile = true
  }
}
`;

export const sampleSources: ReadonlyMap<string, string> = new Map([
  [".github/workflows/deploy.yml", DEPLOY_YML],
  [".github/workflows/nightly.yml", NIGHTLY_YML],
  ["infra/backend.tf", BACKEND_TF],
]);

/** Line (from 1) of the first place where `needle` stands in `text`. */
export function lineOf(text: string, needle: string): number {
  const at = text.indexOf(needle);
  if (at < 0) throw new Error(`not in the sample: ${needle}`);
  return text.slice(0, at).split("\n").length;
}
