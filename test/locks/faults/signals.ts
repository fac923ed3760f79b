import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { fault } from "../helpers/fault.ts";
import { alive, createArena, expectSignalled, timeUntilGone } from "../helpers/arena.ts";
import type { Arena } from "../helpers/arena.ts";
import { buildProgram, SHORT } from "../helpers/program.ts";
import { PACE, sleep } from "../helpers/pace.ts";
import { moment } from "../helpers/seed.ts";
import type { FaultWorld } from "./world.ts";

/** Signals to the runner, and trees of processes that are hard to stop: T15, T16. */
export function signalFaults(world: FaultWorld): void {
  for (const [signal, code] of [
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ] as const) {
    fault(`T15: ${signal} reaches the command once, and the lock comes back when its group is empty`, async () => {
      const arena = createArena(world.url());
      const heard = join(arena.folder, "heard");
      const short = signal.slice(3);
      const a = await arena.run([], ["bash", "-c", trap(arena, heard, short)]);
      await arena.firstBeat(a);
      await moment(`${world.name} T15`);
      process.kill(a.pid, signal);
      await sleep(50);
      process.kill(a.pid, signal);
      expectSignalled(await a.done, code);
      expect(readFileSync(heard, "utf8")).toBe(`${short}\n`);
      const events = await arena.events();
      expect(events.at(-1)).toMatchObject({ type: "release", detail: { code } });
      await arena.sound();
      arena.remove();
    });
  }

  fault("T15: a command that ignores SIGTERM is killed after the grace", async () => {
    const arena = createArena(world.url());
    const [shell = "", flag = "", script = ""] = arena.beating(400);
    const a = await arena.run([], [shell, flag, `trap '' TERM; ${script}`]);
    const beat = await arena.firstBeat(a);
    const { group } = beat;
    await moment(`${world.name} T15 ignored`);
    process.kill(a.pid, "SIGTERM");
    const gone = await timeUntilGone(group, 3000);
    expect(gone).toBeGreaterThan(400);
    expect(gone).toBeLessThan(1500);
    expectSignalled(await a.done, 143);
    await arena.sound();
    arena.remove();
  });

  fault("T15: a waiter that is told to stop leaves the line", async () => {
    const arena = createArena(world.url());
    const a = await arena.run([], arena.beating(400));
    await arena.firstBeat(a);
    const b = await arena.run([], ["true"]);
    await arena.until("B in line", (events) => events.filter(({ type }) => type === "admit").length === 2);
    await moment(`${world.name} T15 waiter`);
    process.kill(b.pid, "SIGTERM");
    const ran = await b.done;
    expectSignalled(ran, 143);
    expect(ran.result?.started).toBe(false);
    process.kill(a.pid, "SIGTERM");
    await arena.sound();
    arena.remove();
  });

  fault("T15: Ctrl-C in a terminal stops a command in the foreground", async () => {
    const arena = createArena(world.url());
    const program = await buildProgram();
    const [shell = "", flag = "", script = ""] = arena.beating(400);
    const inner = [
      process.execPath,
      program,
      "run",
      "-t",
      arena.target,
      "--store",
      arena.url,
      ...SHORT,
      "--foreground",
    ];
    const line = [...inner, "--", shell, flag, script].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
    const { spawn } = await import("node:child_process");
    const terminal = spawn("script", ["-qefc", line, "/dev/null"], { stdio: ["pipe", "ignore", "ignore"] });
    const ended = new Promise<number | null>((resolve) => terminal.once("exit", resolve));
    await arena.firstBeat();
    terminal.stdin.write("\u0003");
    const code = await ended;
    expect([code, code === 130 ? "" : (await arena.events()).map(({ type, reason }) => `${type} ${reason}`)]).toEqual([
      130,
      "",
    ]);
    await arena.sound();
    arena.remove();
  });

  fault("T16: what re-parents or ignores TERM dies with the group, what left it is reported", async () => {
    const arena = createArena(world.url());
    const pids = join(arena.folder, "pids");
    const double = `( ( trap '' TERM HUP; echo $BASHPID >> ${pids}; exec sleep 60 ) & )`;
    const nohup = `nohup bash -c 'echo $$ >> ${pids}; exec sleep 60' > /dev/null 2>&1 &`;
    const away = `setsid bash -c 'echo $$ > ${pids}.away; exec sleep 60' > /dev/null 2>&1 < /dev/null &`;
    const a = await arena.run([], ["bash", "-c", `${double}; ${nohup} ${away} sleep 0.3; exit 7`]);
    const { result, stderr } = await a.done;
    expect(result).toMatchObject({ outcome: "command", exitCode: 7, leakedProcesses: 1 });
    expect(stderr).toContain("left the command's group");
    for (const pid of readFileSync(pids, "utf8").trim().split("\n")) expect(alive(Number(pid))).toBe(false);
    const escaped = Number(readFileSync(`${pids}.away`, "utf8"));
    expect(alive(escaped)).toBe(true);
    process.kill(escaped, "SIGKILL");
    await arena.sound();
    arena.remove();
  });

  fault("T16: when the runner is killed, its watchdog also finds what left the group", async () => {
    const arena = createArena(world.url());
    const file = join(arena.folder, "away");
    const away = `setsid bash -c 'echo $$ > ${file}.new; mv ${file}.new ${file}; exec sleep 60' < /dev/null &`;
    const a = await arena.run([], ["bash", "-c", `${away} sleep 60`]);
    for (let n = 0; n < 200 && !existsSync(file); n++) await sleep(20);
    const escaped = Number(readFileSync(file, "utf8"));
    await moment(`${world.name} T16`);
    process.kill(a.pid, "SIGKILL");
    for (let n = 0; n < 100 && alive(escaped); n++) await sleep(20);
    expect(alive(escaped)).toBe(false);
    arena.remove();
  });
}

function trap(arena: Arena, heard: string, signal: string): string {
  const script = arena.beating(400)[2] ?? "";
  return `trap 'echo ${signal} >> ${heard}; sleep ${0.2 * PACE}; exit 0' ${signal}; ${script}`;
}
