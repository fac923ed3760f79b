import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { holdsSecret } from "../io/redact.ts";
import { gunzipSync, gzipSync } from "node:zlib";

/** A kept file may be this large when unpacked: more is not ours. */
const MOST_BYTES = 512 * 1024 * 1024;

/** The path of a kept file: its name says nothing about what it holds. */
export function pathFor(folder: string, kind: string, key: string): string {
  const name = createHash("sha256").update(key).digest("hex");
  return join(folder, kind, name.slice(0, 2), `${name.slice(2)}.gz`);
}

/** What was kept, or null: nothing, or nothing that can be read. */
export function readKept(path: string): Buffer | null {
  try {
    return gunzipSync(readFileSync(path), { maxOutputLength: MOST_BYTES });
  } catch {
    return null;
  }
}

/**
 * Keeps bytes under a name, readable by this user alone. Written beside its place and renamed, so that nobody ever
 * reads half a file. What holds the token is not kept at all. A disk that is full or read-only costs the cache, not the
 * work.
 */
export function keep(path: string, bytes: Buffer): void {
  if (holdsSecret(bytes)) return;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, gzipSync(bytes, { level: 3 }), { mode: 0o600 });
    renameSync(temporary, path);
  } catch {
    discard(temporary);
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It could not be made either.
  }
}
