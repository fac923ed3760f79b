import { beforeAll, describe, expect, it } from "vitest";
import { fixtureFiles } from "../../helpers/fixture-files.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";
import { ids, job, treeOf } from "./job.ts";

beforeAll(loadHclGrammar);

const EDGE = treeOf(fixtureFiles("ecosystems/terraform/edge"));

function applied(folder: string, tool: string, ...init: readonly string[]): readonly string[] {
  const prepared = job(EDGE)
    .in(folder)
    .run(tool, "init", ...init);
  return ids(prepared.resolve("write", tool, "apply", "-auto-approve"));
}

describe("a repository of several roots", () => {
  it("has one state where two roots share an address", () => {
    expect(applied("app", "terraform")).toEqual(["s3://acme-tf/app/terraform.tfstate"]);
    expect(applied("app-copy", "terraform")).toEqual(applied("app", "terraform"));
  });

  it("reads a backend in JSON", () => {
    expect(applied("json", "terraform")).toEqual(["gcs://acme-tf/json"]);
  });

  it("lets a .tofu file take the place of the .tf file of that name, for OpenTofu only", () => {
    expect(applied("tofu", "tofu")).toEqual(["gcs://acme-tf/from-tofu"]);
    expect(applied("tofu", "terraform")).toEqual(["gcs://acme-tf/from-terraform"]);
  });

  it("has one state for each file that init is given", () => {
    const given = (name: string): readonly string[] =>
      applied("shared", "terraform", `-backend-config=env/${name}.azurerm.tfbackend`);
    expect(given("prod")).toEqual(["azurerm://acmetf/prod/shared.tfstate"]);
    expect(given("staging")).toEqual(["azurerm://acmetf/staging/shared.tfstate"]);
  });
});

describe("broken files", () => {
  const files = Object.entries(fixtureFiles("ecosystems/terraform/broken"));

  it.each(files)("%s costs at most its own root", (name, text) => {
    const ending = name.endsWith(".tf.json") ? "main.tf.json" : "main.tf";
    const other = { "b/main.tf": 'terraform {\n  backend "gcs" {\n    bucket = "acme-tf"\n    prefix = "b"\n  }\n}\n' };
    const tree = treeOf({ [`a/${ending}`]: text, ...other });
    const write = (folder: string): ReturnType<typeof ids> =>
      ids(job(tree).in(folder).run("terraform", "init").resolve("write", "terraform", "apply"));
    expect(() => write("a")).not.toThrow();
    expect(write("b")).toEqual(["gcs://acme-tf/b"]);
  });

  it("reads a byte-order mark and line ends of Windows", () => {
    const tree = treeOf({ "main.tf": fixtureFiles("ecosystems/terraform/broken")["bom-crlf.tf"] ?? "" });
    expect(ids(job(tree).run("terraform", "init").resolve("write", "terraform", "apply"))).toEqual([
      "gcs://acme-tf/bom",
    ]);
  });
});
