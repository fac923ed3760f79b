import type { Report, ReportFinding } from "../../model/report.ts";
import { oneLine } from "../view/clean.ts";
import type { ReportChange } from "../view/options.ts";
import { count, revisionName } from "../view/words.ts";
import { wrap } from "./measure.ts";
import type { TextOptions } from "./options.ts";
import type { Style } from "./style.ts";

const SHOWN = 5;

function place(file: string | null, line: number | null): string {
  if (file === null) return "";
  return line === null ? `${oneLine(file)}: ` : `${oneLine(file)}:${line}: `;
}

function some(lines: readonly string[]): readonly string[] {
  return lines.length <= SHOWN ? lines : [...lines.slice(0, SHOWN), `… and ${lines.length - SHOWN} more`];
}

/** What the audit could not see, and what it was told to hide: said, so that silence is never taken for proof. */
export function caveatLines(report: Report, options: TextOptions, style: Style): string[] {
  const limits = report.limits.map(({ file, line, what }) => `limit: ${place(file, line)}${oneLine(what)}`);
  const ignored = report.ignored.map(({ rule, target, because, count: number }) => {
    const where = target === null ? "" : ` on ${oneLine(target)}`;
    return `ignored: ${number} × ${oneLine(rule)}${where}, because ${oneLine(because)}`;
  });
  const told = [...some(limits), ...some(ignored), ...(options.notes ? unseenLines(report) : [])];
  return told.map((line) => style.dim(wrap(line, options.width, "")));
}

/** Commands that the catalogue does not know, and what no run writes. */
function unseenLines(report: Report): readonly string[] {
  const unknown = report.notUnderstood.map(
    ({ file, line, command }) => `not understood: ${place(file, line)}\`${oneLine(command)}\``,
  );
  const unwritten = report.seenNotWritten.map(
    ({ kind, path }) => `seen, written by no run: ${oneLine(kind)} ${oneLine(path)}`,
  );
  return [...some(unknown), ...some(unwritten)];
}

function targetCounts({ summary }: Report): string {
  const parts = [
    summary.matches > 0 ? `${summary.matches} as the policy asks` : "",
    summary.looser > 0 ? `${summary.looser} looser` : "",
    summary.tighter > 0 ? `${summary.tighter} tighter` : "",
    summary.unknown > 0 ? `${summary.unknown} unknown` : "",
  ].filter((part) => part !== "");
  return `${count(summary.targets, "target")}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}

function findingCounts(report: Report, options: TextOptions): string {
  const { errors, warnings, notes } = report.summary;
  const hidden = report.ignored.reduce((sum, each) => sum + each.count, 0);
  const parts = [
    count(errors, "error"),
    count(warnings, "warning"),
    `${count(notes, "note")}${notes > 0 && !options.notes ? " (--notes shows them)" : ""}`,
    hidden > 0 ? `${hidden} ignored` : "",
    report.notUnderstood.length > 0 ? `${count(report.notUnderstood.length, "command")} not understood` : "",
  ].filter((part) => part !== "");
  return parts.join(", ");
}

/** The last lines: targets by verdict, findings by severity, what was hidden or not understood. */
export function summaryLine(report: Report, options: TextOptions): string {
  return `${targetCounts(report)}. ${findingCounts(report, options)}.`;
}

/** From so many findings on nobody reads all of them at once. */
const MANY = 12;

/** Where to begin in a long report, which stands at its other end by now: `findings` in the order in which it tells them. */
export function firstHint(findings: readonly ReportFinding[]): string[] {
  const first = findings.find(({ target }) => target !== null);
  if (findings.length < MANY || !first) return [];
  return [`Begin with the first: ${first.rule} on ${oneLine(first.target ?? "")}.`];
}

/** How to get at the fixes; empty where there are none. */
export function fixHint(report: Report): string[] {
  const fixes = report.findings.flatMap(({ fix }) => (fix === undefined ? [] : [fix.safety]));
  const unsafe = fixes.filter((safety) => safety === "unsafe").length;
  const safe = fixes.length - unsafe;
  const judged = `${count(unsafe, "unsafe fix", "unsafe fixes")} for a person to judge: \`signalbox patch --unsafe\`.`;
  return [
    ...(safe > 0 ? [`${count(safe, "safe fix", "safe fixes")}: \`signalbox patch\` prints the diff.`] : []),
    ...(unsafe > 0 ? [judged] : []),
  ];
}

/** What a change brings in and takes away, when the report was compared with another. */
export function changeLines(change: ReportChange, report: Report): string[] {
  const told = (word: string, findings: ReportChange["removed"]): readonly string[] =>
    findings.map((finding) => {
      const where = finding.target === null ? "" : ` on ${oneLine(finding.target)}`;
      return `  ${word}: ${finding.severity} ${oneLine(finding.rule)}${where}`;
    });
  const brought = count(report.findings.length, "finding");
  const ignored = change.hidden.length === 0 ? "" : `, ${change.hidden.length} ignored from now on`;
  return [
    `Against ${revisionName(change.base)}: ${brought} brought in, ${change.removed.length} gone${ignored}.`,
    ...told("gone", change.removed),
    ...told("ignored from now on", change.hidden),
  ];
}
