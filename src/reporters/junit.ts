import library, { type Builder, type TestCase, type TestSuite } from "junit-report-builder";
import type { Report, ReportTarget } from "../model/report.ts";
import { groupFindings, type FindingGroup } from "./view/families.ts";
import { cut, oneLine, shorten, visible } from "./view/clean.ts";
import type { ReporterOptions } from "./view/options.ts";
import { byVerdict, byWeight } from "./view/order.ts";
import { decisionWords, groupsOf, limitWords, startOf, wayOf } from "./view/words.ts";

// The package's types describe an ES module, but what it ships is CommonJS, whose default is the builder itself.
const builder = library as unknown as Builder;

/**
 * The report as JUnit XML, for dashboards that collect test results: a suite for each kind of target, a case for each
 * target, which fails with its errors and warnings. Findings without a target are cases of a suite of their own. Notes
 * never fail a case; they stand in its output.
 */
export function junit(report: Report, _options: ReporterOptions): string {
  const root = builder.newBuilder();
  const groups = groupFindings(byWeight(report.findings), []);
  for (const kind of [...new Set(report.targets.map((target) => target.kind))].sort()) {
    const suite = root.testSuite().name(shorten(kind, 200));
    for (const target of byVerdict(report.targets.filter((one) => one.kind === kind))) {
      addTarget(
        suite,
        target,
        groups.filter((group) => group.first.target === target.id),
      );
    }
  }
  const known = new Set(report.targets.map((target) => target.id));
  const others = groups.filter((group) => group.first.target === null || !known.has(group.first.target));
  if (others.length > 0) addOthers(root.testSuite().name("workflows"), others);
  return `${root.build().trimEnd()}\n`;
}

function addTarget(suite: TestSuite, target: ReportTarget, groups: readonly FindingGroup[]): void {
  const one = suite.testCase().className(shorten(target.kind, 200)).name(shorten(target.id, 500));
  const writer = target.writers[0];
  if (writer !== undefined) one.file(oneLine(writer.file));
  const notes = addFailures(one, groups);
  const state = `${limitWords(target.configured.limit)} → ${decisionWords(target.policy)}: ${target.verdict}`;
  one.standardOutput(visible([state, ...notes].join("\n")));
}

function addOthers(suite: TestSuite, groups: readonly FindingGroup[]): void {
  for (const group of groups) {
    const place = group.first.locations[0];
    const where = place === undefined ? "" : ` (${place.file}:${place.line})`;
    const one = suite
      .testCase()
      .className(shorten(group.first.rule, 200))
      .name(shorten(`${group.first.rule}${where}`, 500));
    if (place !== undefined) one.file(oneLine(place.file));
    const notes = addFailures(one, [group]);
    if (notes.length > 0) one.standardOutput(visible(notes.join("\n")));
  }
}

/** Fails the case with each error and warning, and gives the notes back as lines. */
function addFailures(one: TestCase, groups: readonly FindingGroup[]): string[] {
  const notes: string[] = [];
  const loud = groups.filter((group) => group.first.severity !== "note");
  for (const group of groups) if (group.first.severity === "note") notes.push(`note ${line(group)}`);
  if (loud.length > 0) {
    const first = loud[0]!.first;
    // A case holds one failure: the worst gives its name, all stand in its text.
    one.failure(shorten(first.message, 500), `${first.severity} ${oneLine(first.rule)}`);
    one.stacktrace(cut(loud.map(body).join("\n\n"), 20_000));
  }
  return notes;
}

function line(group: FindingGroup): string {
  const place = group.first.locations[0];
  const where = place === undefined ? "" : `${place.file}:${place.line}: `;
  return oneLine(`${where}${group.first.rule}: ${group.first.message}`);
}

function body(group: FindingGroup): string {
  const runs = (group.first.witness?.runs ?? []).map(
    (run) => `  ${startOf(run)} (${wayOf(run)}) holds ${groupsOf(run)}`,
  );
  const { fix, advice } = group.first;
  const ways = [
    ...(fix === undefined ? [] : [`  fix (${fix.safety}): ${fix.title}`]),
    ...(advice === undefined ? [] : [`  by hand: ${advice}`]),
  ];
  return [`${group.first.severity} ${line(group)}`, ...runs, ...ways].join("\n");
}
