import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { redact } from "../../io/redact.ts";
import type { Report, Severity } from "../../model/report.ts";
import type { Candidate } from "../../org/candidates.ts";
import { sightings } from "../../org/sightings.ts";
import { exitCodeOf } from "./outcome.ts";

/** What audits of many repositories leave behind: on disk, since all of it would not fit in memory. */
export interface Spool {
  add(name: string, report: Report, candidates: readonly Candidate[]): void;
  /** The exit code that all reports together mean. */
  worst(failOn: Severity | "never"): number;
  /** Each report as a line of JSON, with its repository's name, in the order of names. */
  lines(names: readonly string[]): AsyncIterable<{ readonly name: string; readonly json: string }>;
  /** What two or more repositories brought under one id. The rest is not read again. */
  shared(): readonly Candidate[];
  close(): void;
}

/** Opens a spool in a folder of its own, readable by this user alone; `print` gives a report its public form. */
export function openSpool(print: (report: Report) => string): Spool {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-org-"));
  for (const kind of ["reports", "candidates"]) mkdirSync(join(folder, kind));
  const file = (kind: "reports" | "candidates", name: string): string =>
    join(folder, kind, `${encodeURIComponent(name)}.json`);
  const write = (path: string, json: string): void => writeFileSync(path, `${redact(json)}\n`, { mode: 0o600 });
  const severities = new Set<Severity>();
  const seen = sightings();
  return {
    add(name, report, candidates) {
      for (const { severity } of report.findings) severities.add(severity);
      write(file("reports", name), JSON.stringify(JSON.parse(print(report))));
      if (candidates.length === 0) return;
      write(file("candidates", name), JSON.stringify(candidates));
      for (const { id } of candidates) seen.add(id, name);
    },
    worst: (failOn) => exitCodeOf({ findings: [...severities].map((severity) => ({ severity })) }, failOn),
    async *lines(names) {
      for (const name of names) {
        for await (const json of createInterface({ input: createReadStream(file("reports", name), "utf8") }))
          yield { name, json };
      }
    },
    shared: () =>
      seen.repositories().flatMap((name) => {
        const candidates = JSON.parse(readFileSync(file("candidates", name), "utf8")) as readonly Candidate[];
        return candidates.filter(({ id }) => seen.isShared(id));
      }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
