import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { memoryFolder } from "./helpers/memory-folder.ts";
import { crowdFaults } from "./faults/crowds.ts";

describe("crowds on SQLite", () => {
  const folder = memoryFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const url = (): string => `sqlite:${join(folder, "locks.db")}`;
  crowdFaults({ name: "SQLite", url, provesDeath: true });
});
