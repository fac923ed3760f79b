import type { Report, ReportFinding, ReportWriter } from "../model/report.ts";

/** A finding as a change is judged by it: what is wrong with which target, why, and who is involved. */
export interface Identity {
  readonly rule: string;
  readonly target: string | null;
  readonly cause: string | null;
  /** `file#job` of each writer that the finding names; empty where it names none. */
  readonly writers: readonly string[];
  readonly fingerprint: string;
}

/** `file#job` of a writer. */
function writerKey(file: string, job: string): string {
  return `${file}#${job}`;
}

/** `file#job` of each way into a writer: a job of a called workflow is one writer for each caller. */
export function waysOf({ ways, file, job }: ReportWriter): readonly string[] {
  return ways ?? [writerKey(file, job)];
}

function placeKey(target: string | null, file: string, line: number): string {
  return JSON.stringify([target, file, line]);
}

/** The writers of the finding's target that stand at one of its places, and the runs of its witness. */
function writersOf(finding: ReportFinding, writersAt: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const keys = finding.locations.map(({ file, line }) => placeKey(finding.target, file, line));
  const placed = keys.flatMap((key) => writersAt.get(key) ?? []);
  const seen = (finding.witness?.runs ?? []).map(({ file, job }) => writerKey(file, job));
  return [...new Set([...placed, ...seen])].sort();
}

/** Writers by target and place, so that large reports are gone through once. */
function indexWriters(report: Report): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const target of report.targets) {
    for (const writer of target.writers) {
      const key = placeKey(target.id, writer.file, writer.line);
      index.set(key, [...(index.get(key) ?? []), ...waysOf(writer)]);
    }
  }
  return index;
}

/** The identity of each finding of a report, in its order. */
export function identitiesOf(report: Report): readonly Identity[] {
  const index = indexWriters(report);
  return report.findings.map((finding) => ({
    rule: finding.rule,
    target: finding.target,
    cause: finding.cause ?? null,
    writers: writersOf(finding, index),
    fingerprint: finding.fingerprint,
  }));
}
