import type { Report, Severity } from "../../model/report.ts";

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** The exit code that a report means: 1 when a finding is at least as severe as `failOn`. */
export function exitCodeOf(
  report: { readonly findings: readonly Pick<Report["findings"][number], "severity">[] },
  failOn: Severity | "never",
): 0 | 1 {
  if (failOn === "never") return 0;
  return report.findings.some(({ severity }) => RANK[severity] <= RANK[failOn]) ? 1 : 0;
}

/** The report with other findings; counts follow them. */
export function withFindings(report: Report, findings: Report["findings"]): Report {
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  const summary = { ...report.summary, errors: count("error"), warnings: count("warning"), notes: count("note") };
  return { ...report, findings, summary };
}
