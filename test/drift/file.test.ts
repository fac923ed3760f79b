import { describe, expect, it } from "vitest";
import { emptyConfig } from "../../src/config/empty.ts";
import { buildState } from "../../src/drift/build.ts";
import { dateIn, daysBetween, expiryIn } from "../../src/drift/dates.ts";
import { parseState } from "../../src/drift/parse.ts";
import { printState } from "../../src/drift/print.ts";
import type { Config, TargetConfig } from "../../src/model/config.ts";
import { hostileReport } from "../helpers/hostile-report.ts";
import { makeReport } from "../helpers/sample-report.ts";

const when = { today: "2026-11-29", commit: "c".repeat(40) };
const span = { file: "signalbox.yml", start: 0, end: 0 };

function entry(over: Partial<TargetConfig>): TargetConfig {
  const answers = { shape: null, lock: null, recovery: null, blastRadius: null, capacity: null };
  return {
    match: "*",
    policy: null,
    limit: null,
    answers,
    recoveryPath: null,
    sameAs: null,
    because: null,
    measured: null,
    until: null,
    span,
    ...over,
  };
}

describe("the recorded state", () => {
  it("has targets sorted, with answers and their sources, without lines that move", () => {
    const { targets } = buildState(makeReport(), emptyConfig, when);
    expect(targets.map((target) => target.id)).toEqual([...targets.map((target) => target.id)].sort());
    const [state] = targets.filter((target) => target.kind === "terraform-state");
    expect(state?.answers.lock).toEqual({ value: "rejects", mechanism: "S3 lock file", source: "detected" });
    expect(state?.writers).toEqual([".github/workflows/deploy.yml#apply", ".github/workflows/nightly.yml#reconcile"]);
    expect(state?.evidence).toEqual(["infra/backend.tf"]);
    expect(printState(buildState(makeReport(), emptyConfig, when))).not.toContain('"line"');
  });

  it("has what was declared, its dates, and how much it still applies to", () => {
    const config: Config = {
      ...emptyConfig,
      targets: [
        entry({
          match: "ansible-fleet:*",
          answers: { ...entry({}).answers, capacity: 5 },
          because: "measured 2026-08",
        }),
        entry({ match: "database:*", recoveryPath: { runbook: "docs/restore.md", lastTested: "2026-10-01", span } }),
        entry({ match: "gone:*", policy: { decision: "allow", limit: null }, because: "harmless until 2027-01-31" }),
      ],
      ignore: [
        { rule: "over-restricted", target: "image-build:*", because: "one builder until January", until: null, span },
      ],
    };
    expect(buildState(makeReport(), config, when).declarations).toEqual([
      {
        type: "capacity",
        match: "ansible-fleet:*",
        value: 5,
        because: "measured 2026-08",
        measured: "2026-08-31",
        targets: 1,
      },
      {
        type: "ignore",
        rule: "over-restricted",
        match: "image-build:*",
        because: "one builder until January",
        until: null,
        hidden: 2,
      },
      {
        type: "policy",
        match: "gone:*",
        decision: "allow",
        limit: null,
        because: "harmless until 2027-01-31",
        until: "2027-01-31",
        targets: 0,
      },
      { type: "runbook", match: "database:*", runbook: "docs/restore.md", lastTested: "2026-10-01", targets: 1 },
    ]);
  });

  it("reads back as it was written, whatever the names hold", () => {
    for (const report of [makeReport(), hostileReport()]) {
      const state = buildState(report, emptyConfig, when);
      expect(parseState("signalbox.lock.json", printState(state))).toEqual({ ok: true, state });
    }
  });

  it("changes one line for one answer", () => {
    const state = buildState(makeReport(), emptyConfig, when);
    const [first, ...others] = state.targets;
    const answers = { ...first!.answers, recovery: { value: "high", source: "declared" } as const };
    const lines = printState({ ...state, targets: [{ ...first!, answers }, ...others] }).split("\n");
    const differing = printState(state)
      .split("\n")
      .filter((line, index) => line !== lines[index]);
    expect(differing).toHaveLength(1);
    expect(differing[0]).toContain('"recovery"');
  });
});

describe("a lock file that cannot be read says why, and what to do", () => {
  it.each([
    ["{", "is not JSON"],
    ["[]", "the whole file must be object"],
    ['{"schemaVersion": 2}', "signalbox drift --record"],
    ["<<<<<<< HEAD\n{}", "holds the marks of a merge that is not finished"],
  ])("%s", (text, problem) => {
    const parsed = parseState("signalbox.lock.json", text);
    expect(parsed.ok ? "" : parsed.problem).toContain(problem);
    expect(parsed.ok ? "" : parsed.problem).toMatch(/^signalbox\.lock\.json: /);
  });
});

describe("dates in reasons", () => {
  it("are days, or months up to their last day", () => {
    expect(dateIn("measured 2026-08-14: the gateway saturates at 6")).toBe("2026-08-14");
    expect(dateIn("measured 2026-02")).toBe("2026-02-28");
    expect(dateIn("measured 2028-02")).toBe("2028-02-29");
    expect(dateIn("see ticket 2026-1")).toBeNull();
    expect(dateIn(null)).toBeNull();
  });

  it("are an end only after a word that says so", () => {
    expect(expiryIn("decided 2026-01-01, holds until 2027-01-31")).toBe("2027-01-31");
    expect(expiryIn("decided 2026-01-01")).toBeNull();
  });

  it("count across months and leap days", () => {
    expect(daysBetween("2028-02-28", "2028-03-01")).toBe(2);
    expect(daysBetween("2026-08-31", "2026-11-29")).toBe(90);
  });
});
