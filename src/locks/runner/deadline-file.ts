import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file in which a command can read until when it surely holds its lease, as milliseconds since 1970. */
export interface DeadlineFile {
  readonly path: string;
  write(millisecondsFromNow: number): void;
  remove(): void;
}

export function createDeadlineFile(): DeadlineFile {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-"));
  const path = join(folder, "deadline");
  return {
    path,
    write(millisecondsFromNow) {
      try {
        writeFileSync(`${path}.next`, `${Math.floor(Date.now() + millisecondsFromNow)}\n`);
        renameSync(`${path}.next`, path);
      } catch {
        // A full disk must not end the command: the file is a courtesy, the deadline is enforced elsewhere.
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
