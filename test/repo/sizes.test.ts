import { beforeAll, describe, expect, it } from "vitest";
import { inspect, type Inspected } from "./functions.ts";
import { read, tracked } from "./sources.ts";

/** Text of other languages that stands in a function. */
const NOT_PROGRAM = /^src\/locks\/migrations\//;

const sources = tracked("src").filter((file) => file.endsWith(".ts") && !file.startsWith("src/generated/"));
const programs = tracked("src", "test", "scripts", "bench", "action").filter((file) => /\.(?:ts|mjs)$/.test(file));
const linesOf = (file: string): number => read(file).split("\n").length - 1;

describe("file sizes", () => {
  const sorted = sources.map(linesOf).sort((a, b) => a - b);
  const share = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;

  it("has a median below 80 lines and nine of ten files below 250", () => {
    expect(share(0.5)).toBeLessThan(80);
    expect(share(0.9)).toBeLessThan(250);
  });

  it("has no source file above 400 lines", () => {
    expect(sources.filter((file) => linesOf(file) > 400)).toEqual([]);
  });

  it("has no test above 500 lines", () => {
    expect(tracked("test").filter((file) => file.endsWith(".ts") && linesOf(file) > 500)).toEqual([]);
  });
});

describe("code", () => {
  let inspected: readonly Inspected[] = [];
  beforeAll(() => {
    inspected = sources.map(inspect);
  }, 120_000);

  it("has no function above 50 lines", () => {
    const long = inspected.flatMap(({ functions }) => functions).filter(({ lines }) => lines > 50);
    expect(long.filter(({ file }) => !NOT_PROGRAM.test(file))).toEqual([]);
  });

  it("has no any, no default export, no enum, no namespace and no class but errors", () => {
    expect(inspected.flatMap(({ odd }) => odd)).toEqual([]);
  });

  it("has names in kebab-case", () => {
    const names = programs.filter((file) => !/^[a-z0-9.-]+$/.test(file.split("/").at(-1) ?? ""));
    expect(names).toEqual([]);
  });
});
