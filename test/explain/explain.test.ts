import { describe, expect, test } from "vitest";
import { describeKind, loadCatalogue } from "../../src/catalogue/index.ts";
import { explainKind } from "../../src/explain/kind.ts";
import { explainRule } from "../../src/explain/rule.ts";
import { explainTarget } from "../../src/explain/target.ts";
import { readCatalogueFiles } from "../../src/io/assets.ts";
import type { TargetPairs } from "../../src/model/pairs.ts";
import type { WitnessRun } from "../../src/model/report.ts";
import { meta } from "../../src/rules/concurrent-writers.ts";
import { hostileReport } from "../helpers/hostile-report.ts";
import { makeReport, makeTarget } from "../helpers/sample-report.ts";
import { sampleSources } from "../helpers/sample-sources.ts";

const plain = { sources: sampleSources, color: false, width: 100, notes: true };
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

const none: TargetPairs = { runs: [], pairs: [] };

function run(event: string): WitnessRun {
  return {
    file: "d.yml",
    job: "apply",
    line: 3,
    event,
    ref: "refs/heads/main",
    inputs: {},
    matrix: {},
    via: [],
    groups: [],
  };
}

describe("a target", () => {
  const report = makeReport();
  const shown = explainTarget(report, report.targets[0]!, none, plain);

  test("shows each answer with where it comes from", () => {
    expect(shown).toContain("  lock          rejects (S3 lock file), detected\n");
    expect(shown).toContain("                infra/backend.tf:5: use_lockfile = true\n");
    expect(shown).toContain("  recovery cost medium, catalogue\n");
    expect(shown).toContain("  capacity      not known, catalogue\n");
  });

  test("shows the way through the table and what is configured", () => {
    expect(shown).toContain("  policy        prevent\n                1. shape is single\n");
    expect(shown).toContain("  configured    no bound\n");
    expect(shown).toContain("  verdict       looser\n");
  });

  test("shows the two runs where a pair meets", () => {
    expect(shown).toContain("scheduled run (nightly.yml › reconcile) holds no group");
  });

  test("shows what each writer comes to, and for each pair what keeps it apart", () => {
    const target = makeTarget({ verdict: "matches" });
    const facts: TargetPairs = {
      runs: [
        [
          {
            start: "dispatch on any branch (d.yml)",
            leg: "",
            where: ["inputs.to is prod"],
            id: target.id,
            groups: ["tf"],
          },
        ],
      ],
      pairs: [
        { writers: [0, 0], apart: ["group tf held by both"], meetings: [] },
        {
          writers: [0, 1],
          apart: [],
          meetings: [{ cause: "no-group", witness: { id: "w-1", runs: [run("push"), run("schedule")] } }],
        },
      ],
    };
    const text = explainTarget(makeReport({ findings: [] }), target, facts, plain);
    expect(text).toContain('      dispatch on any branch (d.yml), where inputs.to is prod: group "tf"\n');
    expect(text).toContain("  [0] and a second run of it\n      apart: group tf held by both\n");
    expect(text).toContain(
      "  [0] and [1]\n      meet (no-group), witness w-1:\n        push on refs/heads/main, d.yml › apply: holds no group\n",
    );
    expect(text).not.toContain("Findings");
  });

  test("keeps hostile names from the terminal", () => {
    const hostile = hostileReport();
    for (const target of hostile.targets) expect(explainTarget(hostile, target, none, plain)).not.toMatch(CONTROL);
  });
});

test("a kind: its answers, what writes it, what only reads it, where that stands", () => {
  const tree = { paths: [], has: () => false, read: () => null, executable: () => false };
  const { catalogue } = loadCatalogue(readCatalogueFiles(), tree);
  const shown = explainKind(describeKind(catalogue, "helm-release")!, plain);
  expect(shown).toContain("helm-release: Helm release\n");
  expect(shown).toContain("lock: rejects (release record in state pending-*)");
  expect(shown).toMatch(/Writes\n {2}helm \{upgrade, install/);
  expect(shown).toMatch(/Only reads\n {2}helm \{template, lint, .*\n {6}/);
  expect(shown).toContain("https://helm.sh/docs/helm/helm_upgrade/");
});

test("a rule: what, why, an example and the same made right", () => {
  const shown = explainRule(meta, plain);
  expect(shown).toMatch(/^concurrent-writers \(error\)\n/);
  for (const heading of ["What", "Why", "Reported", "Instead", "Fix"]) expect(shown).toContain(`\n${heading}\n`);
  expect(shown).toContain("    concurrency: deploy-${{ github.ref }}");
  expect(shown.split("\n").filter((line) => line.length > 100 && !line.startsWith("    "))).toEqual([]);
});
