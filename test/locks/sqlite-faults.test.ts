import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openDriver } from "../../src/locks/backends/sqlite-driver.ts";
import { fault } from "./helpers/fault.ts";
import { createArena, timeUntilGone } from "./helpers/arena.ts";
import { memoryFolder } from "./helpers/memory-folder.ts";
import { sleep } from "./helpers/pace.ts";
import { moment } from "./helpers/seed.ts";
import { SHORT, runProgram, start } from "./helpers/program.ts";
import { holderFaults } from "./faults/holders.ts";
import { pauseFaults } from "./faults/pauses.ts";
import { signalFaults } from "./faults/signals.ts";
import { waiterFaults } from "./faults/waiters.ts";
import type { FaultWorld } from "./faults/world.ts";

let folder = "";

const world: FaultWorld = {
  name: "SQLite",
  url: () => `sqlite:${join(folder, "locks.db")}`,
  provesDeath: true,
};

describe("runs on SQLite under faults", () => {
  beforeAll(() => void (folder = memoryFolder()));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  holderFaults(world);
  waiterFaults(world);
  signalFaults(world);
  pauseFaults(world);

  fault(
    "T8, T9: the store is locked for longer than a lease: a short time is survived, a long one ends the command",
    async () => {
      const path = join(folder, "locked.db");
      const arena = createArena(`sqlite:${path}`);
      const a = await arena.run([], arena.beating(400));
      const { group } = await arena.firstBeat(a);
      const db = await openDriver(path);
      await moment("T8");
      db.exec("begin immediate");
      await sleep(400);
      db.exec("rollback");
      await sleep(900);
      expect(await timeUntilGone(group, 1)).toBe(Infinity);
      db.exec("begin immediate");
      expect(await timeUntilGone(group, 4000)).toBeLessThan(3500);
      db.exec("rollback");
      db.close();
      expect((await a.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
      await arena.sound();
      arena.remove();
    },
  );

  fault("a lease that is lost while its run waits for a second target ends the wait", async () => {
    const arena = createArena(world.url());
    const later = `zzz:${arena.target}`;
    const other = await arena.run(["--target", later], arena.beating(400));
    await arena.firstBeat(other);
    const both = await start([
      "run",
      "-t",
      `aaa:${arena.target}`,
      "-t",
      later,
      "--store",
      world.url(),
      ...SHORT,
      "--",
      "true",
    ]);
    await sleep(1500);
    const place = ["queue", "--store", world.url(), "-t", `aaa:${arena.target}`];
    const { targets } = JSON.parse((await runProgram([...place, "--format", "json"])).stdout) as {
      targets: { holders: { run: string }[] }[];
    };
    await runProgram([...place, "--break", targets[0]?.holders[0]?.run ?? "", "--reason", "test"]);
    expect(await both.done).toMatchObject({ code: 113, result: { outcome: "lease-lost", started: false } });
    process.kill(other.pid, "SIGTERM");
    await arena.sound();
    arena.remove();
  });
});
