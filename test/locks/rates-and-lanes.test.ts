import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect } from "vitest";
import { createArena } from "./helpers/arena.ts";
import { fault } from "./helpers/fault.ts";
import { memoryFolder } from "./helpers/memory-folder.ts";
import { SHORT, runProgram } from "./helpers/program.ts";
import type { Ran } from "./helpers/program.ts";

/** Rates and lanes from the command line, on SQLite. What every store must do with them is in contract-limits.ts. */
const folder = memoryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const url = `sqlite:${join(folder, "locks.db")}`;

function run(target: string, flags: readonly string[], command: readonly string[]): Promise<Ran> {
  return runProgram(["run", "-t", target, "--store", url, ...SHORT, ...flags, "--", ...command]);
}

interface Rate {
  readonly key: string;
  readonly tokens: number;
}

async function rates(): Promise<Rate[]> {
  const { stdout } = await runProgram(["queue", "--store", url, "--format", "json"]);
  return (JSON.parse(stdout) as { rates: Rate[] }).rates.map(({ key, tokens }) => ({ key, tokens }));
}

describe("--rate", () => {
  fault(
    "a lock and two rates hold for one run; who lacks one token takes neither, and waits without the lock",
    async () => {
      const [bot, api] = [`credential:${randomUUID()}`, `api.${randomUUID()}`];
      const both = ["--rate", `${bot}=2/1h,burst=2`, "--rate", `${api}=5/1h,burst=5`];
      expect((await run("rate:a", both, ["true"])).code).toBe(0);
      expect((await run("rate:b", both, ["true"])).code).toBe(0);
      const late = await run("rate:c", [...both, "--wait", "500ms"], ["true"]);
      expect([late.code, late.result?.started]).toEqual([111, false]);
      expect(late.stderr).toContain(`waiting for rate:c: 1 of 1 in line, for a token of ${bot}`);
      const tokens = async (key: string) => (await rates()).find((rate) => rate.key === key)?.tokens;
      expect([await tokens(bot), await tokens(api)]).toEqual([0, 3]);
      // The other rate has tokens, and the lock is free.
      const [, , ...endpoint] = both;
      expect((await run("rate:c", [...endpoint, "--wait", "0"], ["true"])).code).toBe(0);
      expect([await tokens(bot), await tokens(api)]).toEqual([0, 2]);
    },
  );
});

describe("--lane", () => {
  fault("a lane's one run does not stand behind another lane's many, and its bound is its own", async () => {
    const arena = createArena(url);
    const order = join(arena.folder, "order");
    const work = (name: string): string[] => ["sh", "-c", `echo ${name} >> ${order}`];
    const bound = ["--max-queue", "3"];
    const holder = await arena.run([...bound, "--lane", "bulk"], arena.beating(400));
    await arena.firstBeat(holder);
    const line = [];
    for (const [index, name] of ["bulk1", "bulk2", "bulk3", "urgent"].entries()) {
      line.push(await arena.run([...bound, "--lane", name.replace(/\d/, "")], work(name)));
      await arena.until(
        `${name} in line`,
        (events) => events.filter(({ type }) => type === "admit").length === index + 2,
      );
    }
    const full = await (await arena.run([...bound, "--lane", "bulk"], work("bulk4"))).done;
    expect([full.code, full.stderr]).toEqual([110, expect.stringContaining("lane bulk is full: 3 waiting of 3")]);
    process.kill(holder.pid, "SIGTERM");
    for (const { done } of line) expect((await done).code).toBe(0);
    const served = readFileSync(order, "utf8").trim().split("\n");
    expect(served.filter((name) => name !== "urgent")).toEqual(["bulk1", "bulk2", "bulk3"]);
    expect(served.indexOf("urgent")).toBeLessThan(2);
    await arena.sound();
    arena.remove();
  });
});
