import { readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { applyBaseline, type Baselined, parseBaseline, printBaseline } from "../../gate/baseline.ts";
import { say } from "../../io/output.ts";
import { UserError } from "../../io/user-error.ts";
import type { Ignored, Report, ReportFinding } from "../../model/report.ts";
import { withFindings } from "./outcome.ts";

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UserError(`there is no baseline ${file}. Add --write-baseline to write one from today's findings.`);
  }
}

/** The file as the audited root sees it, for places; as it was given where it lies elsewhere. */
function shownPath(file: string, root: string): string {
  const path = relative(root, resolve(file)).split(sep).join("/");
  return path.startsWith("../") || isAbsolute(path) ? file : path;
}

/** What the baseline hid, by rule: a report never hides in silence. */
function ignoredBy(file: string, hidden: readonly ReportFinding[]): readonly Ignored[] {
  const rules = [...new Set(hidden.map(({ rule }) => rule))].sort();
  return rules.map((rule) => {
    const count = hidden.filter((finding) => finding.rule === rule).length;
    return { rule, target: null, because: `known in ${file}`, count };
  });
}

function idleFinding(file: string, { entry, line }: Baselined["idle"][number]): ReportFinding {
  const where = entry.target === null ? "" : ` on ${entry.target}`;
  return {
    rule: "stale-declaration",
    severity: "warning",
    confidence: "high",
    target: entry.target,
    message: `The baseline still lists ${entry.rule}${where}, which is gone. Take the line out, or write it anew.`,
    locations: [{ file, line, column: 1, endLine: line, endColumn: 1 }],
    fingerprint: `baseline-${entry.fingerprint}`,
  };
}

/** Writes today's findings as the baseline. */
export function writeBaseline(report: Report, file: string): void {
  try {
    writeFileSync(file, printBaseline(report));
  } catch (error) {
    throw new UserError(`the baseline could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  say(`${file} lists ${report.findings.length} findings; audits with --baseline ${file} report only others`);
}

/**
 * A function that takes the findings which a baseline lists out of a report, and adds what is idle in the file.
 *
 * @throws UserError when there is no such file, or when it is no baseline
 */
export function openBaseline(file: string, root: string): (report: Report) => Report {
  const text = readText(file);
  const entries = parseBaseline(text);
  if (entries === null) throw new UserError(`${file}: is no baseline. Write one with --write-baseline.`);
  const path = shownPath(file, root);
  return (report) => {
    const { added, hidden, idle } = applyBaseline(report, entries, text);
    const left = withFindings(report, [...added, ...idle.map((each) => idleFinding(path, each))]);
    return { ...left, ignored: [...left.ignored, ...ignoredBy(path, hidden)] };
  };
}
