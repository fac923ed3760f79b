import type { Report, ReportTarget } from "../model/report.ts";
import { gatherAlike, type Told } from "./view/alike.ts";
import { groupFindings } from "./view/families.ts";
import { byVerdict, byWeight } from "./view/order.ts";
import { type FindingContext, findingLines } from "./text/finding.ts";
import type { TextOptions } from "./text/options.ts";
import { makeStyle, type Style } from "./text/style.ts";
import { caveatLines, changeLines, firstHint, fixHint, summaryLine } from "./text/summary.ts";
import { calmLines, targetHeading } from "./text/target.ts";

/** Findings of one target (or family of targets), or those that belong to none. */
interface Section {
  readonly id: string | null;
  readonly told: readonly Told[];
}

/** Worst first, because the findings are; what belongs to no target stands last. */
function sectionsOf(findings: readonly Told[]): readonly Section[] {
  const sections = new Map<string | null, Told[]>();
  for (const one of findings) sections.set(one.group.target, [...(sections.get(one.group.target) ?? []), one]);
  const all = [...sections].map(([id, told]) => ({ id, told }));
  return [...all.filter(({ id }) => id !== null), ...all.filter(({ id }) => id === null)];
}

function sectionLines(
  { id, told }: Section,
  targets: ReadonlyMap<string, ReportTarget>,
  seenRules: Set<string>,
  options: TextOptions,
  style: Style,
): string[] {
  const target = targets.get(told[0]?.group.first.target ?? "");
  const heading = id === null ? [style.bold("Workflows and files")] : targetHeading(id, target, style);
  let shown = "";
  const blocks = told.flatMap(({ group, alike }) => {
    const { rule, locations } = group.first;
    const place = JSON.stringify(locations[0]);
    const isPlaceShown = place === shown;
    const context: FindingContext = { target, options, style, isFirstOfRule: !seenRules.has(rule), isPlaceShown };
    seenRules.add(rule);
    shown = place;
    return ["", ...findingLines(group, alike, context)];
  });
  return [...heading, ...blocks, ""];
}

/**
 * The report for a person at a terminal: findings grouped by target, worst first, then a line for each target that has
 * none, what could not be seen, and the counts.
 */
export function text(report: Report, options: TextOptions): string {
  const style = makeStyle(options.color);
  const targets = new Map(report.targets.map((target) => [target.id, target]));
  const findings = byWeight(report.findings, report.targets).filter(
    ({ severity }) => options.notes || severity !== "note",
  );
  const seenRules = new Set<string>();
  const told = gatherAlike(groupFindings(findings, report.targets), report.targets);
  const sections = sectionsOf(told).flatMap((section) => sectionLines(section, targets, seenRules, options, style));
  const named = new Set(findings.map(({ target }) => target));
  const calm = calmLines(
    byVerdict(report.targets).filter(({ id }) => !named.has(id)),
    style,
  );
  const caveats = caveatLines(report, options, style);
  const change = options.change === undefined ? [] : changeLines(options.change, report);
  const blank = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [""]);
  return [
    ...sections,
    ...calm,
    ...blank(calm),
    ...caveats,
    ...blank(caveats),
    ...change,
    summaryLine(report, options),
    ...firstHint(findings),
    ...fixHint(report),
  ]
    .map((line) => `${line}\n`)
    .join("");
}
