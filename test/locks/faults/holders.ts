import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { fault } from "../helpers/fault.ts";
import { alive, createArena, timeUntilGone, watchdogOf } from "../helpers/arena.ts";
import { PACE, seconds, sleep } from "../helpers/pace.ts";
import { SEED, amount, moment, randomFrom } from "../helpers/seed.ts";
import type { FaultWorld } from "./world.ts";

/**
 * A holder that dies, freezes or is cut off from its watchdog: T1, T2, T17, T26. The bounds on when a group is gone are wide,
 * since a busy machine is slow to look; that no work is done after the lease is what the checker proves from the log (I7).
 */
export function holderFaults(world: FaultWorld): void {
  fault(`T1: the runner is killed; seed ${SEED}`, async () => {
    const random = randomFrom("T1");
    const arena = createArena(world.url());
    const a = await arena.run([], arena.beating(400));
    const beat = await arena.firstBeat(a);
    const b = await arena.run([], ["true"]);
    await arena.until("B in line", (events) => events.filter(({ type }) => type === "admit").length === 2);
    await sleep(random() * 300);
    const { group } = beat;
    process.kill(a.pid, "SIGKILL");
    expect(await timeUntilGone(group, 3000)).toBeLessThan(1000);
    expect((await b.done).result).toMatchObject({ outcome: "command", exitCode: 0 });
    await arena.sound();
    const events = await arena.events();
    const expiry = events.find(({ type }) => type === "expire-holder");
    const grant = events.filter(({ type }) => type === "grant")[1];
    const lease = Number(expiry?.detail["lease"]);
    if (!world.provesDeath) expect(grant?.at).toBeGreaterThanOrEqual(lease + 700_000 * PACE);
    arena.remove();
  });

  fault(`T2: the runner is frozen past its lease and thawed; seed ${SEED}`, async () => {
    const arena = createArena(world.url());
    const a = await arena.run([], arena.beating(400));
    const beat = await arena.firstBeat(a);
    const b = await arena.run([], arena.beating(3));
    const { group } = beat;
    await moment(`${world.name} T2`);
    process.kill(a.pid, "SIGSTOP");
    expect(await timeUntilGone(group, 5000)).toBeLessThan(3500);
    expect((await b.done).result).toMatchObject({ outcome: "command", exitCode: 0 });
    process.kill(a.pid, "SIGCONT");
    expect((await a.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
    await arena.sound();
    arena.remove();
  });

  fault("T17: the runner's event loop stalls, and the watchdog decides", async () => {
    const arena = createArena(world.url());
    const stall = `process.on('SIGUSR2', () => { const end = Date.now() + ${5000 * PACE}; while (Date.now() < end); });`;
    const options = `--import=data:text/javascript,${encodeURIComponent(stall)}`;
    const a = await arena.run([], arena.beating(400), { env: { NODE_OPTIONS: options } });
    const beat = await arena.firstBeat(a);
    const { group } = beat;
    await moment(`${world.name} T17`);
    process.kill(a.pid, "SIGUSR2");
    expect(await timeUntilGone(group, 5000)).toBeLessThan(3500);
    expect((await a.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
    await arena.sound();
    arena.remove();
  });

  fault("T17: a command that floods its output does not starve the renewals", async () => {
    const arena = createArena(world.url());
    const flood = ["timeout", "-s", "KILL", String(3 * PACE), "yes", "0123456789".repeat(20)];
    const a = await arena.run(["--idempotency-key", "flood"], flood);
    const { result, bytes } = await a.done;
    expect([result?.outcome, result?.exitCode, result?.reason]).toEqual(["command", 137, expect.any(String)]);
    expect(bytes).toBeGreaterThan(1_000_000);
    await arena.sound();
    arena.remove();
  });

  fault("T17: a reader of the output that stands still does not stop the renewals", async () => {
    const arena = createArena(world.url());
    const command = ["bash", "-c", "head -c 30000000 /dev/zero; exit 5"];
    const a = await arena.run(["--idempotency-key", "slow"], command);
    a.child.stdout?.pause();
    await arena.until("A holds", (events) => events.some(({ type }) => type === "confirm"));
    await sleep(4000);
    expect((await arena.events()).at(-1)?.type).toBe("confirm");
    a.child.stdout?.resume();
    const { result, bytes } = await a.done;
    expect([result?.outcome, result?.exitCode]).toEqual(["command", 5]);
    expect(bytes).toBe(30_000_000);
    await arena.sound();
    arena.remove();
  });

  fault("T26: the watchdog is killed, and the runner stops the command", async () => {
    const arena = createArena(world.url());
    const a = await arena.run([], arena.beating(400));
    const beat = await arena.firstBeat(a);
    const { group } = beat;
    await moment(`${world.name} T26`);
    process.kill(await watchdogOf(a.pid), "SIGKILL");
    expect(await timeUntilGone(group, 3000)).toBeLessThan(1500);
    expect((await a.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
    await arena.sound();
    arena.remove();
  });

  fault("T26: the command inherits no descriptor of the gate or the watchdog", async () => {
    const arena = createArena(world.url());
    const a = await arena.run([], ["ls", "-l", "/proc/self/fd"]);
    const open = [...(await a.done).stdout.matchAll(/ (\d+) -> ((?:socket|pipe):\S+)/g)];
    // What this test's own surroundings leave open reaches every process.
    const plain = spawnSync("ls", ["-l", "/proc/self/fd"], { encoding: "utf8" }).stdout;
    expect(open.filter(([, fd, what]) => Number(fd) > 2 && !plain.includes(what ?? ""))).toEqual([]);
    await arena.sound();
    arena.remove();
  });

  fault("T1 again and again: runners are killed at any moment, and every log is sound", async () => {
    const random = randomFrom(`${world.name} T1 loop`);
    const arena = createArena(world.url());
    const killed = [];
    for (let round = 0; round < amount(6, 3); round++) {
      const a = await arena.run([], arena.beating(10));
      killed.push(a.pid);
      await sleep(random() * 500);
      if (alive(a.pid)) process.kill(a.pid, "SIGKILL");
    }
    const last = await arena.run(["--wait", seconds(60)], ["true"]);
    expect((await last.done).result).toMatchObject({ outcome: "command", exitCode: 0 });
    await arena.sound();
    arena.remove();
  });
}
