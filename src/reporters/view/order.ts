import type { ReportFinding, ReportTarget, Severity } from "../../model/report.ts";
import type { Verdict } from "../../model/policy.ts";

const SEVERITY: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };
const VERDICT: Readonly<Record<Verdict, number>> = { looser: 0, unknown: 1, tighter: 2, matches: 3 };

/** Worst first; within one severity by file, line, rule and target, so that the order never depends on the input's. */
export function byWeight(findings: readonly ReportFinding[]): ReportFinding[] {
  return [...findings].sort(
    (a, b) =>
      SEVERITY[a.severity] - SEVERITY[b.severity] ||
      compare(a.locations[0]?.file ?? "", b.locations[0]?.file ?? "") ||
      (a.locations[0]?.line ?? 0) - (b.locations[0]?.line ?? 0) ||
      compare(a.rule, b.rule) ||
      compare(a.target ?? "", b.target ?? ""),
  );
}

/** What needs attention first: looser, unknown, tighter, then what matches; by id within one verdict. */
export function byVerdict(targets: readonly ReportTarget[]): ReportTarget[] {
  return [...targets].sort((a, b) => VERDICT[a.verdict] - VERDICT[b.verdict] || compare(a.id, b.id));
}

/** Code-unit order: the same on every machine, whatever its locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
