import type { JobUnit } from "../runs/units.ts";
import { confidenceOfWriters } from "./confidence.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "no-timeout",
  severity: "note",
  summary: "A job that writes has no time limit.",
  docs: {
    what: "Neither the job nor its writing steps have `timeout-minutes`, so a hung deploy goes on for six hours. A warning with `--strict`.",
    why: "It holds its concurrency group all that time: later runs wait behind it, or are dropped.",
    bad: "jobs:\n  apply:\n    runs-on: ubuntu-latest",
    good: "jobs:\n  apply:\n    runs-on: ubuntu-latest\n    timeout-minutes: 30",
    fix: "Left to people: only they know how long the deploy may take.",
  },
};

/** One note for each job. */
export function check(audit: Audit): readonly Finding[] {
  const seen = new Set<string>();
  return audit.uses.flatMap(({ unit, act }): readonly Finding[] => {
    const key = keyOf(unit);
    if (unit.timeout !== null || act.limited || seen.has(key)) return [];
    seen.add(key);
    return [
      {
        rule: meta.id,
        severity: audit.strict ? "warning" : "note",
        confidence: confidenceOfWriters(audit.uses.filter((use) => keyOf(use.unit) === key)),
        target: null,
        message: `Job ${unit.job} writes and has no \`timeout-minutes\`: when it hangs, it holds its place for six hours.`,
        spans: [unit.span],
        identity: [unit.file, unit.job],
      },
    ];
  });
}

function keyOf({ file, job }: JobUnit): string {
  return `${file}#${job}`;
}
