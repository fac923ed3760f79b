import { beforeAll, describe, expect, it } from "vitest";
import type { Resolution } from "../../../src/catalogue/resolution.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";
import { resolveAct } from "../../../src/ecosystems/terraform/index.ts";
import type { Invocation } from "../../../src/interpret/machine.ts";
import { invocationOf, job, secret, treeOf, type Job } from "./job.ts";

beforeAll(loadHclGrammar);

function root(type: string, settings: string, extra = ""): Job {
  const main = `terraform {\n  ${extra}\n  backend "${type}" {\n${settings}\n  }\n}\nresource "aws_vpc" "x" {}\n`;
  return job(treeOf({ "infra/main.tf": main }))
    .in("infra")
    .run("terraform init");
}

const S3 = 'bucket = "acme"\nkey = "web.tfstate"\n';

function applied(from: Job, command = "terraform apply -auto-approve"): Resolution {
  const [first] = from.resolve("write", ...[command]);
  if (!first) throw new Error("nothing was resolved");
  return first;
}

function lock(from: Job): readonly [string | undefined, string | null | undefined, boolean | undefined] {
  const { answers, lockAvailable } = applied(from);
  return [answers?.lock?.value, answers?.lock?.mechanism, lockAvailable];
}

describe("locks by backend", () => {
  it.each([
    ["s3", S3, "none", null, true],
    ["s3", `${S3}use_lockfile = true`, "rejects", "S3 lock file", false],
    ["s3", `${S3}use_lockfile = false`, "none", null, true],
    ["s3", `${S3}dynamodb_table = "acme-lock"`, "rejects", "DynamoDB table acme-lock", false],
    [
      "s3",
      `${S3}use_lockfile = true\ndynamodb_table = "acme-lock"`,
      "rejects",
      "S3 lock file and DynamoDB table",
      false,
    ],
    ["azurerm", 'storage_account_name = "a"\ncontainer_name = "b"\nkey = "c"', "rejects", "blob lease", false],
    ["gcs", 'bucket = "a"', "rejects", "GCS lock object", false],
    ["pg", "", "rejects", "PostgreSQL advisory lock", false],
    ["consul", 'path = "a"', "rejects", "Consul session lock", false],
    ["consul", 'path = "a"\nlock = false', "none", null, true],
    ["http", 'address = "https://a/b"', "none", null, true],
    ["http", 'address = "https://a/b"\nlock_address = "https://a/b/lock"', "rejects", "HTTP lock endpoint", false],
    ["oss", 'bucket = "a"', "none", null, true],
    ["oss", 'bucket = "a"\ntablestore_table = "t"', "rejects", "Tablestore table", false],
    ["remote", 'organization = "a"\nworkspaces {\n name = "b"\n}', "waits", "HCP Terraform run queue", false],
    ["local", "", "none", null, true],
  ])("%s with %j", (type, settings, value, mechanism, available) => {
    expect(lock(root(type, settings))).toEqual([value, mechanism, available]);
  });

  it("reads a lock address from the environment", () => {
    expect(lock(root("http", 'address = "https://a/b"').env({ TF_HTTP_LOCK_ADDRESS: "https://a/b/lock" }))).toEqual([
      "rejects",
      "HTTP lock endpoint",
      false,
    ]);
  });

  it("is unknown where a secret holds the switch, and known where the file says it beside the secret", () => {
    const hidden = (line: string): Job =>
      root("s3", "")
        .file("/tmp/b", [...secret("TF_BACKEND"), `\nkey = "a"\n${line}`])
        .run("terraform init -backend-config=/tmp/b");
    expect(lock(hidden(""))).toEqual(["unknown", null, true]);
    expect(lock(hidden("use_lockfile = true\n"))).toEqual(["rejects", "S3 lock file", false]);
    expect(
      lock(
        root("azurerm", "")
          .file("/tmp/b", [...secret("AZ"), '\nkey = "a"\n'])
          .run("terraform init -backend-config=/tmp/b"),
      ),
    ).toEqual(["rejects", "blob lease", false]);
  });

  it("points at the line that says it", () => {
    const evidence = applied(root("s3", `${S3}use_lockfile = true`)).answers?.lock?.evidence ?? [];
    expect(evidence.map((one) => [one.span?.file, one.note])).toEqual([
      ["infra/main.tf", 'backend "s3"'],
      ["infra/main.tf", "use_lockfile = true"],
    ]);
  });
});

describe("use_lockfile before 1.10", () => {
  const settings = `${S3}use_lockfile = true`;

  it.each([
    ["a setup action", root("s3", settings).uses("hashicorp/setup-terraform", { terraform_version: "1.9.8" })],
    [
      "a range of a setup action",
      root("s3", settings).uses("hashicorp/setup-terraform", { terraform_version: "~1.9.0" }),
    ],
    ["the root's own demand", root("s3", settings, 'required_version = "~> 1.9.0"')],
  ])("is no lock, and init fails: %s", (_, from) => {
    const { answers } = applied(from);
    expect(answers?.lock?.value).toBe("none");
    expect(answers?.lock?.evidence.map((one) => one.note).join("; ")).toMatch(
      /does not know use_lockfile .* init fails/,
    );
  });

  it.each([
    ["1.10.0", root("s3", settings).uses("hashicorp/setup-terraform", { terraform_version: "1.10.0" })],
    ["latest", root("s3", settings).uses("hashicorp/setup-terraform")],
    ["not pinned", root("s3", settings, 'required_version = ">= 1.5"')],
  ])("is one from there on: %s", (_, from) => {
    expect(applied(from).answers?.lock?.value).toBe("rejects");
  });
});

describe("flags of a writer", () => {
  const locked = root("s3", `${S3}use_lockfile = true`);

  it("-lock=false is a lock switched off", () => {
    expect(applied(locked, "terraform apply -auto-approve -lock=false").bypass?.what).toBe("-lock=false");
    expect(applied(locked.env({ TF_CLI_ARGS_apply: "-lock=false" })).bypass?.what).toBe("-lock=false");
    expect(applied(locked, "terraform apply -lock=true").bypass).toBeUndefined();
    expect(applied(root("s3", S3), "terraform apply -lock=false").bypass).toBeUndefined();
  });

  it("-lock-timeout is a wait where there is a lock to wait for", () => {
    expect(applied(locked, "terraform apply -lock-timeout=15m").waits?.what).toBe("-lock-timeout=15m");
    expect(applied(locked.env({ TF_CLI_ARGS: "-lock-timeout=5m" })).waits?.what).toBe("-lock-timeout=5m");
    expect(applied(locked, "terraform apply -lock-timeout=0s").waits).toBeUndefined();
    expect(applied(root("s3", S3), "terraform apply -lock-timeout=15m").waits).toBeUndefined();
    expect(
      applied(root("remote", 'organization = "a"\nworkspaces {\n name = "b"\n}'), "terraform apply -lock-timeout=15m")
        .waits,
    ).toBeUndefined();
  });
});

describe("roles", () => {
  const locked = root("gcs", 'bucket = "acme"');

  it.each([
    ["write", "terraform apply"],
    ["write", "terraform destroy -auto-approve"],
    ["write", "terraform refresh"],
    ["write", "terraform apply -refresh-only"],
    ["write", "terraform import aws_vpc.x vpc-1"],
    ["write", "terraform state mv a b"],
    ["write", "terraform taint a"],
    ["write", "terraform init -migrate-state -force-copy"],
    ["write", "terraform workspace delete blue"],
    ["lock-reader", "terraform plan"],
    ["lock-reader", "terraform plan -destroy -out=x"],
    ["lock-reader", "terraform console"],
    ["read", "terraform plan -lock=false"],
    ["lock-breaker", "terraform force-unlock -force 1234"],
  ] as const)("%s: %s", (role, command) => {
    expect(locked.resolve(role === "read" ? "lock-reader" : role, command).map((one) => one.role)).toEqual([role]);
  });

  it.each([
    "terraform init",
    "terraform validate",
    "terraform fmt -check",
    "terraform output -json",
    "terraform state list",
    "terraform state pull",
    "terraform workspace new blue",
    "terraform apply -help",
    "terraform show x.tfplan",
  ])("nothing: %s", (command) => {
    expect(locked.resolve("read", command)).toEqual([]);
  });

  it("is the one that the catalogue saw where a script holds several commands", () => {
    const script = (role: "write" | "lock-reader"): readonly (string | undefined)[] =>
      locked
        .resolve(role, "flock /tmp/apply -c", [["terraform plan && terraform apply"].join("")])
        .map((one) => one.role);
    expect(script("write")).toEqual(["write"]);
    expect(script("lock-reader")).toEqual(["lock-reader"]);
  });

  it("remembers the plan file of a plan and of an apply", () => {
    expect(locked.resolve("lock-reader", "terraform plan -out=prod.tfplan")[0]?.plan).toEqual({
      saves: ["/github/workspace/infra/prod.tfplan"],
    });
    expect(locked.resolve("write", "terraform apply -input=false prod.tfplan")[0]?.plan).toEqual({
      applies: ["/github/workspace/infra/prod.tfplan"],
    });
  });
});

describe("versions that a root refuses", () => {
  const ledger = root("gcs", 'bucket = "acme"', 'required_version = ">= 1.9.0, < 2.0.0"');

  it("says so at the writer, and the writer fails", () => {
    const old = ledger.uses("hashicorp/setup-terraform", { terraform_version: "1.5.7" });
    expect(applied(old).refused?.what).toBe("Terraform 1.5.7 is refused by infra, which requires >= 1.9.0, < 2.0.0");
    expect(old.effectOf("terraform apply").status).toBe("fails");
    expect(old.effectOf("terraform fmt").status).toBeUndefined();
  });

  it.each(["1.9.8", "v1.12.2", "~> 1.9", "latest", ""])("takes %j", (version) => {
    const pinned = ledger.uses("hashicorp/setup-terraform", { terraform_version: version });
    expect(applied(pinned).refused).toBeUndefined();
  });

  it("takes an image's tag for the version of what runs in it", () => {
    const act: Invocation = {
      ...invocationOf("infra", ["terraform apply"]),
      on: { kind: "container", name: ["hashicorp/terraform:1.5.7"] },
    };
    const tree = treeOf({
      "infra/main.tf":
        'terraform {\n  required_version = ">= 1.9"\n  backend "gcs" {\n    bucket = "a"\n  }\n}\n' +
        'resource "aws_vpc" "x" {}\n',
    });
    expect(resolveAct(act, "write", tree)[0]?.refused?.what).toMatch(/^Terraform 1\.5\.7 is refused by infra/);
  });

  it("reads version managers' files where a manager is used", () => {
    const files = {
      "infra/main.tf": 'terraform {\n  required_version = "~> 1.9"\n  backend "gcs" {\n    bucket = "a"\n  }\n}\n',
    };
    const pinned = treeOf({ ...files, ".terraform-version": "1.5.7\n" });
    expect(applied(job(pinned).in("infra").run("tfenv install")).refused?.what).toMatch(
      /^Terraform 1\.5\.7 is refused/,
    );
    expect(applied(job(pinned).in("infra")).refused).toBeUndefined();
    const mise = treeOf({ ...files, "mise.toml": '[tools]\nopentofu = "1.8.0"\nterraform = "1.4.0"\n' });
    expect(applied(job(mise).in("infra").uses("jdx/mise-action")).refused?.what).toMatch(/^Terraform 1\.4\.0/);
    const listed = treeOf({ ...files, ".tool-versions": "nodejs 22\nterraform 1.3.1\n" });
    expect(applied(job(listed).in("infra").run("asdf install")).refused?.what).toMatch(/^Terraform 1\.3\.1/);
  });
});
