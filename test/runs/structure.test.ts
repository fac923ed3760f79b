import { describe, expect, it } from "vitest";
import { createStructures } from "../../src/runs/structure.ts";
import type { Constraint, Cube } from "../../src/values/cube.ts";
import { derive, mention, type Text } from "../../src/values/text.ts";
import type { Test, Variable } from "../../src/values/variable.ts";

const branch: Test = { id: "filter main", check: (value) => value === "main", examples: ["main"] };
const ref: Variable = { key: "github.ref", label: "github.ref", kind: "chosen", nonEmpty: true, tests: [branch] };

/** Another object that says the same. */
function same<T>(one: T): T {
  if (Array.isArray(one)) return one.map(same) as T;
  if (one instanceof Map) return new Map([...one].map(([key, value]) => [key, same(value)])) as T;
  if (typeof one !== "object" || one === null) return one;
  return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, same(value)])) as T;
}

describe("numbers of structures", () => {
  it("are one for two things that say the same", () => {
    const { cube, text } = createStructures();
    const one: Text = [
      "deploy-",
      ...mention(ref, "refs/heads/"),
      ...derive("upper", mention(ref), (v) => v.toUpperCase()),
    ];
    const known: Cube = new Map([["github.ref", { not: ["refs/heads/x"], tests: [{ test: branch, holds: false }] }]]);
    expect(text(same(one))).toBe(text(one));
    expect(cube(same(known))).toBe(cube(known));
  });

  const variables: readonly Partial<Variable>[] = [
    { key: "github.ref_name" },
    { label: "github.ref_name" },
    { kind: "constant" },
    { nonEmpty: false },
    { domain: ["main"] },
    { given: [["prod"]] },
    { base: "secrets.KEY" },
    { examples: ["main"] },
    { tests: [] },
    { tests: [{ ...branch, id: "filter release" }] },
    { tests: [{ ...branch, examples: ["main", "trunk"] }] },
    { tests: [{ ...branch, complete: true }] },
    { tests: [{ ...branch, edges: [{ before: "m", after: "n" }] }] },
  ];

  it.each(variables)("differ where a variable does: %o", (change) => {
    const { text } = createStructures();
    expect(text(mention({ ...ref, ...change }))).not.toBe(text(mention(ref)));
  });

  const free: Constraint = { not: [], tests: [] };
  const constraints: readonly Partial<Constraint>[] = [
    { within: ["main"] },
    { within: [] },
    { not: ["main"] },
    { tests: [{ test: branch, holds: true }] },
    { tests: [{ test: branch, holds: false }] },
    { unsure: true },
    { own: { not: [""], tests: [] } },
    { own: { not: [], tests: [] } },
    { equates: { one: ["a"], other: mention(ref), fold: false } },
    { equates: { one: ["a"], other: mention(ref), fold: true } },
    { equates: { one: mention(ref), other: ["a"], fold: false } },
  ];

  it("differ where what is known does", () => {
    const { cube } = createStructures();
    const all = [free, ...constraints.map((change) => ({ ...free, ...change }))];
    const numbers = all.map((constraint) => cube(new Map([["github.ref", constraint]])));
    expect(new Set(numbers).size).toBe(all.length);
    expect(cube(new Map([["github.sha", free]]))).not.toBe(numbers[0]);
  });

  it("differ where texts are cut at other places", () => {
    const { text } = createStructures();
    const texts: readonly Text[] = [
      ["a"],
      mention(ref),
      mention(ref, "a"),
      mention(ref, "", "a"),
      ["a", ...mention(ref)],
      derive("upper", mention(ref), (value) => value),
      derive("lower", mention(ref), (value) => value),
      derive("upper", mention(ref, "a"), (value) => value),
    ];
    expect(new Set(texts.map(text)).size).toBe(texts.length);
  });
});
