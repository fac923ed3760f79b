import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { buildProgram } from "../../src/program.ts";
import { loadRules } from "../../src/rules/index.ts";
import type { SchemaNode } from "../../src/tools/docs/config.ts";
import { docsPages } from "../../src/tools/docs/index.ts";
import { fillMarked } from "../../src/tools/docs/marked.ts";
import { signalbox } from "../helpers/program.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");

describe("generated pages (stale: npm run docs)", () => {
  let pages: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    const print = async (command: string): Promise<string> =>
      (await signalbox([command, "fixtures/repos/shop"], { cwd: root })).stdout;
    pages = docsPages(
      {
        rules: (await loadRules()).map(({ meta }) => meta),
        program: buildProgram("0.0.0"),
        configSchema: JSON.parse(read("policies/schema/config.schema.json")) as SchemaNode,
        sample: await print("audit"),
        patch: await print("patch"),
      },
      read,
    );
  }, 120_000);

  it.each(["README.md", "docs/config.md", "docs/commands.md", "docs/rules.md"])("%s is current", (path) => {
    expect(pages[path]).toBe(read(path));
  });

  it("shows every flag that audit takes and every rule that the config knows", () => {
    const readme = pages["README.md"] ?? "";
    for (const flag of ["--fail-on", "--base", "--strict", "--write-baseline"]) expect(readme).toContain(`\`${flag}`);
    for (const rule of ["dropped-runs", "lock-bypassed"]) expect(pages["docs/rules.md"]).toContain(`\n## ${rule}\n`);
  });
});

describe("hand-written excerpts", () => {
  const dedented = (text: string): string => text.replaceAll(/^ +/gm, "");
  const sample = dedented(/<!-- sample -->(.*?)<!-- \/sample -->/s.exec(read("README.md"))?.[1] ?? "");

  it.each([["README.md"], ["docs/witness.md"]])("%s shows a witness as the program prints it", (page) => {
    const own = read(page).replace(/^[^]*<!-- \/sample -->/, "");
    const excerpt = /```text\n((?:(?!```).)*at the same time(?:(?!```).)*)```/s.exec(own)?.[1] ?? "no excerpt";
    expect(sample).toContain(dedented(excerpt));
  });
});

describe("fillMarked", () => {
  it("replaces what stands between the markers and nothing else", () => {
    const page = "before\n<!-- a -->\nold\n<!-- /a -->\nafter\n";
    expect(fillMarked(page, { a: "new" })).toBe("before\n<!-- a -->\n\nnew\n\n<!-- /a -->\nafter\n");
  });

  it("changes nothing the second time", () => {
    const once = fillMarked("<!-- a -->\n<!-- /a -->\n", { a: "x | y" });
    expect(fillMarked(once, { a: "x | y" })).toBe(once);
  });

  it("says which marker is missing", () => {
    expect(() => fillMarked("<!-- a -->\n", { a: "x" })).toThrow("<!-- /a -->");
  });
});
