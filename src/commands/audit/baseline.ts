import { readFileSync, writeFileSync } from "node:fs";
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
    severity: "note",
    confidence: "high",
    target: entry.target,
    message: `the baseline still lists ${entry.rule}${where}, which is gone. Take the line out, or write it anew.`,
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
 * The report without the findings that a baseline lists.
 *
 * @throws UserError when there is no such file, or when it is no baseline
 */
export function hideKnown(report: Report, file: string): Report {
  const text = readText(file);
  const entries = parseBaseline(text);
  if (entries === null) throw new UserError(`${file}: is no baseline. Write one with --write-baseline.`);
  const { added, hidden, idle } = applyBaseline(report, entries, text);
  const left = withFindings(report, [...added, ...idle.map((each) => idleFinding(file, each))]);
  return { ...left, ignored: [...left.ignored, ...ignoredBy(file, hidden)] };
}
