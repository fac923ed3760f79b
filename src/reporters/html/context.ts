import type { Report, ReportFinding, ReportTarget } from "../../model/report.ts";
import { groupFindings, type FindingGroup } from "../view/families.ts";
import type { ReporterOptions } from "../view/options.ts";
import { html, type Markup } from "./markup.ts";
import { byVerdict, byWeight, compare } from "../view/order.ts";

/** What the parts of the page share: everything sorted and looked up once. */
export interface PageContext {
  readonly report: Report;
  readonly options: ReporterOptions;
  readonly targets: readonly ReportTarget[];
  readonly targetById: ReadonlyMap<string, ReportTarget>;
  readonly groups: readonly FindingGroup[];
  readonly findingsOf: ReadonlyMap<string, readonly ReportFinding[]>;
  /** Names that filters offer; the page refers to them by index, so that no name stands in an attribute. */
  readonly kinds: readonly string[];
  readonly rules: readonly string[];
}

/** Prepares a report for the page. */
export function pageContext(report: Report, options: ReporterOptions): PageContext {
  const findings = byWeight(report.findings, report.targets);
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

/**
 * Attributes by which the filters find an entry of one of the page's three lists: an index or a word for each facet,
 * several separated by blanks.
 */
export function entryAttributes(
  context: PageContext,
  list: "findings" | "targets" | "matrix",
  target: ReportTarget | undefined,
  findings: readonly ReportFinding[],
): Markup {
  const kind = target === undefined ? "none" : context.kinds.indexOf(target.kind);
  const severities = distinct(findings.map((finding) => finding.severity)).join(" ");
  const rules = distinct(findings.map((finding) => String(context.rules.indexOf(finding.rule)))).join(" ");
  const first = html`data-list="${list}" data-verdict="${target?.verdict ?? "none"}" data-kind="${kind}"`;
  return html`${first} data-severity="${severities}" data-rule="${rules}"`;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort(compare);
}
