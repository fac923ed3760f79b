import { beforeAll, describe, expect, it } from "vitest";
import { callOf } from "../../../src/catalogue/call.ts";
import type { Resolution, Role } from "../../../src/catalogue/resolution.ts";
import { resolveTerragrunt } from "../../../src/ecosystems/terragrunt/index.ts";
import type { Tree } from "../../../src/model/tree.ts";
import type { Text } from "../../../src/values/text.ts";
import { ids, input, invocationOf, treeOf } from "../terraform/job.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";

beforeAll(loadHclGrammar);

/** The layout of Gruntwork's own examples: account, region and environment files above the units. */
const LIVE = {
  "live/root.hcl": `
locals {
  account = read_terragrunt_config(find_in_parent_folders("account.hcl"))
  region  = read_terragrunt_config(find_in_parent_folders("region.hcl"))
  name    = local.account.locals.account_name
}
remote_state {
  backend = "s3"
  generate = {
    path      = "backend.tf"
    if_exists = "overwrite_terragrunt"
  }
  config = {
    bucket         = "\${get_env("TG_BUCKET_PREFIX", "acme-")}tfstate-\${local.name}-\${local.region.locals.aws_region}"
    key            = "\${path_relative_to_include()}/tofu.tfstate"
    region         = local.region.locals.aws_region
    encrypt        = true
    dynamodb_table = "tf-locks"
  }
}
terraform {
  extra_arguments "retry_lock" {
    commands  = get_terraform_commands_that_need_locking()
    arguments = ["-lock-timeout=20m"]
  }
}
`,
  "live/prod/account.hcl": 'locals {\n  account_name = "prod"\n}\n',
  "live/prod/eu-west-1/region.hcl": 'locals {\n  aws_region = "eu-west-1"\n}\n',
  "live/prod/eu-west-1/vpc/terragrunt.hcl": `
include "root" {
  path = find_in_parent_folders("root.hcl")
}
terraform {
  source = "git::git@github.com:acme/modules.git//vpc?ref=v1.2.0"
}
`,
  "live/prod/eu-west-1/db/terragrunt.hcl": `
include "root" {
  path   = find_in_parent_folders("root.hcl")
  expose = true
}
dependency "vpc" {
  config_path = "../vpc"
}
inputs = {
  name = include.root.locals.name
}
`,
};

function run(
  files: Readonly<Record<string, string>>,
  folder: string,
  words: readonly (string | Text)[],
  env = {},
  role: Role = "write",
): readonly Resolution[] {
  const tree: Tree = treeOf(files);
  return resolveTerragrunt(callOf(invocationOf(folder, ["terragrunt", ...words], env)), role, tree);
}

describe("a unit", () => {
  it("has the key of its place below the root configuration", () => {
    const found = run(LIVE, "live/prod/eu-west-1/vpc", ["apply -auto-approve"]);
    expect(ids(found)).toEqual(["s3://acme-tfstate-prod-eu-west-1/prod/eu-west-1/vpc/tofu.tfstate"]);
    expect(found[0]?.answers?.lock).toMatchObject({ value: "rejects", mechanism: "DynamoDB table tf-locks" });
    expect(found[0]?.waits?.what).toBe("-lock-timeout=20m");
    expect(found[0]?.root).toBe("live/prod/eu-west-1/vpc");
  });

  it("is found through flags and the environment", () => {
    const wanted = ["s3://x-tfstate-prod-eu-west-1/prod/eu-west-1/db/tofu.tfstate"];
    const env = { TG_BUCKET_PREFIX: "x-" };
    expect(ids(run(LIVE, "", ["apply --working-dir live/prod/eu-west-1/db"], env))).toEqual(wanted);
    expect(ids(run(LIVE, "", ["run --working-dir=live/prod/eu-west-1/db -- apply"], env))).toEqual(wanted);
    expect(ids(run(LIVE, "", ["apply"], { ...env, TERRAGRUNT_WORKING_DIR: "live/prod/eu-west-1/db" }))).toEqual(wanted);
  });

  it("follows the input that names its folder", () => {
    const folder: Text = ["live/prod/eu-west-1/", ...input("unit", ["vpc", "db"])];
    const found = run(LIVE, "", ["apply --working-dir", folder]);
    expect(ids(found).map((id) => id.split("/").at(-2))).toEqual(["vpc", "db"]);
    expect(found.map((one) => one.cube?.get("inputs.unit")?.within)).toEqual([["vpc"], ["db"]]);
  });

  it("is unresolved without its file", () => {
    expect(ids(run(LIVE, "live/prod", ["apply"]))).toEqual(["? there is no terragrunt.hcl in live/prod"]);
  });
});

describe("run --all", () => {
  const keys = (words: string): readonly string[] =>
    ids(run(LIVE, "live", [words])).map((id) => id.replace(/^.*eu-west-1\//, ""));

  it.each([
    "run --all apply",
    "run-all apply --non-interactive",
    "apply-all",
    "apply --all",
    "run --all -- apply -auto-approve",
  ])("%s is one target for each unit", (words) => {
    expect([...keys(words)].sort()).toEqual(["db/tofu.tfstate", "vpc/tofu.tfstate"]);
  });

  it("takes and leaves out what the command says", () => {
    expect(keys("run --all apply --queue-include-dir prod/*/vpc")).toEqual(["vpc/tofu.tfstate"]);
    expect(keys("run-all apply --terragrunt-exclude-dir **/vpc")).toEqual(["db/tofu.tfstate"]);
  });
});

describe("roles", () => {
  it.each([
    ["plan", "lock-reader"],
    ["run --all plan", "lock-reader"],
    ["destroy", "write"],
    ["force-unlock 1", "lock-breaker"],
    ["import a b", "write"],
  ] as const)("%s is %s", (words, role) => {
    expect(new Set(run(LIVE, "live/prod/eu-west-1/vpc", [words], {}, role).map((one) => one.role))).toEqual(
      new Set([role]),
    );
  });

  it.each(["validate", "hcl fmt", "hclfmt", "graph-dependencies", "output", "init", "apply --help"])(
    "%s touches no state",
    (words) => {
      expect(run(LIVE, "live/prod/eu-west-1/vpc", [words], {}, "read")).toEqual([]);
    },
  );
});

describe("where the backend is said elsewhere", () => {
  const MODULE = 'terraform {\n  backend "gcs" {\n    bucket = "acme"\n  }\n}\nresource "google_pubsub_topic" "x" {}\n';

  it("reads a generated backend with the unit's path in it", () => {
    const files = {
      "infra/terragrunt.hcl": `
generate "backend" {
  path      = "backend.tf"
  if_exists = "overwrite"
  contents  = <<EOF
terraform {
  backend "gcs" {
    bucket = "acme-tf"
    prefix = "\${path_relative_to_include()}"
  }
}
EOF
}
`,
      "infra/web/terragrunt.hcl":
        "include {\n  path = find_in_parent_folders()\n}\n" +
        'terraform {\n  source = "git::https://example.com/m.git"\n}\n',
    };
    expect(ids(run(files, "infra/web", ["apply"]))).toEqual(["gcs://acme-tf/web"]);
  });

  it("gives init the flags of extra_arguments, and the module's block the rest", () => {
    const files = {
      "modules/x/main.tf": MODULE,
      "live/a/terragrunt.hcl": `
terraform {
  source = "../../modules//x"
  extra_arguments "backend" {
    commands  = ["init"]
    arguments = ["-backend-config=prefix=\${basename(get_terragrunt_dir())}"]
  }
}
`,
    };
    expect(ids(run(files, "live/a", ["apply"]))).toEqual(["gcs://acme/a"]);
  });

  it("reads YAML that locals decode", () => {
    const files = {
      "live/common.yaml": "bucket: acme-yaml\nteam:\n  name: web\n",
      "live/a/terragrunt.hcl": `
locals {
  common = yamldecode(file(find_in_parent_folders("common.yaml")))
}
remote_state {
  backend = "gcs"
  config = {
    bucket = local.common.bucket
    prefix = "\${local.common.team.name}/\${path_relative_to_include()}"
  }
}
`,
    };
    expect(ids(run(files, "live/a", ["apply"]))).toEqual(["gcs://acme-yaml/web/."]);
  });

  it("reads files of variables", () => {
    const files = {
      "env/prod_config.tfvars": 'env = "prod"\nregions = ["a"]\n',
      "env/web/terragrunt.hcl":
        'locals {\n  config = jsondecode(read_tfvars_file("../${get_env("ENVIRONMENT")}_config.tfvars"))\n}\n' +
        'remote_state {\n  backend = "gcs"\n  config = {\n    bucket = "acme-${local.config.env}"\n  }\n}\n',
    };
    expect(ids(run(files, "env/web", ["apply"], { ENVIRONMENT: "prod" }))).toEqual(["gcs://acme-prod"]);
    expect(ids(run(files, "env/web", ["apply"]))).toEqual(["gcs://acme-{local.config.env@env/web}"]);
  });

  it("does not invent a state for code from elsewhere, and ends on circles", () => {
    const files = {
      "a/terragrunt.hcl": 'terraform {\n  source = "tfr:///terraform-aws-modules/vpc/aws?version=5.0.0"\n}\n',
      "b/terragrunt.hcl":
        'include "b" {\n  path = "terragrunt.hcl"\n}\nlocals {\n  x = local.y\n' +
        '  y = local.x\n}\nremote_state {\n  backend = "gcs"\n  config = {\n    bucket = local.x\n  }\n}\n',
    };
    expect(ids(run(files, "a", ["apply"]))[0]).toMatch(/^\? no remote_state says where the state is/);
    expect(ids(run(files, "b", ["apply"]))).toEqual(["gcs://{local.x@b}"]);
  });

  it("keeps a value that only the account knows apart by its login", () => {
    const files = {
      "a/terragrunt.hcl":
        'remote_state {\n  backend = "s3"\n  config = {\n' +
        '    bucket = "tf-${get_aws_account_id()}"\n    key = "a"\n  }\n}\nterraform {}\n',
    };
    expect(ids(run(files, "a", ["apply"]))).toEqual(["s3://tf-{get_aws_account_id}/a"]);
  });
});
