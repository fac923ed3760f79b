import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { formatNames } from "../../src/reporters/index.ts";
import { COMMENT_MARKER } from "../../src/reporters/markdown.ts";

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

/** Names in the first column of a Markdown table that has this heading. */
function firstColumn(text: string, heading: string): string[] {
  const [, table = ""] = text.split(`| ${heading} |`);
  const rows = table.split("\n\n")[0]!.split("\n").slice(2);
  return rows.map((row) => /^\| `([^`]+)`/.exec(row)?.[1] ?? row);
}

it("docs/formats.md names every format, and no other", () => {
  expect(firstColumn(read("docs/formats.md"), "name").sort()).toEqual([...formatNames].sort());
  expect(read("docs/formats.md")).toContain(COMMENT_MARKER);
});

it("docs/github-action.md describes every input and output of action.yml, with its default", () => {
  const text = read("docs/github-action.md");
  const action = parse(read("action.yml")) as {
    inputs: Record<string, { default: string }>;
    outputs: Record<string, unknown>;
  };
  expect(firstColumn(text, "input")).toEqual(Object.keys(action.inputs));
  expect(firstColumn(text, "output")).toEqual(Object.keys(action.outputs));
  for (const [name, input] of Object.entries(action.inputs)) {
    if (input.default === "" || name === "token") continue;
    expect(text, name).toContain(`| \`${name}\` | \`${input.default}\` |`);
  }
});
