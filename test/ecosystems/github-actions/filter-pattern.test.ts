import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  filterTest,
  ignoreTest,
  leavesAny,
  namesOfPattern,
  matchesPattern,
  openPatterns,
} from "../../../src/ecosystems/github-actions/filter-pattern.ts";

/** The documented examples, with names beside them that must not match. */
const CHEAT_SHEET: readonly (readonly [pattern: string, matches: readonly string[], others: readonly string[]])[] = [
  ["feature/*", ["feature/my-branch", "feature/your-branch", "feature/"], ["feature", "feature/a/b", "my/feature/x"]],
  [
    "feature/**",
    ["feature/beta-a/my-branch", "feature/your-branch", "feature/mona/the/octocat"],
    ["feature", "features/x"],
  ],
  ["main", ["main"], ["Main", "mainline", "refs/heads/main", ""]],
  ["releases/mona-the-octocat", ["releases/mona-the-octocat"], ["releases/mona"]],
  ["*", ["main", "releases", "README.md", "server.rb", ""], ["all/the/branches"]],
  ["**", ["all/the/branches", "every/tag", "all/the/files.md", "main", ""], []],
  ["*feature", ["mona-feature", "feature", "ver-10-feature"], ["mona/feature", "feature-x"]],
  ["v2*", ["v2", "v2.0", "v2.9"], ["v1", "v2/x"]],
  ["v[12].[0-9]+.[0-9]+", ["v1.10.1", "v2.0.0"], ["v3.0.0", "v1.10", "v1.1.", "v1.a.1", "v1.10.1-rc"]],
  ["*.jsx?", ["page.js", "page.jsx"], ["page.jsxx", "src/page.js", "page.j"]],
  ["*.js", ["app.js", "index.js"], ["js/index.js"]],
  ["**.js", ["index.js", "js/index.js", "src/js/app.js"], ["index.jsx"]],
  ["docs/*", ["docs/README.md", "docs/file.txt"], ["docs/mona/octocat.txt", "docs"]],
  ["docs/**", ["docs/README.md", "docs/mona/octocat.txt"], ["docs", "mydocs/x"]],
  [
    "docs/**/*.md",
    ["docs/README.md", "docs/mona/hello-world.md", "docs/a/markdown/file.md"],
    ["docs/a.txt", "README.md"],
  ],
  ["**/docs/**", ["docs/hello.md", "dir/docs/my-file.txt", "space/docs/plan/space.doc"], ["mydocs/x", "docs"]],
  ["**/README.md", ["README.md", "js/README.md"], ["myREADME.md", "README.md/x"]],
  ["**/*src/**", ["a/src/app.js", "my-src/code/js/app.js", "src/x"], ["a/b/c", "src"]],
  ["**/*-post.md", ["my-post.md", "path/their-post.md"], ["post.md"]],
  ["**/migrate-*.sql", ["migrate-10909.sql", "db/migrate-v1.0.sql", "db/sept/migrate-v1.sql"], ["db/migrate.sql"]],
  ["Octoc?t", ["Octoct", "Octot"], ["Octocat", "Octocct"]],
  ["[CB]at", ["Cat", "Bat"], ["cat", "Rat", "CBat"]],
  ["[1-2]00", ["100", "200"], ["300", "-00"]],
  ["[0-9a-f]", ["7", "c"], ["g", "F", "77"]],
  ["release/\\*", ["release/*"], ["release/1"]],
  ["a\\+b", ["a+b"], ["aab", "a\\+b"]],
  ["c++", ["c", "ccc"], ["c++"]],
  ["[open", ["[open"], ["o"]],
  ["+1", ["+1"], ["1"]],
  ["x!y", ["x!y"], ["xy"]],
  ["*?", ["anything", ""], ["a/b"]],
];

describe("one pattern", () => {
  test.each(CHEAT_SHEET)("%s", (pattern, matches, others) => {
    for (const name of matches) expect([name, matchesPattern(pattern, name)]).toEqual([name, true]);
    for (const name of others) expect([name, matchesPattern(pattern, name)]).toEqual([name, false]);
  });

  test("stands for as many names as it says, where these are few", () => {
    expect(["main", "release/\\*", "v*", "fix?es", "v[1-3]", "v[0-9]+", "!main", "+x"].map(namesOfPattern)).toEqual([
      ["main"],
      ["release/*"],
      null,
      ["fies", "fixes"],
      ["v1", "v2", "v3"],
      null,
      null,
      ["+x"],
    ]);
  });
});

describe("a list", () => {
  test.each([
    [["*.md", "!README.md"], ["hello.md"], ["README.md", "docs/hello.md"]],
    [["*.md", "!README.md", "README*"], ["hello.md", "README.md", "README.doc"], ["docs/hello.md"]],
    [
      ["releases/**", "!releases/**-alpha"],
      ["releases/10", "releases/beta/mona"],
      ["releases/10-alpha", "releases/beta/3-alpha"],
    ],
    [["!main"], [], ["main", "develop"]],
    [["\\!main"], ["!main"], ["main"]],
  ])("%j: the last match decides", (patterns, admitted, others) => {
    const { check } = filterTest(patterns);
    expect(admitted.filter(check)).toEqual(admitted);
    expect(others.filter(check)).toEqual([]);
  });

  test.each([
    [["release/*", "!release/*"], []],
    [["release/*", "!release/**", "main"], []],
    [["release/**", "!release/*"], ["release/**"]],
    [["v[0-9]+", "!v*"], []],
    [["v*", "!v[0-9]+"], ["v*"]],
    [["m*", "!m*", "ma?in"], []],
    [["a*", "b*", "!a*"], ["b*"]],
    [
      ["release/*", "!release/*", "release/1*"],
      ["release/*", "release/1*"],
    ],
    [["main", "!dev"], []],
  ])("%j keeps of its patterns those that still let a name in: %j", (patterns, open) => {
    expect(openPatterns(patterns)).toEqual(open);
  });

  test("of ignored names leaves none where it ignores all", () => {
    expect([["**"], ["*", "**/*"], ["*"], ["main"], ["**", "!main"]].map(leavesAny)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  test("of ignored names takes everything else", () => {
    const { check } = ignoreTest(["main", "mona/octocat", "releases/**-alpha"]);
    expect(["develop", "releases/1"].filter(check)).toEqual(["develop", "releases/1"]);
    expect(["main", "mona/octocat", "releases/x/3-alpha"].filter(check)).toEqual([]);
  });
});

/** Patterns of the kinds that people write, with the shape of the names they are for. */
const piece = fc.constantFrom(
  "*",
  "**",
  "**/",
  "/",
  "v",
  "a",
  "release",
  "[0-9]",
  "[a-c]",
  "a?",
  "b+",
  "[0-9]+",
  ".",
  "-",
  "\\*",
);
const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
const name = fc
  .array(fc.constantFrom("v", "a", "b", "bb", "1", "/", ".", "-", "release", "*"), { maxLength: 8 })
  .map((pieces) => pieces.join(""));

/** The same language as a regular expression, written independently of the matcher. */
function asRegExp(text: string): RegExp {
  const source = text.replaceAll(
    /\\(.)|(^|\/)\*\*+\/|\*\*+|\*|\[[^\]]+\]|[?+]|[.\-/$^(){}|]/g,
    (token, escaped: string | undefined, before: string | undefined) => {
      if (escaped !== undefined) return `\\${escaped}`;
      if (before !== undefined) return `${before}(?:[^]*/)?`;
      if (token.startsWith("**")) return "[^]*";
      if (token === "*") return "[^/]*";
      return token.startsWith("[") || token === "?" || token === "+" ? token : `\\${token}`;
    },
  );
  return new RegExp(`^(?:${source})$`);
}

describe("for any pattern", () => {
  test("the matcher agrees with a regular expression of the same language", () => {
    // Left out: quantifiers that JavaScript reads differently (`+?`, `*+`), and folders that share a slash here.
    const plain = pattern.filter((text) => !/[*+?][+?]|\*\*\/\*\*/.test(text));
    fc.assert(
      fc.property(plain, name, (text, value) => {
        expect(matchesPattern(text, value)).toBe(asRegExp(text).test(value));
      }),
      { numRuns: 5_000 },
    );
  });

  test("examples pass, and there is at least one", () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), (patterns) => {
        const { check, examples } = filterTest(patterns);
        expect(examples.filter(check)).toEqual(examples);
        expect(examples.length).toBeGreaterThan(0);
      }),
    );
  });

  test("a list of which some name is left over says so", () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), name, (patterns, value) => {
        fc.pre(/^[^*]+$/.test(value) && ignoreTest(patterns).check(value));
        expect(leavesAny(patterns)).toBe(true);
      }),
    );
  });

  test("of few names matches these and nothing else", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), name, (text, other) => {
        const names = namesOfPattern(text);
        fc.pre(names !== null);
        expect(names.filter((one) => !matchesPattern(text, one))).toEqual([]);
        expect(matchesPattern(text, other)).toBe(names.includes(other));
      }),
    );
  });

  test("a pattern that makes backtracking matchers explode takes no time", () => {
    const started = performance.now();
    expect(matchesPattern(`${"*a".repeat(200)}b`, "a".repeat(2_000))).toBe(false);
    expect(matchesPattern(`${"**/".repeat(200)}b`, "a/".repeat(2_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
