import { describe, expect, it } from "vitest";
import { cyclesIn } from "./cycles.ts";
import { DEBTS, EDGES, MAY_LOAD, PURE_MODULES, RECURSIVE } from "./layers.ts";
import { folderOf, importsOf, read, tracked, type Import } from "./sources.ts";

const files = tracked("src").filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"));
const imports = files.flatMap(importsOf);
const show = ({ from, to }: Import): string => `${from} → ${to}`;

describe("layers", () => {
  it("knows every folder of src", () => {
    const folders = new Set(files.map(folderOf));
    expect([...folders].filter((folder) => !Object.hasOwn(MAY_LOAD, folder))).toEqual([]);
  });

  it("loads code only along the table of test/repo/layers.ts", () => {
    const wrong = imports.filter(({ from, to, package: other, typesOnly }) => {
      if (other || typesOnly || !to.startsWith("src/")) return false;
      const [own, its] = [folderOf(from), folderOf(to)];
      // What only has types in it may be imported by anybody.
      return own !== its && its !== "model" && !(MAY_LOAD[own] ?? []).includes(its);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it("has a model and values that know nobody", () => {
    const allowed: Readonly<Record<string, readonly string[]>> = {
      model: ["model", "values"],
      values: ["values", "model"],
    };
    const wrong = imports.filter(({ from, to }) => allowed[folderOf(from)]?.includes(folderOf(to)) === false);
    expect(wrong.filter(({ to }) => !PURE_MODULES.includes(to)).map(show)).toEqual([]);
  });

  it("touches disk, processes and network only at the edges", () => {
    const wrong = imports.filter(
      ({ from, to }) => to.startsWith("node:") && !PURE_MODULES.includes(to) && !EDGES.includes(folderOf(from)),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it("has rules that know no other rule", () => {
    const listed = importsOf("src/rules/index.ts").filter(({ lazy }) => lazy);
    const rules = new Set(listed.map(({ to }) => to));
    const wrong = imports.filter(({ from, to }) => rules.has(to) && rules.has(from));
    expect(wrong.map(show).filter((edge) => !DEBTS.includes(edge))).toEqual([]);
  });

  it("has formats that know no other format", () => {
    const format = (file: string): string => file.split("/")[2]?.replace(/\.ts$/, "") ?? "";
    const wrong = imports.filter(({ from, to }) => {
      if (folderOf(from) !== "reporters" || folderOf(to) !== "reporters") return false;
      if (from === "src/reporters/index.ts") return false;
      return format(from) !== format(to) && !["view", "index"].includes(format(to));
    });
    // The job summary is the review comment: one is defined as the other.
    expect(wrong.filter(({ from }) => !from.startsWith("src/reporters/github")).map(show)).toEqual([]);
  });
});

describe("files", () => {
  /** Where a program, a test runner or a script comes in. */
  const ENTRIES = ["src/cli.ts", "src/index.ts", "src/locks/watchdog/main.ts"];

  it("are all used by the program, a generator or a test", () => {
    const outside = tracked("test", "scripts", "bench").filter((file) => /\.(?:ts|mjs)$/.test(file));
    const texts = outside.map(read).join("\n");
    const loaded = new Set([...ENTRIES, ...imports.map(({ to }) => to)]);
    const idle = files.filter((file) => !loaded.has(file) && !file.startsWith("src/generated/"));
    const unknown = idle.filter((file) => !texts.includes(file.replace(/^src\//, "")));
    expect(unknown.filter((file) => !DEBTS.includes(file))).toEqual([]);
  });
});

describe("cycles", () => {
  it("exist only where what is worked through is nested in itself", () => {
    const loaded = (file: string): readonly string[] =>
      importsOf(file).flatMap(({ to, typesOnly, lazy }) => (typesOnly || lazy ? [] : [to]));
    const graph = new Map(files.map((file) => [file, loaded(file)] as const));
    const nested = (cycle: readonly string[]): boolean =>
      RECURSIVE.some((folder) => cycle.every((file) => folder.test(file)));
    const wrong = cyclesIn(graph).filter((cycle) => !nested(cycle));
    expect(wrong.map((cycle) => cycle.join(" ↔ ")).filter((cycle) => !DEBTS.includes(cycle))).toEqual([]);
  });

  it("are found where there are any", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["b", "d"]],
      ["d", []],
      ["e", ["a"]],
    ]);
    expect(cyclesIn(graph)).toEqual([["b", "c"]]);
  });
});
