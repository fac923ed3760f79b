import type { ReportFinding, ReportTarget, Severity } from "../../model/report.ts";
import type { Verdict } from "../../model/policy.ts";

const SEVERITY: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };
const VERDICT: Readonly<Record<Verdict, number>> = { looser: 0, unknown: 1, tighter: 2, matches: 3 };

const HIT: Readonly<Record<string, number>> = { large: 0, medium: 1, small: 2 };
const SURE: Readonly<Record<ReportFinding["confidence"], number>> = { high: 0, medium: 1, low: 2 };

/**
 * Worst first; within one severity what hits most where the targets are given, and what is proven before what rests on
 * something unknown; then by file, line, rule and target, so that the order never depends on the input's.
 */
export function byWeight(findings: readonly ReportFinding[], targets: readonly ReportTarget[] = []): ReportFinding[] {
  const hits = new Map(targets.map(({ id, answers }) => [id, HIT[answers.blastRadius.value] ?? 1]));
  const hitOf = ({ target }: ReportFinding): number => hits.get(target ?? "") ?? 1;
  const sureOf = ({ confidence }: ReportFinding): number => (targets.length === 0 ? 0 : SURE[confidence]);
  return [...findings].sort(
    (a, b) =>
      SEVERITY[a.severity] - SEVERITY[b.severity] ||
      hitOf(a) - hitOf(b) ||
      sureOf(a) - sureOf(b) ||
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
