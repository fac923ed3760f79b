import { beforeAll, describe, expect, it } from "vitest";
import { loadCatalogue, recognise } from "../../../src/catalogue/index.ts";
import { show } from "../../../src/values/text.ts";
import { builtinFiles, literalTree, shippedCatalogue } from "../../helpers/catalogue.ts";
import { toAction, toInvocation, type Surroundings } from "../../helpers/invocation.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";

beforeAll(loadHclGrammar);

const TREE = literalTree({
  "infra/main.tf": 'terraform {\n  backend "s3" {\n    bucket = "acme"\n    key = "web.tfstate"\n  }\n}\n',
  "live/root.hcl":
    'remote_state {\n  backend = "gcs"\n  config = {\n    bucket = "acme"\n' +
    "    prefix = path_relative_to_include()\n  }\n}\n",
  "live/web/terragrunt.hcl": 'include "root" {\n  path = find_in_parent_folders("root.hcl")\n}\n',
  "live/db/terragrunt.hcl": 'include "root" {\n  path = find_in_parent_folders("root.hcl")\n}\n',
  "stacks/a/stack.tm.hcl": 'stack {\n  name = "a"\n}\n',
  "stacks/a/main.tf": 'terraform {\n  backend "gcs" {\n    bucket = "a"\n  }\n}\n',
  "stacks/b/stack.tm.hcl": "stack {\n}\n",
  "stacks/b/main.tf": 'terraform {\n  backend "gcs" {\n    bucket = "b"\n  }\n}\n',
  "pulumi/Pulumi.yaml": "name: accounts\n",
  "api/samconfig.toml": '[prod.deploy.parameters]\nstack_name = "orders-prod"\n',
  "api/serverless.yml": "service: orders\n",
});

function found(line: string, surroundings: Surroundings = {}): readonly string[] {
  return recognise(shippedCatalogue(), toInvocation(line, surroundings), TREE).map(
    (one) => `${one.role} ${one.kind}:${one.id ? show(one.id) : "?"}`,
  );
}

it("is valid", () => {
  expect(loadCatalogue(builtinFiles(), literalTree({})).problems).toEqual([]);
});

describe("Terraform and Terragrunt", () => {
  const infra = { cwd: "infra" };

  it.each([
    ["terraform apply -auto-approve", ["write terraform-state:s3://acme/web.tfstate"]],
    ["tofu plan", ["lock-reader terraform-state:s3://acme/web.tfstate"]],
    ["terraform plan -lock=false", ["read terraform-state:s3://acme/web.tfstate"]],
    ["terraform init -migrate-state", ["write terraform-state:s3://acme/web.tfstate"]],
    ["terraform force-unlock -force 1", ["lock-breaker terraform-state:s3://acme/web.tfstate"]],
    ["aws s3 rm s3://acme/web.tfstate.tflock", ["lock-breaker terraform-state:s3://acme/web.tfstate"]],
    ["tfcmt -var target:web apply -- terraform apply -auto-approve", ["write terraform-state:s3://acme/web.tfstate"]],
    ["terraform apply --help", []],
  ])("%s", (line, wanted) => {
    expect(found(line, infra)).toEqual(wanted);
  });

  it.each([
    ["terragrunt apply", "live/web", ["write terraform-state:gcs://acme/web"]],
    [
      "terragrunt run-all apply --terragrunt-non-interactive",
      "live",
      ["write terraform-state:gcs://acme/db", "write terraform-state:gcs://acme/web"],
    ],
    [
      "terragrunt run --all -- plan",
      "live",
      ["lock-reader terraform-state:gcs://acme/db", "lock-reader terraform-state:gcs://acme/web"],
    ],
    ["terragrunt destroy --working-dir live/db", "", ["write terraform-state:gcs://acme/db"]],
  ])("%s in %j", (line, cwd, wanted) => {
    expect([...found(line, { cwd })].sort()).toEqual(wanted);
  });

  it("finds the states of Terramate's stacks", () => {
    const both = ["write terraform-state:gcs://a", "write terraform-state:gcs://b"];
    expect(found("terramate run --changed -- terraform apply -auto-approve")).toEqual(both);
    expect(found("terramate -C stacks/a run -- terraform apply -auto-approve")).toEqual([both[0]]);
    expect(found("terramate run -- terraform validate")).toEqual([]);
  });

  it("knows platforms that keep the state for their users", () => {
    expect(found("atmos terraform apply vpc -s acme-ue1-prod")).toEqual([
      "write terraform-state:atmos/acme-ue1-prod/vpc",
    ]);
    expect(found("spacectl stack deploy --id web-prod")).toEqual(["write terraform-state:spacelift/web-prod"]);
    const run = toAction("kvrhdn/tfe-run@v1", { workspace: "web", organization: "acme" });
    const [one] = recognise(shippedCatalogue(), run, TREE);
    expect([one?.id && show(one.id), one?.answers.lock.value]).toEqual(["cloud://acme/web", "waits"]);
  });

  it("does not take Terragrunt's own commands for writers", () => {
    for (const line of ["terragrunt hcl fmt", "terragrunt output", "terragrunt validate"]) {
      expect(found(line, { cwd: "live/web" }).filter((one) => !one.startsWith("read "))).toEqual([]);
    }
  });

  it("gives each value of an input its own role", () => {
    expect(
      found("terraform {inputs.action=plan|apply|output} -auto-approve", infra).filter(
        (one) => !one.startsWith("read "),
      ),
    ).toEqual(["write terraform-state:s3://acme/web.tfstate", "lock-reader terraform-state:s3://acme/web.tfstate"]);
  });
});

describe("stack engines", () => {
  it.each([
    ["pulumi up --yes --stack acme/accounts/stage", "pulumi", ["write pulumi-stack:acme/accounts/stage"]],
    ["pulumi cancel -s acme/prod -y", "pulumi", ["lock-breaker pulumi-stack:acme/accounts/prod"]],
    ["sam deploy --config-env prod", "api", ["write cloudformation-stack:orders-prod"]],
    ["npx serverless deploy --stage prod", "api", ["write cloudformation-stack:orders-prod"]],
    ["npx cdk deploy Web --require-approval never", "", ["write cloudformation-stack:Web"]],
    ["cdk bootstrap", "", ["write cloudformation-stack:CDKToolkit"]],
  ])("%s", (line, cwd, wanted) => {
    expect(found(line, { cwd })).toEqual(wanted);
  });

  it("know Pulumi's action", () => {
    const inputs = { command: "up", "work-dir": "pulumi", "stack-name": "acme/accounts/stage" };
    const act = toAction("pulumi/actions@v6", inputs);
    expect(recognise(shippedCatalogue(), act, TREE).map((one) => one.id && show(one.id))).toEqual([
      "acme/accounts/stage",
    ]);
  });
});
