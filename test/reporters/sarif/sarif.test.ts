import { readFileSync } from "node:fs";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { ReportFinding } from "../../../src/model/report.ts";
import type { SarifNotification, SarifResult, SarifRule } from "../../../src/reporters/sarif/log.ts";
import { sarif } from "../../../src/reporters/sarif.ts";
import type { RuleHelp } from "../../../src/reporters/view/options.ts";
import { HOSTILE, hostileReport, hostileSources } from "../../helpers/hostile-report.ts";
import { makeFinding, makeLocation, makeReport, makeRun } from "../../helpers/sample-report.ts";
import { NIGHTLY_YML, sampleSources } from "../../helpers/sample-sources.ts";

const ajv = new Ajv.default({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const schema = readFileSync(new URL("./sarif-schema-2.1.0.json", import.meta.url), "utf8");
const validate = ajv.compile(JSON.parse(schema));

const HELP: ReadonlyMap<string, RuleHelp> = new Map([
  [
    "concurrent-writers",
    {
      id: "concurrent-writers",
      severity: "warning",
      summary: "Two runs can write one target at the same time",
      docs: {
        what: "Reports a target that must have one writer at a time and can have two.",
        why: "The later writer fails on the lock, or overwrites the earlier one.",
        bad: "concurrency: deploy-${{ github.ref }}\n",
        good: "concurrency: deploy-prod\n",
        fix: "Gives both writers one group.",
      },
    },
  ],
]);

/** The schema proves the form; the tests below read single values of it. */
interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly SarifRule[] } };
  readonly invocations: readonly [{ readonly toolExecutionNotifications: readonly SarifNotification[] }];
  readonly results: readonly SarifResult[];
}

function run(findings: readonly ReportFinding[], sources = sampleSources): Run {
  const log = JSON.parse(sarif(makeReport({ findings }), { sources, rules: HELP })) as { runs: [Run] };
  return log.runs[0];
}

/** The one result of a report with this finding. */
function resultOf(finding: ReportFinding, sources = sampleSources): SarifResult {
  const { results } = run([finding], sources);
  expect(results).toHaveLength(1);
  return results[0]!;
}

function uriOf(result: SarifResult): string | undefined {
  return result.locations[0]?.physicalLocation.artifactLocation.uri;
}

function problems(text: string): unknown {
  return validate(JSON.parse(text)) ? [] : validate.errors;
}

describe("schema", () => {
  it("takes the sample report", () => {
    expect(problems(sarif(makeReport(), { sources: sampleSources, rules: HELP }))).toEqual([]);
  });

  it("takes a report whose every name is hostile", () => {
    expect(problems(sarif(hostileReport(), { sources: hostileSources() }))).toEqual([]);
  });

  it("takes an empty report", () => {
    const report = makeReport({ targets: [], findings: [], pipelines: [], limits: [], notUnderstood: [] });
    expect(problems(sarif(report, { sources: new Map() }))).toEqual([]);
  });

  it("can fail: the validator is the real one", () => {
    expect(validate({ version: "2.1.0", runs: [{ results: [] }] })).toBe(false);
  });
});

describe("rules", () => {
  it("carry help as text and markdown, and results point at them by index", () => {
    const { tool, results } = run([makeFinding()]);
    const rule = tool.driver.rules[results[0]!.ruleIndex]!;
    expect(rule.id).toBe("concurrent-writers");
    expect(rule.name).toBe("ConcurrentWriters");
    expect(rule.help.text).toContain("The later writer fails on the lock");
    expect(rule.help.markdown).toContain("```yaml\nconcurrency: deploy-prod\n```");
  });

  it("exist for a reported rule that nothing is known about", () => {
    const { tool, results } = run([makeFinding({ rule: "new-rule", severity: "note" })]);
    const rule = tool.driver.rules[results[0]!.ruleIndex]!;
    expect(rule.id).toBe("new-rule");
    expect(rule.help.text).toContain("signalbox explain new-rule");
  });
});

describe("a result", () => {
  it("links both runs of the witness, and says which group each declares", () => {
    const result = resultOf(makeFinding());
    const [first, second, group] = result.relatedLocations!;
    expect(first?.message?.text).toContain("push to main");
    expect(second?.message?.text).toContain("scheduled run, nightly.yml › reconcile, holds no group");
    expect(second?.physicalLocation.artifactLocation.uri).toBe(".github/workflows/nightly.yml");
    expect(group?.message?.text).toBe("Declares group deploy-refs/heads/main (workflow level)");
    expect(result.message.text).toContain("[push to main](1) and [scheduled run](2)");
  });

  it("keeps two runs of one job apart, though they are on one line", () => {
    const witness = { id: "w", runs: [makeRun(), makeRun({ ref: "refs/heads/release/1" })] };
    expect(resultOf(makeFinding({ witness })).message.text).toContain("[push to main](1) and [push to release/1](2)");
  });

  it("interleaves the runs as two threads", () => {
    const threads = resultOf(makeFinding()).codeFlows![0]!.threadFlows;
    expect(threads.map((thread) => thread.id)).toEqual(["run-1", "run-2"]);
    expect(threads[0]?.locations.map((step) => step.executionOrder)).toEqual([0, 2]);
  });

  it("has a fingerprint that does not move with the lines", () => {
    const moved = makeFinding({ locations: [makeLocation(".github/workflows/nightly.yml", 99)] });
    const before = resultOf(makeFinding());
    const after = resultOf(moved);
    expect(after.partialFingerprints).toEqual(before.partialFingerprints);
    expect(before.partialFingerprints["primaryLocationLineHash"]).toContain(makeFinding().fingerprint);
  });

  it("has a place even when the finding names none, since code scanning refuses it otherwise", () => {
    expect(uriOf(resultOf(makeFinding({ locations: [] })))).toBe(".github/workflows/deploy.yml");
  });

  it("encodes paths as URIs", () => {
    const result = resultOf(makeFinding({ locations: [makeLocation("a b/c#1%/d:e?.yml", 3)] }));
    expect(uriOf(result)).toBe("a%20b/c%231%25/d%3Ae%3F.yml");
  });

  it("keeps columns from 1 and ends after starts", () => {
    const broken = { file: "a.yml", line: 4, column: 7, endLine: 4, endColumn: 2 };
    const result = resultOf(makeFinding({ locations: [broken] }));
    expect(result.locations[0]?.physicalLocation.region).toEqual({
      startLine: 4,
      startColumn: 7,
      endLine: 4,
      endColumn: 7,
    });
  });
});

describe("messages", () => {
  it("hold no braces, which the standard keeps for placeholders, and keep the exact text beside", () => {
    const message = "group deploy-${{ github.ref }} of helm-release:{cluster}/web";
    const result = resultOf(makeFinding({ message }));
    expect(result.message.text).toContain("group deploy-‹github.ref› of helm-release:‹cluster›/web");
    expect(result.properties["message"]).toBe(message);
  });

  it("never become a link of the repository's making", () => {
    const result = resultOf(makeFinding({ message: HOSTILE.link, witness: { id: "w", runs: [] } }));
    expect(result.message.text).not.toMatch(/(?<!\\)\]\(/);
  });
});

describe("fixes", () => {
  it("replace a region of the file as it is", () => {
    const change = resultOf(makeFinding()).fixes![0]!.artifactChanges[0]!;
    const line = NIGHTLY_YML.split("\n").indexOf("jobs:") + 1;
    expect(change.artifactLocation.uri).toBe(".github/workflows/nightly.yml");
    expect(change.replacements).toEqual([
      {
        deletedRegion: { startLine: line, startColumn: 1, endLine: line, endColumn: 1 },
        insertedContent: { text: "concurrency:\n  group: terraform-prod-network\n\n" },
      },
    ]);
  });

  it("count columns past a byte-order mark and an emoji as editors do", () => {
    const text = "\ufeffa: 🚂 b\r\nc: d\r\n";
    const edits = [
      { file: "x.yml", start: text.indexOf("b"), end: text.indexOf("b") + 1, text: "" },
      { file: "x.yml", start: text.indexOf("d"), end: text.indexOf("d") + 1, text: "e" },
    ];
    const finding = makeFinding({ fix: { title: "t", safety: "safe", edits } });
    const [fix] = resultOf(finding, new Map([["x.yml", text]])).fixes!;
    expect(fix?.artifactChanges[0]?.replacements).toEqual([
      { deletedRegion: { startLine: 1, startColumn: 7, endLine: 1, endColumn: 8 } },
      {
        deletedRegion: { startLine: 2, startColumn: 4, endLine: 2, endColumn: 5 },
        insertedContent: { text: "e" },
      },
    ]);
  });

  it("are left out whole when one of their files is not at hand", () => {
    const { fix } = makeFinding();
    const edits = [...fix!.edits, { file: "gone.yml", start: 0, end: 0, text: "x" }];
    expect(resultOf(makeFinding({ fix: { ...fix!, edits } })).fixes).toBeUndefined();
  });

  it("say when they need a person", () => {
    const fix = { ...makeFinding().fix!, safety: "unsafe" as const };
    expect(resultOf(makeFinding({ fix })).fixes?.[0]?.description.text).toContain("review before applying");
  });
});

describe("limits of code scanning", () => {
  it("keep the 5,000 worst results and say how many are left out", () => {
    const notes = Array.from({ length: 5_000 }, (_, index) =>
      makeFinding({ severity: "note", fingerprint: `n${index}`, locations: [makeLocation("a.yml", index + 1)] }),
    );
    const { results, invocations } = run([...notes, makeFinding({ severity: "error", fingerprint: "worst" })]);
    expect(results).toHaveLength(5_000);
    expect(results[0]?.level).toBe("error");
    expect(invocations[0].toolExecutionNotifications[0]?.message.text).toContain("1 of 5001 results are left out");
  });

  it("keep fewer than 100 places of a result", () => {
    const locations = Array.from({ length: 400 }, (_, index) => makeLocation("a.yml", index + 1));
    const result = resultOf(makeFinding({ locations }));
    expect(result.locations.length + result.relatedLocations!.length).toBeLessThanOrEqual(100);
  });
});

it("is the same for the same report, and ends in one newline", () => {
  const once = sarif(makeReport(), { sources: sampleSources });
  expect(sarif(makeReport(), { sources: sampleSources })).toBe(once);
  expect(once.endsWith("}\n")).toBe(true);
});
