import type { JobUnit } from "../runs/units.ts";
import type { Use } from "../runs/uses.ts";
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
  const usesOf = new Map<string, Use[]>();
  for (const use of audit.uses) {
    const key = keyOf(use.unit);
    const known = usesOf.get(key);
    if (known) known.push(use);
    else usesOf.set(key, [use]);
  }
  return [...usesOf.values()].flatMap((uses): readonly Finding[] => {
    const endless = uses.find(({ unit, act }) => unit.timeout === null && !act.limited);
    if (!endless) return [];
    const { unit } = endless;
    return [
      {
        rule: meta.id,
        severity: audit.strict ? "warning" : "note",
        confidence: confidenceOfWriters(uses),
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
