import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { createArena, timeUntilGone, watchdogOf } from "../helpers/arena.ts";
import { fault } from "../helpers/fault.ts";
import { buildProgram } from "../helpers/program.ts";
import { seconds, sleep } from "../helpers/pace.ts";
import { SEED, randomFrom } from "../helpers/seed.ts";
import type { FaultWorld } from "./world.ts";

/** The machine itself stands still, runner, watchdog and command alike: T3, and the slow set under it. */
export function pauseFaults(world: FaultWorld): void {
  fault(
    `T3: everything is frozen past the lease; with a check at the target no late write arrives; seed ${SEED}`,
    async () => {
      const arena = createArena(world.url());
      const log = join(arena.folder, "written");
      const env = { NODE: process.execPath, PROGRAM: await buildProgram() };
      // Each write goes through the fence, which keeps newer tokens out until it is done.
      const write = `"$NODE" "$PROGRAM" fence check --file ${arena.folder}/fence -- sh -c 'echo $SIGNALBOX_FENCE >> ${log}'`;
      const writing = (times: number): string[] => [
        "bash",
        "-c",
        `for ((i = 0; i < ${times}; i++)); do ${write}; done; true`,
      ];
      const a = await arena.run(["--wait", seconds(60)], writing(200), { env });
      await arena.until("A holds", (events) => events.some(({ type }) => type === "confirm"));
      const group = await groupOf(a.pid);
      await sleep(300 + randomFrom(`${world.name} T3`)() * 500);
      const all = [a.pid, await watchdogOf(a.pid), -group];
      for (const pid of all) process.kill(pid, "SIGSTOP");
      const b = await arena.run(["--wait", seconds(60)], writing(3), { env });
      await sleep(4500);
      for (const pid of all) process.kill(pid, "SIGCONT");
      expect((await a.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
      expect((await b.done).result).toMatchObject({ outcome: "command", exitCode: 0 });
      expect(await timeUntilGone(group, 3000)).toBeLessThan(3000);
      const tokens = readFileSync(log, "utf8").trim().split("\n").map(Number);
      expect(tokens).toEqual([...tokens].sort((x, y) => x - y));
      expect(new Set(tokens).size).toBe(2);
      await arena.sound();
      arena.remove();
    },
  );
}

/** The process group of a runner's command: of its children, the one that leads a group and is not the watchdog. */
async function groupOf(runner: number): Promise<number> {
  const watchdog = await watchdogOf(runner);
  for (let n = 0; n < 250; n++) {
    const children = readFileSync(`/proc/${runner}/task/${runner}/children`, "utf8").trim().split(" ").map(Number);
    const found = children.find((pid) => pid > 1 && pid !== watchdog);
    if (found !== undefined) return found;
    await sleep(20);
  }
  throw new Error(`runner ${runner} has no command`);
}
