import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { crowdFaults } from "./faults/crowds.ts";

/** Crowds are about exclusion, not about what a disk keeps: without waiting for the disk they are five times as fast. */
function memoryFolder(): string {
  return existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
}

describe("crowds on SQLite", () => {
  const folder = mkdtempSync(join(memoryFolder(), "signalbox-sqlite-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const nothing = async (): Promise<void> => undefined;
  const url = (): string => `sqlite:${join(folder, "locks.db")}`;
  crowdFaults({ name: "SQLite", url, start: nothing, stop: nothing, provesDeath: true });
});
