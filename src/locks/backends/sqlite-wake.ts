import { createHash } from "node:crypto";
import { mkdirSync, rmSync, utimesSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A waiter watches a file of its own, so that a grant wakes one process and not all of them. */
function wakeFile(folder: string, target: string, run: string): string {
  return join(folder, createHash("sha256").update(`${target}\n${run}`).digest("hex").slice(0, 32));
}

/** Touches the file of a waiter. A hint: it may fail, and the waiter polls anyway. */
export function sendWake(folder: string, target: string, run: string): void {
  try {
    const now = new Date();
    utimesSync(wakeFile(folder, target, run), now, now);
  } catch {
    // nobody waits there, or the file system is full
  }
}

export async function receiveWakes(
  folder: string,
  target: string,
  run: string,
  wake: () => void,
): Promise<() => Promise<void>> {
  const file = wakeFile(folder, target, run);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, "");
    const watcher = watch(file, { persistent: false }, wake);
    watcher.on("error", () => undefined);
    return async () => {
      watcher.close();
      rmSync(file, { force: true });
    };
  } catch {
    // Too many watches on this host, or no room: polling alone is slower and still right.
    return async () => rmSync(file, { force: true });
  }
}
