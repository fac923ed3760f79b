import type { Report } from "../../model/report.ts";
import { gatherAlike } from "../view/alike.ts";
import { groupFindings, type FindingGroup } from "../view/families.ts";
import type { ReporterOptions } from "../view/options.ts";
import { byWeight } from "../view/order.ts";
import { count, revisionName } from "../view/words.ts";
import { code, prose } from "./escape.ts";
import { collapsed, findingBlock, findingLine } from "./findings.ts";
import type { Fitting } from "./fit.ts";
import { targetTable } from "./targets.ts";

/** The parts of a review in order of importance: how much of them fits, a comment or a job summary decides. */
export function reviewDocument(report: Report, options: ReporterOptions): Fitting {
  const groups = groupFindings(byWeight(report.findings, report.targets), report.targets);
  const loud = groups.filter((group) => group.first.severity !== "note");
  const notes = groups.filter((group) => group.first.severity === "note");
  const attention = report.targets.filter((target) => target.verdict !== "matches");
  const calm = report.targets.filter((target) => target.verdict === "matches");
  const blocks = [
    section("### Targets that differ from their policy", targetTable(attention)),
    ...gatherAlike(loud, report.targets).map((told, index) => withHeading(index, findingBlock(told, report, options))),
    removedPart(options),
    list(`${count(notes.length, "note")}`, notes),
    calm.length === 0 ? "" : collapsed(`${count(calm.length, "target")} as the policy wants`, targetTable(calm)),
    blindSpots(report),
  ];
  return {
    head: head(report, options, loud),
    blocks: blocks.filter((block) => block !== ""),
    foot: `<sub>signalbox ${code(report.tool.version)} · about one target: ${code("signalbox explain ID")}</sub>`,
    left: (blocks) =>
      `*${count(blocks, "section")} left out: the platform limits this text. The JSON and HTML reports have all.*`,
  };
}

function head(report: Report, options: ReporterOptions, loud: readonly FindingGroup[]): string {
  const title =
    loud.length === 0 ? "## signalbox: nothing in the way" : `## signalbox: ${count(loud.length, "finding")}`;
  const lines = [title];
  if (options.change !== undefined) lines.push(changeLine(report, options.change));
  lines.push(verdictLine(report));
  return lines.join("\n\n");
}

function changeLine(report: Report, change: NonNullable<ReporterOptions["change"]>): string {
  const { errors, warnings, notes } = report.summary;
  const brought = [count(errors, "error"), count(warnings, "warning"), count(notes, "note")].filter(
    (part) => !part.startsWith("0 "),
  );
  const parts = [brought.length === 0 ? "brings in no finding" : `brings in ${brought.join(", ")}`];
  if (change.removed.length > 0) parts.push(`takes away ${count(change.removed.length, "finding")}`);
  if (change.hidden.length > 0) parts.push(`ignores ${count(change.hidden.length, "finding")} from now on`);
  if (change.addedTargets.length > 0) parts.push(`adds ${count(change.addedTargets.length, "target")}`);
  if (change.removedTargets.length > 0) parts.push(`drops ${count(change.removedTargets.length, "target")}`);
  return `Against ${code(revisionName(change.base))} this change ${join(parts)}.`;
}

function verdictLine(report: Report): string {
  const { targets, looser, tighter, unknown, matches } = report.summary;
  const parts = [
    looser > 0 ? `**${looser} looser** than the policy` : "",
    tighter > 0 ? `${tighter} tighter` : "",
    unknown > 0 ? `${unknown} unknown` : "",
    matches > 0 ? `${matches} as the policy wants` : "",
  ].filter((part) => part !== "");
  return `${count(targets, "target")}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.`;
}

function removedPart(options: ReporterOptions): string {
  const { change } = options;
  if (change === undefined) return "";
  const [gone, hidden] = [change.removed, change.hidden].map((all) => groupFindings(byWeight(all), [])) as [
    FindingGroup[],
    FindingGroup[],
  ];
  const parts = [
    list(`${count(gone.length, "finding")} gone with this change`, gone),
    list(`${count(hidden.length, "finding")} that this change ignores`, hidden),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function list(title: string, groups: readonly FindingGroup[]): string {
  return groups.length === 0 ? "" : collapsed(title, lines(groups));
}

function lines(groups: readonly FindingGroup[]): string {
  const shown = groups.slice(0, 100).map(findingLine).join("\n");
  return groups.length > 100 ? `${shown}\n- and ${groups.length - 100} more` : shown;
}

/** What the audit could not judge, so that a clean result is not read as more than it is. */
function blindSpots(report: Report): string {
  const entries = [
    ...report.limits.map((limit) => `- ${prose(limit.what, 300)}${at(limit.file, limit.line)}`),
    ...report.notUnderstood.map((one) => `- not understood: ${code(one.command)}${at(one.file, one.line)}`),
    ...report.ignored.map(
      (one) => `- ignored: ${count(one.count, "finding")} of ${code(one.rule)}: ${prose(one.because, 200)}`,
    ),
  ];
  if (entries.length === 0) return "";
  const shown = entries.slice(0, 60).join("\n");
  const more = entries.length > 60 ? `\n- and ${entries.length - 60} more` : "";
  return collapsed(`${count(entries.length, "thing")} not judged or set aside`, `${shown}${more}`);
}

function at(file: string | null, line: number | null): string {
  return file === null ? "" : ` (${code(line === null ? file : `${file}:${line}`)})`;
}

function section(heading: string, body: string): string {
  return body === "" ? "" : `${heading}\n\n${body}`;
}

function withHeading(index: number, block: string): string {
  return index === 0 ? `### Findings\n\n${block}` : block;
}

function join(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
