import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterTest } from "../../../src/ecosystems/github-actions/filter-pattern.ts";
import { refGate } from "../../../src/ecosystems/github-actions/ref-locks.ts";
import { covers, fitsPattern } from "../../../src/ecosystems/github-actions/ref-pattern.ts";
import type { LockedRefs } from "../../../src/model/online.ts";

describe("patterns of rulesets", () => {
  it.each([
    ["main", "main", true],
    ["main", "main2", false],
    ["v*", "v1.2", true],
    ["v*", "v1/2", false],
    ["release/*", "release/7", true],
    ["release/**/*", "release/7", true],
    ["release/**/*", "release/7/hot", true],
    ["release/**/*", "release", false],
    ["**/*", "a/b/c", true],
    ["~ALL", "a/b", true],
    ["v?", "v1", true],
    ["v?", "v12", false],
    ["v1.0", "v1x0", false],
    ["[v]1", "v1", null],
    ["v{1,2}", "v1", null],
  ])("%s and %s: %s", (pattern, name, fits) => {
    expect(fitsPattern(pattern, name)).toBe(fits);
  });

  it("cover a filter only where they fit every name that the filter lets in", () => {
    const pattern = fc
      .array(fc.constantFrom("a", "b/", "*", "**", "**/", "?", "v", "1", "."), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(pattern, pattern, (wide, narrow) => {
        if (!covers(wide, narrow)) return;
        for (const name of filterTest([narrow]).examples.filter((one) => !/\/\/|^\/|\/$|(?:^|\/)\.|^$/u.test(one)))
          expect([wide, narrow, name, fitsPattern(wide, name)]).toEqual([wide, narrow, name, true]);
      }),
      { numRuns: 3_000 },
    );
    expect([
      covers("v*", "v*"),
      covers("v*", "v1.*"),
      covers("**/*", "x/**"),
      covers("a/**/*", "a/**"),
      covers("main", "main"),
    ]).toEqual([true, true, true, true, true]);
    expect([covers("v*", "*"), covers("v*", "v**"), covers("a/*", "a/*/b"), covers("v1*", "v*")]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("names within reach", () => {
  const lock = (more: Partial<LockedRefs>): LockedRefs => ({
    kind: "tag",
    include: ["v*"],
    exclude: [],
    creation: false,
    update: false,
    deletion: false,
    existing: ["v1"],
    ...more,
  });
  const within = (locks: readonly LockedRefs[], name: string): string =>
    (["push", "stand", "make"] as const)
      .filter((use) => refGate(locks, "tag", use)?.test.check(name) ?? true)
      .join(" ");

  it.each([
    ["nothing is locked", lock({}), "push stand make", "push stand make"],
    ["none can be made", lock({ creation: true }), "push stand", ""],
    ["none can be moved, but made anew", lock({ update: true }), "push stand make", "push stand make"],
    ["none can be moved or deleted", lock({ update: true, deletion: true }), "stand", "push stand make"],
    ["none can be made or moved", lock({ update: true, creation: true }), "stand", ""],
    ["all is locked", lock({ update: true, creation: true, deletion: true }), "stand", ""],
    [
      "all is locked but this",
      lock({ update: true, creation: true, deletion: true, exclude: ["v1", "v2"] }),
      "push stand make",
      "push stand make",
    ],
    [
      "an exception cannot be read",
      lock({ creation: true, update: true, exclude: ["[x]"] }),
      "push stand make",
      "push stand make",
    ],
  ])("where %s: one that is there, one that is not", (_what, locked, there, missing) => {
    expect([within([locked], "v1"), within([locked], "v2")]).toEqual([there, missing]);
    expect(within([locked], "other")).toBe("push stand make");
  });

  it("two rulesets lock together what neither locks alone", () => {
    expect(within([lock({ update: true }), lock({ include: ["v1"], deletion: true, creation: true })], "v1")).toBe(
      "stand",
    );
  });

  it("a filter's pattern is shut only where nothing of it is there or left out", () => {
    const shuts = (more: Partial<LockedRefs>, pattern = "v*"): boolean | undefined =>
      refGate([lock({ creation: true, update: true, existing: [], ...more })], "tag", "stand")?.shuts(pattern);
    expect([
      shuts({}),
      shuts({ existing: ["v1"] }),
      shuts({ exclude: ["v9"] }),
      shuts({}, "*"),
      shuts({ creation: false }),
    ]).toEqual([true, false, false, false, false]);
  });
});
