import type { Report, ReportFinding, WitnessRun } from "../../model/report.ts";
import type { Location } from "../../model/span.ts";
import { groupWords, groupsOf, startOf, wayOf } from "../view/words.ts";
import { sarifFixes } from "./fixes.ts";
import type { SarifLocation, SarifResult, SarifThreadFlow } from "./log.ts";
import { sarifLink, sarifText } from "./message.ts";
import { location, wholeLine } from "./places.ts";

/** Code scanning keeps 100 locations of a result. */
const MAX_RELATED = 99;

/** One result. `ruleIndex` is the rule's place in the run's list. */
export function sarifResult(
  finding: ReportFinding,
  ruleIndex: number,
  report: Report,
  sources: ReadonlyMap<string, string>,
): SarifResult {
  const related = relatedPlaces(finding);
  const flows = threadFlows(finding.witness?.runs ?? []);
  const fixes = sarifFixes(finding.fix, sources);
  return {
    ruleId: finding.rule,
    ruleIndex,
    level: finding.severity,
    message: { text: messageText(finding, related) },
    // A result without a place is refused, and only the first one is shown as the alert's place.
    locations: [location(mainPlace(finding, report))],
    ...(related.length > 0 ? { relatedLocations: related.map((one) => location(one.place, one.note, one.id)) } : {}),
    ...(flows.length > 0 ? { codeFlows: [{ threadFlows: flows }] } : {}),
    partialFingerprints: {
      // Without this key the uploader computes one from the line's text: two targets on one line would be one alert.
      primaryLocationLineHash: `${finding.fingerprint}:1`,
      "signalbox/v1": finding.fingerprint,
    },
    ...(fixes.length > 0 ? { fixes } : {}),
    properties: properties(finding),
  };
}

interface Related {
  readonly id: number;
  readonly place: Location;
  readonly note: string;
  /** Words for the link in the message; empty where the message has none. */
  readonly link: string;
}

/** The other run's writer first, then the groups both hold, then the remaining places of the finding. */
function relatedPlaces(finding: ReportFinding): Related[] {
  const runs = finding.witness?.runs ?? [];
  const found: Omit<Related, "id">[] = [];
  for (const [index, run] of runs.entries()) {
    const note = `Run ${index + 1}: ${startOf(run)}, ${wayOf(run)}, holds ${groupsOf(run)}`;
    found.push({ place: wholeLine(run.file, run.line), note, link: startOf(run) });
  }
  for (const run of runs) {
    for (const group of run.groups) {
      found.push({ place: wholeLine(group.file, group.line), note: `Declares ${groupWords(group)}`, link: "" });
    }
  }
  for (const place of finding.locations.slice(1)) found.push({ place, note: "Also involved", link: "" });
  return unique(found)
    .slice(0, MAX_RELATED)
    .map((one, index) => ({ ...one, id: index + 1 }));
}

function unique(places: readonly Omit<Related, "id">[]): Omit<Related, "id">[] {
  const seen = new Set<string>();
  const kept: Omit<Related, "id">[] = [];
  for (const one of places) {
    const key = JSON.stringify([one.place.file, one.place.line]);
    // A run is never dropped: two runs of one job differ in what started them, not in their line.
    if (one.link === "" && seen.has(key)) continue;
    seen.add(key);
    kept.push(one);
  }
  return kept;
}

function messageText(finding: ReportFinding, related: readonly Related[]): string {
  const links = related.filter((one) => one.link !== "").map((one) => sarifLink(one.link, one.id));
  const advice = finding.advice === undefined ? "" : `\nBy hand: ${sarifText(finding.advice)}`;
  const text = sarifText(finding.message) + advice;
  return links.length < 2 ? text : `${text}\nThe runs: ${links.join(" and ")}.`;
}

/** Each run is a thread of its own: the groups it takes, then the write. The order interleaves the runs. */
function threadFlows(runs: readonly WitnessRun[]): SarifThreadFlow[] {
  return runs.map((run, index) => {
    const steps: SarifLocation[] = [
      ...run.groups.map((group) => location(wholeLine(group.file, group.line), `takes ${groupWords(group)}`)),
      location(wholeLine(run.file, run.line), `${wayOf(run)} writes`),
    ];
    return {
      id: `run-${index + 1}`,
      message: { text: sarifText(`${startOf(run)}: ${wayOf(run)}`) },
      locations: steps.map((step, at) => ({ location: step, executionOrder: at * runs.length + index })),
    };
  });
}

function mainPlace(finding: ReportFinding, report: Report): Location {
  const first = finding.locations[0];
  if (first !== undefined) return first;
  const writer = report.targets.find((target) => target.id === finding.target)?.writers[0];
  if (writer !== undefined) return wholeLine(writer.file, writer.line);
  return wholeLine(report.pipelines[0]?.file ?? "signalbox.yml", 1);
}

function properties(finding: ReportFinding): Record<string, unknown> {
  return {
    confidence: finding.confidence,
    ...(finding.target === null ? {} : { target: finding.target }),
    ...(finding.cause === undefined ? {} : { cause: finding.cause }),
    ...(finding.witness === undefined ? {} : { witness: finding.witness.id }),
    ...(finding.fix === undefined ? {} : { fixSafety: finding.fix.safety }),
    ...(finding.advice === undefined ? {} : { advice: finding.advice }),
    // The text as the report has it: a SARIF message cannot hold braces.
    message: finding.message,
  };
}
