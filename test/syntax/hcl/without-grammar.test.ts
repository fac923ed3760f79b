import { expect, it } from "vitest";
import { parseHcl } from "../../../src/syntax/hcl/parse.ts";

it("costs the file itself where no grammar was loaded", () => {
  const file = parseHcl("main.tf", "locals {}\n");
  expect(file.body.blocks).toEqual([]);
  expect(file.problems.map(({ message }) => message)).toEqual([
    "was not read: this repository has no Terraform files of its own",
  ]);
});
