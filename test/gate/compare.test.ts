import { describe, expect, test } from "vitest";
import { applyBaseline, parseBaseline, printBaseline } from "../../src/gate/baseline.ts";
import { compareReports } from "../../src/gate/compare.ts";
import type { Report, ReportFinding } from "../../src/model/report.ts";
import { makeFinding, makeLocation, makeReport, makeRun, makeTarget } from "../helpers/sample-report.ts";

const STATE = "terraform-state:s3://acme/prod";

/** Writers, each given as `workflow#job`. */
function writersOf(
  jobs: readonly string[],
): readonly { readonly file: string; readonly job: string; readonly line: number }[] {
  return jobs.map((name, index) => {
    const [workflow = "", job = ""] = name.split("#");
    return { file: `${workflow}.yml`, job, line: 10 + index };
  });
}

/** A collision between jobs; the witness shows the first two. */
function collision(jobs: readonly string[], over: Partial<ReportFinding> = {}): ReportFinding {
  const writers = writersOf(jobs);
  return makeFinding({
    target: STATE,
    locations: writers.map(({ file, line }) => makeLocation(file, line)),
    witness: { id: "w", runs: writers.slice(0, 2).map(({ file, job, line }) => makeRun({ file, job, line })) },
    ...over,
  });
}

function reportOf(jobs: readonly string[], findings: readonly ReportFinding[]): Report {
  const writers = writersOf(jobs).map((writer) => ({ ...writer, command: "terraform apply" }));
  return makeReport({ targets: [makeTarget({ id: STATE, writers })], findings });
}

const pair = ["deploy#apply", "nightly#apply"];
const base = reportOf(pair, [collision(pair)]);

describe("what a change brings in", () => {
  test("nothing, when only lines moved", () => {
    const moved = collision(pair, { fingerprint: "other" });
    expect(compareReports(base, reportOf(pair, [moved]))).toMatchObject({ added: [], removed: [] });
  });

  test("a third writer that joins an old collision", () => {
    const three = [...pair, "rollback#apply"];
    const head = reportOf(three, [collision(three)]);
    expect(compareReports(base, head).added).toHaveLength(1);
    expect(compareReports(base, head).removed).toEqual([]);
  });

  test("not a writer that leaves a collision of three", () => {
    const three = [...pair, "rollback#apply"];
    const before = reportOf(three, [collision(three)]);
    expect(compareReports(before, base)).toMatchObject({ added: [], removed: [] });
  });

  test("the same collision with another cause", () => {
    const head = reportOf(pair, [collision(pair, { cause: "groups-differ" })]);
    const { added, removed } = compareReports(base, head);
    expect([added, removed].map((all) => all.map(({ cause }) => cause))).toEqual([["groups-differ"], ["no-group"]]);
  });

  test("the same collision, worse", () => {
    const worse = reportOf(pair, [collision(pair, { severity: "error" })]);
    expect(compareReports(base, worse)).toMatchObject({ added: [{ severity: "error" }], removed: [] });
    expect(compareReports(worse, base)).toMatchObject({ added: [], removed: [] });
  });

  test("a second broken file, told from the first by its fingerprint", () => {
    const broken = (name: string): ReportFinding => {
      const { witness: _witness, cause: _cause, fix: _fix, ...plain } = makeFinding();
      return { ...plain, rule: "unreadable-file", target: null, locations: [makeLocation(name, 1)], fingerprint: name };
    };
    const [one, two] = [broken("a.yml"), broken("b.yml")];
    const comparison = compareReports(makeReport({ findings: [one] }), makeReport({ findings: [one, two] }));
    expect(comparison).toMatchObject({ added: [{ fingerprint: "b.yml" }], removed: [] });
  });

  test("and what it removes, targets included", () => {
    const comparison = compareReports(base, makeReport({ targets: [makeTarget({ id: "new" })], findings: [] }));
    expect(comparison).toMatchObject({
      added: [],
      removed: [{ rule: "concurrent-writers" }],
      addedTargets: ["new"],
      removedTargets: [{ id: STATE }],
    });
  });
});

describe("a baseline", () => {
  const text = printBaseline(base);
  const entries = parseBaseline(text)!;

  test("hides what it was written from", () => {
    expect(applyBaseline(base, entries, text)).toMatchObject({ added: [], hidden: base.findings, idle: [] });
  });

  test("does not hide a third writer", () => {
    const three = [...pair, "rollback#apply"];
    expect(applyBaseline(reportOf(three, [collision(three)]), entries, text).added).toHaveLength(1);
  });

  test("says which entries match nothing any more, and on which line", () => {
    const { idle } = applyBaseline(reportOf(pair, []), entries, text);
    expect(idle).toMatchObject([{ entry: { rule: "concurrent-writers", target: STATE }, line: 4 }]);
  });

  test("is the same text whatever the order of the findings", () => {
    const more = [collision(pair), collision(pair, { cause: "same-run" })];
    expect(printBaseline(reportOf(pair, more))).toBe(printBaseline(reportOf(pair, [...more].reverse())));
  });

  test.each(["", "[]", "{}", '{"findings": [{"rule": 1}]}', '{"findings": [null]}'])("is not %j", (other) => {
    expect(parseBaseline(other)).toBeNull();
  });
});
