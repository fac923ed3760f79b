import { beforeAll, describe, expect, it } from "vitest";
import { callOf } from "../../../src/catalogue/call.ts";
import { resolveTerragrunt } from "../../../src/ecosystems/terragrunt/index.ts";
import type { Tree } from "../../../src/model/tree.ts";
import { fixtureFiles } from "../../helpers/fixture-files.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";
import { ids, invocationOf, treeOf } from "../terraform/job.ts";

beforeAll(loadHclGrammar);

function run(tree: Tree, folder: string, ...words: readonly string[]): readonly string[] {
  const call = callOf(invocationOf(folder, ["terragrunt", ...words]));
  return ids(resolveTerragrunt(call, "write", tree));
}

describe("a live repository", () => {
  const tree = treeOf(fixtureFiles("ecosystems/terragrunt/edge"));

  it("has a state for each unit, by its path from the root file", () => {
    expect(run(tree, "live/prod/vpc", "apply", "-auto-approve")).toEqual(["s3://acme-tf/prod/vpc/terraform.tfstate"]);
    expect(run(tree, "live/staging/vpc", "apply")).toEqual(["s3://acme-tf/staging/vpc/terraform.tfstate"]);
  });

  it("writes every unit below the folder of a run over all", () => {
    const prod = ["s3://acme-tf/prod/db/terraform.tfstate", "s3://acme-tf/prod/vpc/terraform.tfstate"];
    expect([...run(tree, "live/prod", "run", "--all", "--", "apply")].sort()).toEqual(prod);
    expect([...run(tree, "live/prod", "run-all", "apply")].sort()).toEqual(prod);
  });
});

describe("broken units", () => {
  it.each(Object.entries(fixtureFiles("ecosystems/terragrunt/broken")))("%s costs only itself", (_name, text) => {
    const healthy = fixtureFiles("ecosystems/terragrunt/edge");
    const tree = treeOf({ ...healthy, "live/broken/terragrunt.hcl": text });
    expect(() => run(tree, "live/broken", "apply")).not.toThrow();
    expect(run(tree, "live/prod/vpc", "apply")).toEqual(["s3://acme-tf/prod/vpc/terraform.tfstate"]);
  });
});
