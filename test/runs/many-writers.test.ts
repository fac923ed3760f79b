import { beforeAll, describe, expect, it } from "vitest";
import type { Auditor } from "../../src/audit/index.ts";
import { openAuditor } from "../helpers/auditor.ts";
import { treeOf } from "../helpers/tree.ts";

let engine: Auditor;
beforeAll(async () => {
  engine = await openAuditor();
});

/** So many workflows that write one target, each under a group of its own or of all. */
function audited(count: number, group: (name: string) => string) {
  const names = Array.from({ length: count }, (_, index) => `w${index}`);
  const text = (name: string): string =>
    `on: { push: { branches: [main] } }\nconcurrency: ${group(name)}\njobs:\n  deploy:\n    runs-on: x\n    steps:\n      - run: helm upgrade --install web ./chart\n`;
  const tree = treeOf(Object.fromEntries(names.map((name) => [`.github/workflows/${name}.yml`, text(name)])));
  const { audit, findings } = engine.audit(tree);
  const [target] = audit.targets;
  if (!target) throw new Error("no target");
  const pairs = (list: readonly { readonly a: object; readonly b: object }[]): number => new Set(list).size;
  return {
    target,
    finding: findings.find(({ rule }) => rule === "concurrent-writers"),
    limits: audit.limits.map(({ what }) => what),
    listed: pairs(target.encounters.meetings) + pairs(target.encounters.apart),
  };
}

describe("many workflows that write one target", () => {
  const own = (name: string): string => `${name}-\${{ github.ref }}`;

  it("are all in the finding, though only so many pairs are listed, which is said", () => {
    const few = audited(6, own);
    const many = audited(70, own);
    expect(few.limits).toEqual([]);
    expect([few.target.configured.limit, many.target.configured.limit]).toEqual([6, 70]);
    expect([many.finding?.severity, many.finding?.cause, many.finding?.confidence]).toEqual([
      few.finding?.severity,
      few.finding?.cause,
      few.finding?.confidence,
    ]);
    expect(new Set(many.finding?.spans.map(({ file }) => file)).size).toBe(70);
    expect(many.listed).toBeLessThan(3 * 70);
    const unlisted = (70 * 71) / 2 - many.listed;
    expect(many.limits).toEqual([
      `${unlisted} pairs of writers of helm-release:-/default/web are not listed one by one, since each is like one that is`,
    ]);
  });

  it("are one at a time behind one group, and each is in the proof", () => {
    const { target, finding } = audited(70, () => "web");
    expect(target.configured.limit).toBe(1);
    expect(target.verdict).toBe("matches");
    expect(finding).toBeUndefined();
    const files = target.encounters.apart.flatMap(({ a, b }) => [a, b]).map(({ use }) => use.unit.file);
    expect(new Set(files).size).toBe(70);
  });

  it("count as many as there are groups", () => {
    const { target } = audited(70, (name) => `web-${Number(name.slice(1)) % 30}`);
    expect(target.configured.limit).toBe(30);
  });

  it("are told apart by what is not alike", () => {
    // Two of them share a group, whichever pair of others is listed for all.
    const { target, finding } = audited(70, (name) => (name === "w31" || name === "w64" ? "shared" : own(name)));
    expect(target.configured.limit).toBe(69);
    expect(new Set(finding?.spans.map(({ file }) => file)).size).toBe(70);
    expect(target.encounters.apart.map(({ by }) => by)).toContain("group shared held by both");
  });
});
