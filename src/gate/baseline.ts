import type { Report, ReportFinding } from "../model/report.ts";
import { type Identity, identitiesOf } from "./identity.ts";
import { makeKnown } from "./known.ts";

/** What a baseline leaves of a report. */
export interface Baselined {
  readonly added: readonly ReportFinding[];
  /** Findings that the baseline hides. */
  readonly hidden: readonly ReportFinding[];
  /** Entries that nothing matches any more, with their line in the file. */
  readonly idle: readonly { readonly entry: Identity; readonly line: number }[];
}

/** Text of a baseline: one finding on a line, sorted, so that a merge of two baselines is readable. */
export function printBaseline(report: Report): string {
  const lines = identitiesOf(report)
    .map((identity) => JSON.stringify(identity))
    .sort();
  const entries = [...new Set(lines)].map((line) => `    ${line}`).join(",\n");
  return `{\n  "version": 1,\n  "findings": [\n${entries}\n  ]\n}\n`;
}

function isIdentity(value: unknown): value is Identity {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Partial<Record<keyof Identity, unknown>>;
  const isTextOrNull = (each: unknown): boolean => each === null || typeof each === "string";
  return (
    typeof entry.rule === "string" &&
    isTextOrNull(entry.target) &&
    isTextOrNull(entry.cause) &&
    typeof entry.fingerprint === "string" &&
    Array.isArray(entry.writers) &&
    entry.writers.every((writer) => typeof writer === "string")
  );
}

/** The entries of a baseline, or null when the text is none. */
export function parseBaseline(text: string): readonly Identity[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("findings" in value)) return null;
    const { findings } = value;
    return Array.isArray(findings) && findings.every(isIdentity) ? findings : null;
  } catch {
    return null;
  }
}

/** Splits a report's findings by whether the baseline knows them. `text` is the file, for the lines of idle entries. */
export function applyBaseline(report: Report, entries: readonly Identity[], text: string): Baselined {
  const identities = identitiesOf(report);
  const known = makeKnown(entries);
  const used = new Set<Identity>();
  const covered = report.findings.map((_finding, index) => {
    const identity = identities[index];
    const covering = identity === undefined ? [] : known.covering(identity);
    for (const entry of covering) used.add(entry);
    return covering.length > 0;
  });
  const lines = text.split("\n");
  const lineOf = (entry: Identity): number => lines.findIndex((line) => line.includes(JSON.stringify(entry))) + 1;
  return {
    added: report.findings.filter((_finding, index) => covered[index] !== true),
    hidden: report.findings.filter((_finding, index) => covered[index] === true),
    idle: entries.filter((entry) => !used.has(entry)).map((entry) => ({ entry, line: Math.max(1, lineOf(entry)) })),
  };
}
