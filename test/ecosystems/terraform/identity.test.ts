import { beforeAll, describe, expect, it } from "vitest";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";
import { ids, input, job, secret, treeOf } from "./job.ts";

beforeAll(loadHclGrammar);

function backend(type: string, settings: string): string {
  return `terraform {\n  backend "${type}" {\n${settings}\n  }\n}\n`;
}

function applied(block: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  return ids(
    job(treeOf({ "infra/main.tf": block }))
      .env(env)
      .in("infra")
      .run("terraform init")
      .resolve("write", "terraform apply -auto-approve"),
  );
}

describe("addresses of each backend", () => {
  it.each([
    ["s3", 'bucket = "acme-tf"\nkey = "prod/network.tfstate"', "s3://acme-tf/prod/network.tfstate"],
    ["gcs", 'bucket = "acme"\nprefix = "platform/live"', "gcs://acme/platform/live"],
    ["gcs", 'bucket = "acme"', "gcs://acme"],
    [
      "azurerm",
      'storage_account_name = "acct"\ncontainer_name = "tfstate"\nkey = "web.tfstate"',
      "azurerm://acct/tfstate/web.tfstate",
    ],
    [
      "http",
      'address = "https://bob:pw@git.acme.example/api/v4/projects/7/terraform/state/prod"',
      "http://git.acme.example/api/v4/projects/7/terraform/state/prod",
    ],
    ["pg", 'schema_name = "app_state"', "pg/app_state"],
    [
      "pg",
      'conn_str = "postgres://u:p@db.acme.example:5432/tf?sslmode=require"',
      "pg/terraform_remote_state?database=db.acme.example:5432/tf",
    ],
    ["consul", 'path = "acme/prod"', "consul://acme/prod"],
    ["kubernetes", 'secret_suffix = "web"\nnamespace = "ops"\nconfig_context = "prod"', "kubernetes/prod/ops/web"],
    ["oss", 'bucket = "acme"\nkey = "a.tfstate"', "oss://acme/env:/a.tfstate"],
    ["cos", 'bucket = "acme-125"\nprefix = "web"', "cos://acme-125/web/terraform.tfstate"],
    ["oci", 'namespace = "ns"\nbucket = "acme"', "oci://ns/acme/terraform.tfstate"],
    ["local", 'path = "../state/web.tfstate"', "local/state/web.tfstate"],
    ["local", "", "local/infra/terraform.tfstate"],
    ["remote", 'organization = "acme"\nworkspaces {\n name = "web-prod"\n}', "cloud://acme/web-prod"],
    ["swift", 'container = "acme"', "swift://acme"],
  ])("%s", (type, settings, id) => {
    expect(applied(backend(type, settings))).toEqual([id]);
  });

  it("takes what the environment gives where the backend reads it", () => {
    expect(
      applied('terraform {\n  cloud {\n    workspaces {\n      name = "web"\n    }\n  }\n}\n', {
        TF_CLOUD_ORGANIZATION: "acme",
      }),
    ).toEqual(["cloud://acme/web"]);
    expect(applied(backend("http", ""), { TF_HTTP_ADDRESS: "https://state.acme.example/web" })).toEqual([
      "http://state.acme.example/web",
    ]);
    expect(applied(backend("pg", ""), { PG_SCHEMA_NAME: "web" })).toEqual(["pg/web"]);
  });

  it("says which setting is missing", () => {
    expect(applied(backend("s3", 'bucket = "acme"'))).toEqual([
      "? `key` of the s3 backend is given neither in its block nor to an init in this job",
    ]);
  });
});

describe("workspaces", () => {
  const tree = treeOf({ "infra/main.tf": backend("s3", 'bucket = "acme"\nkey = "web.tfstate"') });
  const initialised = job(tree).in("infra").run("terraform init");

  it("belong to the id when one is selected", () => {
    expect(ids(initialised.run("terraform workspace select blue").resolve("write", "terraform apply"))).toEqual([
      "s3://acme/web.tfstate?workspace=blue",
    ]);
    expect(
      ids(initialised.run("terraform workspace select -or-create", input("ws")).resolve("write", "terraform apply")),
    ).toEqual(["s3://acme/web.tfstate?workspace={inputs.ws}"]);
    expect(ids(initialised.run("terraform workspace new blue").resolve("write", "terraform apply"))).toEqual([
      "s3://acme/web.tfstate?workspace=blue",
    ]);
  });

  it("lie under their own prefix in S3", () => {
    const block = (prefix: string): string =>
      backend("s3", `bucket = "acme"\nkey = "web.tfstate"\nworkspace_key_prefix = "${prefix}"`);
    const blue = (prefix: string): readonly string[] =>
      ids(
        job(treeOf({ "infra/main.tf": block(prefix) }))
          .in("infra")
          .run("terraform init")
          .run("terraform workspace select blue")
          .resolve("write", "terraform apply"),
      );
    expect(blue("core/vpc")).toEqual(["s3://acme/web.tfstate?workspace=blue&workspace_key_prefix=core/vpc"]);
    expect(blue("env:")).toEqual(["s3://acme/web.tfstate?workspace=blue"]);
  });

  it("are left out for the default one", () => {
    expect(ids(initialised.run("terraform workspace select default").resolve("write", "terraform apply"))).toEqual([
      "s3://acme/web.tfstate",
    ]);
  });

  it("follow TF_WORKSPACE before the selection", () => {
    const blue = initialised.run("terraform workspace select blue").env({ TF_WORKSPACE: "green" });
    expect(ids(blue.resolve("write", "terraform apply"))).toEqual(["s3://acme/web.tfstate?workspace=green"]);
  });

  it("are read from .terraform/environment when a script writes that", () => {
    const written = initialised.file("/github/workspace/infra/.terraform/environment", ["blue\n"]);
    expect(ids(written.resolve("write", "terraform apply"))).toEqual(["s3://acme/web.tfstate?workspace=blue"]);
  });

  it("belong to a data directory", () => {
    const blue = initialised
      .env({ TF_DATA_DIR: ".tf-blue" })
      .run("terraform init")
      .run("terraform workspace select blue");
    expect(ids(blue.resolve("write", "terraform apply"))).toEqual(["s3://acme/web.tfstate?workspace=blue"]);
    expect(ids(blue.env({ TF_DATA_DIR: "" }).resolve("write", "terraform apply"))).toEqual(["s3://acme/web.tfstate"]);
  });

  it("complete the prefix of a remote backend", () => {
    const remote = treeOf({
      "infra/main.tf": backend("remote", 'organization = "acme"\nworkspaces {\n prefix = "web-"\n}'),
    });
    const selected = job(remote).in("infra").run("terraform init").run("terraform workspace select prod");
    expect(ids(selected.resolve("write", "terraform apply"))).toEqual(["cloud://acme/web-prod"]);
  });
});

describe("where init's settings come from", () => {
  const tree = treeOf({
    "infra/main.tf": backend("s3", "encrypt = true"),
    "infra/prod.s3.tfbackend": 'bucket = "acme"\nkey = "prod.tfstate"\n',
    "infra/dev.s3.tfbackend": 'bucket = "acme"\nkey = "dev.tfstate"\n',
    "azure/main.tf": backend("azurerm", ""),
  });
  const infra = job(tree).in("infra");

  it("reads flags and files, later ones winning", () => {
    const done = infra.run("terraform init -backend-config=prod.s3.tfbackend -backend-config=key=other.tfstate");
    expect(ids(done.resolve("write", "terraform apply"))).toEqual(["s3://acme/other.tfstate"]);
    expect(
      ids(
        job(tree)
          .run("terraform -chdir=infra init -backend-config prod.s3.tfbackend")
          .run("terraform -chdir=./infra workspace list")
          .resolve("write", "terraform -chdir=infra/ apply"),
      ),
    ).toEqual(["s3://acme/prod.tfstate"]);
  });

  it("goes on with the last settings until others are given", () => {
    const dev = infra
      .run("terraform init -backend-config=prod.s3.tfbackend")
      .run("terraform init -backend-config=dev.s3.tfbackend");
    expect(ids(dev.run("terraform init -upgrade").resolve("write", "terraform apply"))).toEqual([
      "s3://acme/dev.tfstate",
    ]);
    expect(ids(dev.run("terraform init -backend=false").resolve("write", "terraform apply"))).toEqual([
      "s3://acme/dev.tfstate",
    ]);
  });

  it("leaves one hole for settings that only a secret knows", () => {
    const printed = infra
      .file("/tmp/x.tfbackend", [...secret("TF_BACKEND"), '\nkey = "github-', ...input("env"), '/terraform.tfstate"\n'])
      .run("terraform init -backend-config=/tmp/x.tfbackend");
    expect(ids(printed.resolve("write", "terraform apply"))).toEqual([
      "s3://{secrets.TF_BACKEND}/github-{inputs.env}/terraform.tfstate",
    ]);
    const azure = job(tree)
      .in("azure")
      .file("/tmp/a.tfbackend", [...secret("AZ"), '\nkey = "web.tfstate"\n'])
      .run("terraform init -backend-config=/tmp/a.tfbackend");
    expect(ids(azure.resolve("write", "terraform apply"))).toEqual(["azurerm://{secrets.AZ}/web.tfstate"]);
  });

  it("takes a printed file as it was at init, even if it is removed afterwards", () => {
    const printed = infra
      .file("/github/workspace/infra/b.hcl", ['bucket = "acme"\nkey = "a"\nkey = "b"\n'])
      .run("terraform init -backend-config=b.hcl")
      .file("/github/workspace/infra/b.hcl", ["x"]);
    expect(ids(printed.resolve("write", "terraform apply"))).toEqual(["s3://acme/b"]);
  });

  it("gives each value of an input the file that it names", () => {
    const chosen = infra.run("terraform init", ["-backend-config=", ...input("env", ["prod", "dev"]), ".s3.tfbackend"]);
    const found = chosen.resolve("write", "terraform apply");
    expect(ids(found)).toEqual(["s3://acme/prod.tfstate", "s3://acme/dev.tfstate"]);
    expect(found.map((one) => one.cube?.get("inputs.env")?.within)).toEqual([["prod"], ["dev"]]);
  });

  it("gives a free input the files that exist", () => {
    const free = infra.run("terraform init", ["-backend-config=", ...input("env"), ".s3.tfbackend"]);
    expect([...ids(free.resolve("write", "terraform apply"))].sort()).toEqual([
      "s3://acme/dev.tfstate",
      "s3://acme/prod.tfstate",
    ]);
  });

  it("reads settings from TF_CLI_ARGS_init", () => {
    const set = infra
      .env({ TF_CLI_ARGS_init: "-backend-config=bucket=acme -backend-config=key=cli.tfstate" })
      .run("terraform init");
    expect(ids(set.resolve("write", "terraform apply"))).toEqual(["s3://acme/cli.tfstate"]);
  });

  it("says when a file is missing", () => {
    expect(ids(infra.run("terraform init -backend-config=qa.tfbackend").resolve("write", "terraform apply"))).toEqual([
      "? infra/qa.tfbackend, given to -backend-config, is not in the repository",
    ]);
  });
});

describe("roots", () => {
  const tree = treeOf({
    "clusters/blue/main.tf": backend("s3", 'bucket = "acme"\nkey = "blue.tfstate"'),
    "clusters/green/main.tf": backend("s3", 'bucket = "acme"\nkey = "green.tfstate"'),
    "modules/x/main.tf": 'resource "aws_vpc" "x" {}\n',
  });

  it("are told apart by the input that names their folder", () => {
    const here = job(tree).in(["/github/workspace/clusters/", ...input("cluster", ["blue", "green"])]);
    const found = here.run("tofu init").resolve("write", "tofu apply");
    expect(ids(found)).toEqual(["s3://acme/blue.tfstate", "s3://acme/green.tfstate"]);
    expect(found.map((one) => one.cube?.get("inputs.cluster")?.within)).toEqual([["blue"], ["green"]]);
    expect(found.map((one) => one.root)).toEqual(["clusters/blue", "clusters/green"]);
  });

  it("are found for a free input", () => {
    const here = job(tree).in(["/github/workspace/clusters/", ...input("cluster")]);
    expect(ids(here.resolve("write", "tofu apply"))).toEqual(["s3://acme/blue.tfstate", "s3://acme/green.tfstate"]);
  });

  it("are unresolved where nothing of the folder is known, or it has no configuration", () => {
    expect(ids(job(tree).in(input("dir")).resolve("write", "terraform apply"))).toEqual([
      "? the folder that `terraform apply` works in ({inputs.dir}) cannot be told",
    ]);
    expect(ids(job(tree).in("docs").resolve("write", "terraform apply"))).toEqual([
      "? there are no Terraform files in docs",
    ]);
  });

  it("may get their backend from a step", () => {
    const generated = job(tree)
      .in("modules/x")
      .file("/github/workspace/modules/x/backend.tf", [
        'terraform {\n  backend "s3" {\n    bucket = "acme"\n    key    = "',
        ...input("env"),
        '/x.tfstate"\n  }\n}\n',
      ]);
    expect(ids(generated.run("terraform init").resolve("write", "terraform apply"))).toEqual([
      "s3://acme/{inputs.env}/x.tfstate",
    ]);
    const rewritten = job(tree).in("clusters/blue").file("/github/workspace/clusters/blue/main.tf", null);
    expect(ids(rewritten.resolve("write", "terraform apply"))[0]).toMatch(/^\? the content of main\.tf is not known/);
  });

  it("merge override files as Terraform does", () => {
    const overridden = treeOf({
      "infra/main.tf": backend("s3", 'bucket = "acme"\nkey = "a"'),
      "infra/main_override.tf": backend("gcs", 'bucket = "other"'),
      "infra/zz.tf": "",
    });
    expect(ids(job(overridden).in("infra").resolve("write", "terraform apply"))).toEqual(["gcs://other"]);
  });

  it("give .tofu files to OpenTofu only", () => {
    const both = treeOf({
      "infra/main.tf": backend("s3", 'bucket = "acme"\nkey = "tf"'),
      "infra/main.tofu": backend("s3", 'bucket = "acme"\nkey = "tofu"'),
    });
    expect(ids(job(both).in("infra").resolve("write", "terraform apply"))).toEqual(["s3://acme/tf"]);
    expect(ids(job(both).in("infra").resolve("write", "tofu apply"))).toEqual(["s3://acme/tofu"]);
  });

  it("work out locals and variables in OpenTofu's backend block", () => {
    const early = treeOf({
      "infra/main.tf":
        'variable "env" {\n  default = "dev"\n}\nlocals {\n  key = "${var.env}/web.tfstate"\n}\n' +
        backend("s3", 'bucket = "acme"\nkey = local.key'),
      "infra/prod.tfvars": 'env = "prod"\n',
    });
    const infra = job(early).in("infra");
    expect(ids(infra.resolve("write", "tofu apply"))).toEqual(["s3://acme/dev/web.tfstate"]);
    expect(ids(infra.resolve("write", "tofu apply -var-file=prod.tfvars"))).toEqual(["s3://acme/prod/web.tfstate"]);
    expect(ids(infra.env({ TF_VAR_env: "qa" }).resolve("write", "tofu apply"))).toEqual(["s3://acme/qa/web.tfstate"]);
  });
});

describe("where the repository is checked out", () => {
  const tree = treeOf({
    "infra/main.tf": backend("s3", 'bucket = "acme"\nkey = "a"'),
    "local/main.tf": 'resource "aws_vpc" "x" {}\n',
  });

  it("is taken off the folder, and off files that steps wrote there", () => {
    const inSrc = job(tree).fact("git:repository:src", []);
    expect(ids(inSrc.in("src/infra").resolve("write", "terraform apply"))).toEqual(["s3://acme/a"]);
    expect(ids(inSrc.in("src/local").resolve("write", "terraform apply"))).toEqual(["local/local/terraform.tfstate"]);
    const written = inSrc
      .in("src/infra")
      .file("/github/workspace/src/infra/b.hcl", ['key = "b"\n'])
      .run("terraform init -backend-config=b.hcl");
    expect(ids(written.resolve("write", "terraform apply"))).toEqual(["s3://acme/b"]);
  });

  it("is not this one where another repository lies there", () => {
    const other = job(tree).fact("git:repository:", ["acme/other"]);
    expect(ids(other.in("infra").resolve("write", "terraform apply"))).toEqual([
      "? it works in a checkout of another repository (acme/other), whose files are not here",
    ]);
    expect(ids(other.fact("git:repository:own", []).in("own/infra").resolve("write", "terraform apply"))).toEqual([
      "s3://acme/a",
    ]);
  });
});
