import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { holderFaults } from "./faults/holders.ts";
import { signalFaults } from "./faults/signals.ts";
import { waiterFaults } from "./faults/waiters.ts";
import type { FaultWorld } from "./faults/world.ts";

let folder = "";

const world: FaultWorld = {
  name: "SQLite",
  url: () => `sqlite:${join(folder, "locks.db")}`,
  start: async () => void (folder = mkdtempSync(join(tmpdir(), "signalbox-sqlite-"))),
  stop: async () => rmSync(folder, { recursive: true, force: true }),
  provesDeath: true,
};

describe("runs on SQLite under faults", () => {
  beforeAll(() => world.start());
  afterAll(() => world.stop());
  holderFaults(world);
  waiterFaults(world);
  signalFaults(world);
});
