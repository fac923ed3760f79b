import { confidenceOfWriters, writersOf } from "./confidence.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import { missingRunbook, runbookFor } from "../audit/runbooks.ts";
import type { Finding } from "../model/finding.ts";
import { daysBetween, TESTED_WITHIN } from "../policy/invariants.ts";
import { writerIdentity, writerPlaces } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "no-recovery-path",
  severity: "note",
  summary: "Nobody has written down, or lately tried, how to get the target back.",
  docs: {
    what: "Recovery of this target is not cheap by nature, and no runbook with a date on which it was last tested (at most 90 days ago) is named in the config. A warning with `--strict`.",
    why: "When two applies have met, the way back should be known and tried, not looked for.",
    bad: "# signalbox.yml says nothing about database:production/*",
    good: 'targets:\n  - match: "database:*"\n    recovery: { runbook: docs/restore.md, last-tested: 2026-10-01 }',
    fix: "Unsafe: `--atomic` on Helm upgrades, which go back by themselves then. Left to people: write the runbook, try it, and name it with the date in signalbox.yml.",
  },
};

/** One note for each target whose recovery is not known to work. */
export function check(audit: Audit): readonly Finding[] {
  return audit.targets
    .filter(
      ({ invariants }) => invariants["recovery-known"] === "violated" || invariants["recovery-known"] === "unknown",
    )
    .map((target): Finding => {
      const found = target.recoveryPath?.runbook ? null : runbookFor(target.id, target.kind, audit.tree);
      return {
        rule: meta.id,
        severity: audit.strict ? "warning" : "note",
        confidence: confidenceOfWriters(writersOf(target)),
        target: target.id,
        message: `${messageOf(target, audit)}${found ? ` ${found.path} may be one: if it is, name it in signalbox.yml with the day on which it was last tried.` : ""}`,
        spans: [
          ...(target.recoveryPath ? [target.recoveryPath.span] : []),
          ...writerPlaces(target.presences),
          ...(found ? [found.span] : []),
        ],
        identity: [target.id, ...new Set(target.presences.map(writerIdentity))],
      };
    });
}

function messageOf(target: AuditedTarget, { today, tree }: Audit): string {
  const path = target.recoveryPath;
  const missing = missingRunbook(path, tree);
  if (missing !== null)
    return `signalbox.yml names ${missing} as the way to restore ${target.id}, but there is no such file in the repository.`;
  const known = target.answers.recovery.evidence
    .map(({ note }) => note)
    .filter((note) => note !== "")
    .join("; ");
  if (!path?.runbook && !path?.lastTested)
    return `No runbook says how ${target.id} is restored${known ? ` (a way back: ${known})` : ""}.`;
  if (!path.lastTested) return `${path.runbook} says how ${target.id} is restored, but not when that was last tried.`;
  const days = daysBetween(path.lastTested, today);
  return days > TESTED_WITHIN
    ? `Restoring ${target.id} was last tried on ${path.lastTested}, ${days} days ago; ${TESTED_WITHIN} are the most that count.`
    : `Restoring ${target.id} was tried on ${path.lastTested}, but no runbook is named.`;
}
