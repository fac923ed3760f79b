import type { Report, Severity } from "../model/report.ts";
import { annotation } from "./github/command.ts";
import { reviewDocument } from "./markdown/document.ts";
import { fit } from "./markdown/fit.ts";
import { cut, oneLine } from "./view/clean.ts";
import { groupFindings, type FindingGroup } from "./view/families.ts";
import type { ReporterOptions } from "./view/options.ts";
import { byWeight } from "./view/order.ts";
import { rebase } from "./view/rebase.ts";
import { count, groupsOf, startOf, wayOf } from "./view/words.ts";

/** What a step may annotate, for each level; the rest would be dropped in silence, first come first served:
 * https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations */
const PER_LEVEL = 10;
/** A step's summary may have 1 MiB; over it the whole summary is lost. */
const SUMMARY_LIMIT = 1_048_576;
const LEVEL: Readonly<Record<Severity, "error" | "warning" | "notice">> = {
  error: "error",
  warning: "warning",
  note: "notice",
};

/**
 * The report as workflow annotations: the ten worst errors and the ten worst warnings, then a line with what was left
 * out. Notes are counted, not shown: ten of them would take the place of nothing worse, but hide the diff.
 */
export function github(given: Report, options: ReporterOptions): string {
  const { report } = rebase(given, options);
  const groups = groupFindings(byWeight(report.findings), report.targets);
  const loud = groups.filter((group) => group.first.severity !== "note");
  const shown = (["error", "warning"] as const).flatMap((level) =>
    loud.filter((group) => group.first.severity === level).slice(0, PER_LEVEL),
  );
  const lines = shown.map((group) => toAnnotation(group));
  return `${[...lines, closing(report, options, shown.length, loud.length)].join("\n")}\n`;
}

/** The text for `$GITHUB_STEP_SUMMARY`: the review, within the platform's size. The command writes the file. */
export function githubSummary(report: Report, options: ReporterOptions): string {
  return fit(reviewDocument(report, options), SUMMARY_LIMIT, (text) => Buffer.byteLength(text));
}

function toAnnotation(group: FindingGroup): string {
  const { first } = group;
  const place = first.locations[0];
  const where =
    place === undefined
      ? {}
      : {
          file: oneLine(place.file),
          line: place.line,
          endLine: Math.max(place.line, place.endLine),
          // Columns are only taken within one line.
          ...(place.line === place.endLine
            ? { col: place.column, endColumn: Math.max(place.column, place.endColumn) }
            : {}),
        };
  const title = first.target === null ? first.rule : `${first.rule}: ${oneLine(group.target ?? "")}`;
  return annotation(LEVEL[first.severity], { ...where, title: cut(title, 200) }, cut(message(group), 3_000));
}

function message(group: FindingGroup): string {
  const { first, values } = group;
  const lines = [first.message];
  for (const run of first.witness?.runs ?? []) lines.push(`${startOf(run)} (${wayOf(run)}) holds ${groupsOf(run)}`);
  if (values.length > 0) lines.push(`The same for ${count(values.length, "target")}: ${values.join("; ")}`);
  if (first.fix !== undefined) lines.push(`Fix (${first.fix.safety}): ${first.fix.title}`);
  if (first.advice !== undefined) lines.push(`By hand: ${first.advice}`);
  return lines.join("\n");
}

/** Counts only, nothing from the repository: this line is not a command. */
function closing(report: Report, options: ReporterOptions, shown: number, loud: number): string {
  const { errors, warnings, notes, targets } = report.summary;
  const counts = [count(errors, "error"), count(warnings, "warning"), count(notes, "note")].join(", ");
  const { change } = options;
  const removed = change === undefined ? "" : `, ${count(change.removed.length, "finding")} gone`;
  const hidden =
    (change?.hidden.length ?? 0) === 0 ? "" : `, ${count(change!.hidden.length, "finding")} ignored from now on`;
  const left = loud - shown;
  const cutLine =
    left > 0
      ? ` ${left} of ${loud} are not annotated: a step may show ${PER_LEVEL} errors and ${PER_LEVEL} warnings.`
      : "";
  return `signalbox: ${counts}${removed}${hidden} in ${count(targets, "target")}.${cutLine}`;
}
