import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { redact } from "../../io/redact.ts";
import type { Report, Severity } from "../../model/report.ts";
import { exitCodeOf } from "./outcome.ts";

/** Reports of many repositories on disk, since all of them would not fit in memory. */
export interface Spool {
  add(name: string, report: Report): void;
  /** The exit code that all reports together mean. */
  worst(failOn: Severity | "never"): number;
  /** Each report as a line of JSON, with its repository's name, in the order of names. */
  lines(names: readonly string[]): AsyncIterable<{ readonly name: string; readonly json: string }>;
  close(): void;
}

/** Opens a spool in a folder of its own, readable by this user alone; `print` gives a report its public form. */
export function openSpool(print: (report: Report) => string): Spool {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-org-"));
  const file = (name: string): string => join(folder, `${encodeURIComponent(name)}.json`);
  const severities = new Set<Severity>();
  return {
    add(name, report) {
      for (const { severity } of report.findings) severities.add(severity);
      writeFileSync(file(name), `${redact(JSON.stringify(JSON.parse(print(report))))}\n`, { mode: 0o600 });
    },
    worst: (failOn) => exitCodeOf({ findings: [...severities].map((severity) => ({ severity })) }, failOn),
    async *lines(names) {
      for (const name of names) {
        for await (const json of createInterface({ input: createReadStream(file(name), "utf8") })) yield { name, json };
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
