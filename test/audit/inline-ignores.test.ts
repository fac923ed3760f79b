import { describe, expect, it } from "vitest";
import { hidesHere, idleComments, inlineIgnores } from "../../src/audit/inline-ignores.ts";
import { locator } from "../../src/audit/locate.ts";
import type { Finding } from "../../src/model/finding.ts";
import { treeOf } from "../helpers/tree.ts";

const FILE = ".github/workflows/deploy.yml";
const WORKFLOW = `jobs:
  deploy:
    steps:
      # signalbox: ignore[concurrent-writers] because the registry accepts any order
      - run: docker push ghcr.io/acme/api:edge
      - run: helm upgrade api chart # signalbox: ignore[no-timeout]
`;

function findingAt(rule: string, words: string): Finding {
  const start = WORKFLOW.indexOf(words);
  return {
    rule,
    severity: "error",
    confidence: "high",
    target: "t",
    message: "m",
    spans: [{ file: FILE, start, end: start + words.length }],
    identity: [],
  };
}

describe("comments that hide findings", () => {
  const tree = treeOf({ [FILE]: WORKFLOW });
  const locate = locator(tree);
  const ignores = inlineIgnores(tree, locate);

  it("hide those of their rule on the next line, with a reason", () => {
    const [first] = ignores;
    expect(first).toMatchObject({ rules: ["concurrent-writers"], because: "the registry accepts any order" });
    expect(hidesHere(first!, findingAt("concurrent-writers", "docker push"), locate)).toBe(true);
    expect(hidesHere(first!, findingAt("cancel-mid-write", "docker push"), locate)).toBe(false);
    expect(hidesHere(first!, findingAt("concurrent-writers", "helm upgrade"), locate)).toBe(false);
  });

  it("hide nothing without a reason, and say so", () => {
    const [, second] = ignores;
    expect(hidesHere(second!, findingAt("no-timeout", "helm upgrade"), locate)).toBe(false);
    expect(idleComments(ignores, new Map([[ignores[0]!, new Set(["concurrent-writers"])]]))).toMatchObject([
      { rule: "stale-declaration", message: expect.stringContaining("no reason") },
    ]);
  });

  it("are reported when nothing is left that they hide", () => {
    expect(idleComments(ignores.slice(0, 1), new Map())).toMatchObject([
      { message: expect.stringContaining("hides no finding") },
    ]);
  });

  it.each([
    ["# signalbox: ignore because it is fine", "names no rule"],
    ["# signalbox: ignore[] because it is fine", "names no rule"],
    ["# signalbox: ignore[concurent-writers] because it is fine", "Did you mean concurrent-writers?"],
    ["# signalbox: ignore[no-timeout] it is fine", "gives no reason"],
    ["# signalbox:ignore[no-timeout, out-of-order] because it is fine\r", "Take out-of-order out of it."],
    ["// signalbox: ignore[out-of-order] because: it is fine", "hides no finding of out-of-order"],
  ])("say what is wrong with `%s`", (comment, words) => {
    const tf = treeOf({ "infra/main.tf": `terraform {\n  ${comment}\n}\n` });
    const all = inlineIgnores(tf, locator(tf));
    const faults = idleComments(all, new Map(all.map((one) => [one, new Set(["no-timeout"])])));
    expect(faults).toMatchObject([{ rule: "stale-declaration", message: expect.stringContaining(words) }]);
  });

  it("are quiet where every rule that they name has hidden something", () => {
    const all = inlineIgnores(tree, locate);
    expect(idleComments(all.slice(0, 1), new Map([[all[0]!, new Set(["concurrent-writers"])]]))).toEqual([]);
  });
});
