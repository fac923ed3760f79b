import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A folder for a store whose tests are about exclusion and processes, not about what a disk keeps: a killed process loses
 * nothing there, and a disk that others keep busy for seconds takes no lease of two seconds away.
 */
export function memoryFolder(): string {
  return mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "signalbox-sqlite-"));
}
