import type { Report, ReportFinding, ReportTarget, Severity } from "../model/report.ts";
import { type Identity, identitiesOf } from "./identity.ts";
import { makeKnown } from "./known.ts";

/** What a change does to a report. */
export interface Comparison {
  /** Findings that were not there, or were less severe. */
  readonly added: readonly ReportFinding[];
  readonly removed: readonly ReportFinding[];
  readonly addedTargets: readonly string[];
  readonly removedTargets: readonly ReportTarget[];
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/**
 * Compares the report of a change with the report of its base, by rule, target, cause and the writers' file and job.
 * What became more severe counts as added: a lock that was switched off makes a known collision a worse one.
 */
export function compareReports(base: Report, head: Report): Comparison {
  const before = identitiesOf(base);
  const after = identitiesOf(head);
  const known = makeKnown(before);
  const severities = new Map(before.map((identity, index) => [identity, base.findings[index]?.severity ?? "note"]));
  const kept = new Set<Identity>();
  const added = head.findings.filter((finding, index) => {
    const identity = after[index];
    if (identity === undefined) return true;
    const covering = known.covering(identity);
    for (const each of covering) kept.add(each);
    const worst = Math.min(...covering.map((each) => RANK[severities.get(each) ?? "note"]));
    return covering.length === 0 || RANK[finding.severity] < worst;
  });
  const still = makeKnown(after);
  const removed = base.findings.filter((_finding, index) => {
    const identity = before[index];
    return identity !== undefined && !kept.has(identity) && still.covering(identity).length === 0;
  });
  return { added, removed, ...compareTargets(base, head) };
}

function compareTargets(base: Report, head: Report): Pick<Comparison, "addedTargets" | "removedTargets"> {
  const old = new Set(base.targets.map(({ id }) => id));
  const present = new Set(head.targets.map(({ id }) => id));
  return {
    addedTargets: [...present].filter((id) => !old.has(id)).sort(),
    removedTargets: base.targets.filter(({ id }) => !present.has(id)),
  };
}
