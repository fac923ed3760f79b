import { beforeAll, describe, expect, it } from "vitest";
import type { Resolution } from "../../../src/catalogue/resolution.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";
import { job, treeOf } from "./job.ts";

beforeAll(loadHclGrammar);

const VERSIONED = {
  "bootstrap/main.tf": `
variable "name" {
  default = "acme"
}
resource "aws_s3_bucket" "state" {
  bucket = "\${var.name}-tfstate"
}
resource "aws_s3_bucket_versioning" "state" {
  bucket = aws_s3_bucket.state.id
  versioning_configuration {
    status = "Enabled"
  }
}
resource "google_storage_bucket" "state" {
  name = "acme-gcs"
  versioning {
    enabled = true
  }
}
resource "azurerm_storage_account" "state" {
  name = "acmeacct"
  blob_properties {
    versioning_enabled = true
  }
}
module "logs" {
  source     = "terraform-aws-modules/s3-bucket/aws"
  bucket     = "acme-module"
  versioning = { enabled = true }
}
resource "aws_s3_bucket" "off" {
  bucket = "acme-off"
  versioning {
    enabled = false
  }
}
`,
};

function applied(type: string, settings: string): Resolution {
  const main = `terraform {\n  backend "${type}" {\n${settings}\n  }\n}\nresource "aws_vpc" "x" {}\n`;
  const [first] = job(treeOf({ ...VERSIONED, "infra/main.tf": main }))
    .in("infra")
    .resolve("write", "terraform apply");
  if (!first) throw new Error("nothing was resolved");
  return first;
}

describe("recovery", () => {
  it.each([
    ["s3", 'bucket = "acme-tfstate"\nkey = "a"', "medium", ["versions of acme-tfstate are kept"], "half-changed"],
    ["s3", 'bucket = "acme-module"\nkey = "a"', "medium", ["versions of acme-module are kept"], "half-changed"],
    ["s3", 'bucket = "acme-off"\nkey = "a"', "high", [], "half-changed"],
    ["s3", 'bucket = "acme-off"\nkey = "a"\nuse_lockfile = true', "medium", [], "locked"],
    ["gcs", 'bucket = "acme-gcs"', "medium", ["versions of acme-gcs are kept"], "locked"],
    [
      "azurerm",
      'storage_account_name = "acmeacct"\ncontainer_name = "c"\nkey = "k"',
      "medium",
      ["versions of acmeacct are kept"],
      "locked",
    ],
    [
      "azurerm",
      'storage_account_name = "x"\ncontainer_name = "c"\nkey = "k"\nsnapshot = true',
      "medium",
      ["snapshot = true"],
      "locked",
    ],
    [
      "remote",
      'organization = "a"\nworkspaces {\n name = "b"\n}',
      "medium",
      ["HCP Terraform keeps every version of a state"],
      "continues",
    ],
    ["pg", "", "medium", [], "half-changed"],
    ["local", "", "high", [], "half-changed"],
  ])("%s with %j is %s", (type, settings, recovery, notes, killed) => {
    const found = applied(type, settings);
    expect(found.answers?.recovery?.value).toBe(recovery);
    expect(found.recoveryEvidence?.map((one) => one.note)).toEqual(notes);
    expect(found.killed).toBe(killed);
  });

  it("points at the bucket's declaration", () => {
    expect(applied("s3", 'bucket = "acme-tfstate"\nkey = "a"').recoveryEvidence?.[0]?.span?.file).toBe(
      "bootstrap/main.tf",
    );
  });
});
