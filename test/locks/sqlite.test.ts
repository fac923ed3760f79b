import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/locks/open-store.ts";
import { contract } from "./contract.ts";

let folder = "";

contract("SQLite", {
  start: async () => void (folder = mkdtempSync(join(tmpdir(), "signalbox-sqlite-"))),
  open: () => openStore(`sqlite:${join(folder, "locks.db")}`, { timeout: 10_000 }),
  stop: async () => rmSync(folder, { recursive: true, force: true }),
});
