import { beforeAll, describe, expect, it } from "vitest";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";
import { rootProblems, rootsOf, seenRoots } from "../../../src/ecosystems/terraform/index.ts";
import { ids, input, job, treeOf } from "./job.ts";

beforeAll(loadHclGrammar);

const tree = treeOf({
  "infra/main.tf": 'terraform {\n  backend "s3" {\n    bucket = "acme"\n    use_lockfile = true\n  }\n}\n',
  "infra/prod.tfbackend": 'key = "prod.tfstate"\n',
});

describe("actions", () => {
  it("dflook's give folder, settings and workspace as inputs", () => {
    const apply = (inputs: Readonly<Record<string, string>>): readonly string[] =>
      ids(job(tree).resolveAction("write", "dflook/terraform-apply", { path: "infra", ...inputs }));
    expect(apply({ backend_config_file: "infra/prod.tfbackend", workspace: "blue" })).toEqual([
      "s3://acme/prod.tfstate?workspace=blue",
    ]);
    expect(apply({ backend_config: "key=a.tfstate\nregion=eu-west-1" })).toEqual(["s3://acme/a.tfstate"]);
  });

  it("have the role of the command that they stand for", () => {
    const role = (action: string): readonly (string | undefined)[] =>
      job(tree)
        .resolveAction("read", action, { path: "infra", backend_config: "key=a" })
        .map((one) => one.role);
    // https://github.com/dflook/terraform-github-actions/pull/107: neither locks since 1.19
    expect(["dflook/terraform-plan", "dflook/tofu-check"].flatMap(role)).not.toContain("lock-reader");
    expect(role("dflook/tofu-destroy")).toEqual(["write"]);
    expect(role("dflook/terraform-unlock-state")).toEqual(["lock-breaker"]);
    expect(role("dflook/terraform-validate")).toEqual([]);
  });

  it("TF-via-PR's take their command from an input", () => {
    const inputs = { "working-directory": "infra", "arg-backend-config": "key=a", "arg-lock-timeout": "5m" };
    const found = job(tree).resolveAction("write", "op5dev/tf-via-pr", {
      ...inputs,
      command: input("command", ["plan", "apply"]),
    });
    expect(found.map((one) => [one.role, one.cube?.get("inputs.command")?.within, one.waits?.what])).toEqual([
      ["lock-reader", ["plan"], "-lock-timeout=5m"],
      ["write", ["apply"], "-lock-timeout=5m"],
    ]);
  });

  it("HCP Terraform's queue their runs by workspace", () => {
    const create = { organization: "acme", workspace: "web" };
    const [run] = job(tree).resolveAction("write", "hashicorp/tfc-workflows-github/actions/create-run", create);
    expect(run && ids([run])).toEqual(["cloud://acme/web"]);
    expect(run?.answers?.lock?.value).toBe("waits");
    const later = job(tree).uses("hashicorp/tfc-workflows-github/actions/create-run", create);
    expect(
      ids(later.resolveAction("write", "hashicorp/tfc-workflows-github/actions/apply-run", { run: "run-1" })),
    ).toEqual(["cloud://acme/web"]);
    const plan = job(tree).resolveAction("write", "hashicorp/tfc-workflows-github/actions/create-run", {
      ...create,
      plan_only: "true",
    });
    expect(plan.map((one) => one.role)).toEqual(["read"]);
  });
});

describe("a subcommand that an input chooses", () => {
  it("is one resolution for each value, with its runs", () => {
    const found = job(tree)
      .in("infra")
      .run("terraform init -backend-config=prod.tfbackend")
      .resolve("write", "terraform", input("action", ["plan", "apply", "destroy", "output"]), "-auto-approve");
    expect(found.map((one) => [one.role, one.cube?.get("inputs.action")?.within])).toEqual([
      ["write", ["apply"]],
      ["write", ["destroy"]],
    ]);
  });

  it("counts as a writer where it is free", () => {
    expect(
      job(tree)
        .in("infra")
        .resolve("write", "terraform", input("action"))
        .map((one) => one.role),
    ).toEqual(["write"]);
  });
});

describe("what lives and dies with the job", () => {
  it.each([
    [
      "LocalStack",
      'terraform {\n  backend "s3" {\n    bucket = "a"\n' +
        '    key = "b"\n    endpoints = { s3 = "http://localhost:4566" }\n  }\n}\n',
    ],
    ["a kind cluster", 'resource "kind_cluster" "x" {\n  name = "test"\n}\n'],
    ["random values", 'resource "random_id" "x" {}\nresource "local_file" "y" {}\n'],
    [
      "a provider on this machine",
      'provider "aws" {\n  endpoints {\n    sqs = "http://127.0.0.1:4566"\n  }\n}\n' +
        'resource "aws_sqs_queue" "x" {}\n',
    ],
  ])("%s is no target", (_, main) => {
    expect(
      job(treeOf({ "t/main.tf": main }))
        .in("t")
        .resolve("write", "terraform apply"),
    ).toEqual([]);
  });
});

describe("a module of settings", () => {
  const config = {
    "config/main.tf": 'module "names" {\n  source = "./names"\n}\noutput "region" {\n  value = "eu-west-1"\n}\n',
    "config/names/main.tf": "locals {\n  x = 1\n}\n",
  };

  it("is no target: nothing is in its state but values", () => {
    expect(job(treeOf(config)).in("config").resolve("write", "terraform apply")).toEqual([]);
  });

  it("is one as soon as a module of it makes something", () => {
    const made = { ...config, "config/names/main.tf": 'resource "aws_sqs_queue" "x" {}\n' };
    expect(ids(job(treeOf(made)).in("config").resolve("write", "terraform apply"))).toEqual([
      "local/config/terraform.tfstate",
    ]);
    const elsewhere = { ...config, "config/main.tf": 'module "x" {\n  source = "acme/x/aws"\n}\n' };
    expect(job(treeOf(elsewhere)).in("config").resolve("write", "terraform apply")).toHaveLength(1);
  });
});

describe("roots of a repository", () => {
  const files = {
    "infra/prod/main.tf": 'terraform {\n  backend "s3" {}\n}\nmodule "net" {\n  source = "../../modules/net"\n}\n',
    "infra/local/main.tf": 'provider "aws" {\n  region = "eu-west-1"\n}\nresource "aws_vpc" "x" {}\n',
    "modules/net/main.tf": 'provider "aws" {}\nresource "aws_vpc" "x" {}\n',
    "modules/db/main.tf": 'resource "aws_db_instance" "x" {}\n',
  };

  it("have a backend, or configure a provider and are nobody's module", () => {
    expect(rootsOf(treeOf(files)).map((root) => root.folder)).toEqual(["infra/local", "infra/prod"]);
    expect(seenRoots(treeOf(files))[0]).toEqual({ kind: "terraform-state", path: "infra/local" });
  });

  it("report what is broken in them, and modules' breaks are nobody's business", () => {
    const broken = treeOf({
      ...files,
      "infra/prod/dns.tf": 'resource "a" "b" {\n  x = 1\n',
      "modules/db/main.tf": "resource {\n",
    });
    expect(rootProblems(broken).map(({ span, message }) => [span.file, message])).toEqual([
      ["infra/prod/dns.tf", "block is not closed, so this part was left out"],
    ]);
  });

  it("whose backend may be lost in a broken file stay unresolved", () => {
    const broken = treeOf({ "infra/main.tf": 'terraform {\n  backend "s3"\n    bucket = "a"\n  }\n}\n' });
    expect(ids(job(broken).in("infra").resolve("write", "terraform apply"))[0]).toMatch(
      /^\? infra\/main\.tf cannot be read/,
    );
  });
});
