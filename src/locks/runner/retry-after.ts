import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseDuration } from "./duration.ts";

/** A file in which a command can say when it wants to come back. */
export interface RetryFile {
  readonly path: string;
  /** Milliseconds from now, or null when the command said nothing. `complain` is told of what cannot be read. */
  read(complain: (text: string) => void): number | null;
  remove(): void;
}

const MOST_BYTES = 64 * 1024;

export function createRetryFile(): RetryFile {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-retry-"));
  const path = join(folder, "retry-after");
  return {
    path,
    read(complain) {
      const text = written(path);
      const after = parseRetryAfter(text, Date.now());
      if (after === null && text.trim() !== "") {
        complain("the file of SIGNALBOX_RETRY_FILE holds no line such as `Retry-After: 120` that can be read");
      }
      return after;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function written(path: string): string {
  try {
    return readFileSync(path, "utf8").slice(-MOST_BYTES);
  } catch {
    return ""; // the command had nothing to say
  }
}

/**
 * The last `Retry-After` line, as servers send it with 429 and 503 (RFC 9110, 10.2.3): seconds, or a date. A duration such
 * as `2m` is read too. Whatever else stands in the file, such as the rest of the answer's head, is passed over.
 */
export function parseRetryAfter(text: string, now: number): number | null {
  const value = [...text.matchAll(/^[^\S\n]*retry-after[^\S\n]*:[^\S\n]*(.+?)\s*$/gim)].at(-1)?.[1];
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const time = parseDuration(value);
  if (time !== null) return Number.isFinite(time) ? time : null;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
