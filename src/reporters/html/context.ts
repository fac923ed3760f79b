import type { Report, ReportFinding, ReportTarget } from "../../model/report.ts";
import { groupFindings, type FindingGroup } from "../view/families.ts";
import type { ReporterOptions } from "../view/options.ts";
import { byVerdict, byWeight, compare } from "../view/order.ts";

/** What the parts of the page share: everything sorted and looked up once. */
export interface PageContext {
  readonly report: Report;
  readonly options: ReporterOptions;
  readonly targets: readonly ReportTarget[];
  readonly targetById: ReadonlyMap<string, ReportTarget>;
  readonly groups: readonly FindingGroup[];
  readonly findingsOf: ReadonlyMap<string, readonly ReportFinding[]>;
  /** Names that filters offer. Pages refer to them by index, so that no name stands in an attribute that scripts read. */
  readonly kinds: readonly string[];
  readonly rules: readonly string[];
}

/** Prepares a report for the page. */
export function pageContext(report: Report, options: ReporterOptions): PageContext {
  const findings = byWeight(report.findings);
  const findingsOf = new Map<string, ReportFinding[]>();
  for (const finding of findings) {
    if (finding.target === null) continue;
    const own = findingsOf.get(finding.target);
    if (own) own.push(finding);
    else findingsOf.set(finding.target, [finding]);
  }
  return {
    report,
    options,
    targets: byVerdict(report.targets),
    targetById: new Map(report.targets.map((target) => [target.id, target])),
    groups: groupFindings(findings, report.targets),
    findingsOf,
    kinds: distinct(report.targets.map((target) => target.kind)),
    rules: distinct(findings.map((finding) => finding.rule)),
  };
}

/** Attributes by which the filters find an entry: one index or word for each facet, several separated by blanks. */
export function facets(context: PageContext, target: ReportTarget | undefined, findings: readonly ReportFinding[]) {
  return {
    verdict: target?.verdict ?? "none",
    kind: target === undefined ? "none" : String(context.kinds.indexOf(target.kind)),
    severity: distinct(findings.map((finding) => finding.severity)).join(" "),
    rule: distinct(findings.map((finding) => String(context.rules.indexOf(finding.rule)))).join(" "),
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort(compare);
}
