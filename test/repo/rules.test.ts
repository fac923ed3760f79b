import { beforeAll, describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { loadRules, RULES } from "../../src/rules/index.ts";
import type { RuleMeta } from "../../src/rules/types.ts";
import { read, tracked } from "./sources.ts";

/** Examples in which the point is that they are not, or that stand in a file of another form. */
const NOT_YAML: readonly string[] = ["unreadable-file", "over-capacity"];

let metas: readonly RuleMeta[] = [];
beforeAll(async () => {
  metas = (await loadRules()).map(({ meta }) => meta);
});

describe.each(Object.keys(RULES))("rule %s", (id) => {
  const meta = (): RuleMeta => metas.find((one) => one.id === id) as RuleMeta;

  it("has a file, an id and a function of one name", () => {
    expect(tracked(`src/rules/${id}.ts`)).toEqual([`src/rules/${id}.ts`]);
    expect(meta()?.id).toBe(id);
  });

  it("says what it finds and why in whole sentences", () => {
    const { what, why, fix } = meta().docs;
    for (const text of [meta().summary, what, why, fix]) expect(text).toMatch(/[.)]$/);
  });

  it.skipIf(NOT_YAML.includes(id))("has examples that are YAML", () => {
    for (const text of [meta().docs.bad, meta().docs.good]) expect(parseDocument(text).errors).toEqual([]);
  });

  it("can be ignored in the config, and has a place in the documentation", () => {
    expect(read("policies/schema/config.schema.json")).toContain(`"${id}"`);
    expect(read("docs/rules.md")).toContain(`\n## ${id}\n`);
  });
});

describe("rules", () => {
  it("are all registered", () => {
    const withMeta = tracked("src/rules").filter((file) => /^export const meta\b/m.test(read(file)));
    expect(withMeta.map((file) => file.replace(/^.*\/|\.ts$/g, "")).sort()).toEqual(Object.keys(RULES).sort());
  });

  it("are the ones that the config's schema lists", () => {
    const schema = JSON.parse(read("policies/schema/config.schema.json")) as {
      readonly $defs: { readonly rule: { readonly enum: readonly string[] } };
    };
    expect([...schema.$defs.rule.enum].sort()).toEqual(Object.keys(RULES).sort());
  });
});
