import { beforeAll, expect, it } from "vitest";
import { parseHcl } from "../../../src/syntax/hcl/parse.ts";
import { slimSource } from "../../../src/syntax/hcl/slim.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";

beforeAll(loadHclGrammar);

const SOURCE = `# who owns this
x = 1

resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"
}

variable "env" {
  default = "prod"
}

resource "aws_s3_bucket" "state" {
  bucket = "acme"
}
`;

it("keeps the wanted blocks where they are", () => {
  const slim = slimSource(SOURCE, (block) => !block.includes("aws_vpc"));
  expect(slim).toHaveLength(SOURCE.length);
  expect(slim).not.toContain("cidr_block");
  const file = parseHcl("main.tf", slim);
  expect(file.problems).toEqual([]);
  expect(file.body.attributes.map(({ name }) => name)).toEqual(["x"]);
  const heads = file.body.blocks.map(({ head }) => SOURCE.slice(head.start, head.end));
  expect(heads).toEqual(['variable "env" {', 'resource "aws_s3_bucket" "state" {']);
});
