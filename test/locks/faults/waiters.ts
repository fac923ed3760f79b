import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fault } from "../helpers/fault.ts";
import { createArena } from "../helpers/arena.ts";
import type { Arena } from "../helpers/arena.ts";
import { runProgram } from "../helpers/program.ts";
import type { Running } from "../helpers/program.ts";
import { PACE, seconds, sleep } from "../helpers/pace.ts";
import { SEED, amount, moment, randomFrom } from "../helpers/seed.ts";
import type { FaultWorld } from "./world.ts";

/** Waiters that die or freeze, keys, drift, clocks and ends in one moment: T4, T13, T18, T19, T20, T24. */
export function waiterFaults(world: FaultWorld): void {
  fault("T18: the waiter at the head is killed, and the next one is served", async () => {
    const { arena, holder, head, next } = await threeInLine(world);
    await moment(`${world.name} T18 killed`);
    process.kill(head.pid, "SIGKILL");
    process.kill(holder.pid, "SIGTERM");
    const start = performance.now();
    expect((await next.done).result).toMatchObject({ outcome: "command", exitCode: 0 });
    expect((performance.now() - start) / PACE).toBeLessThan(4000);
    await arena.sound();
    arena.remove();
  });

  fault("T18: the waiter at the head is frozen; it is passed over, and thawed it starts nothing", async () => {
    const { arena, holder, head, next } = await threeInLine(world);
    await moment(`${world.name} T18 frozen`);
    process.kill(head.pid, "SIGSTOP");
    process.kill(holder.pid, "SIGTERM");
    expect((await next.done).result).toMatchObject({ outcome: "command", exitCode: 0 });
    process.kill(head.pid, "SIGCONT");
    const { result } = await head.done;
    expect(result).toMatchObject({ outcome: "lease-lost", exitCode: 113, started: false });
    expect(existsSync(join(arena.folder, "head-ran"))).toBe(false);
    await arena.sound();
    arena.remove();
  });

  for (const [policy, code] of [
    ["reject", 110],
    ["dead-letter", 110],
    ["drop-oldest", 112],
    ["keep-latest", 112],
    ["replace-same-key", 112],
  ] as const) {
    fault(`T13: ${policy}: the victim is told why, with a code of its own`, async () => {
      const arena = createArena(world.url());
      const flags = ["--max-queue", "1", "--when-full", policy, "--replace-key", "main"];
      const holder = await arena.run(flags, arena.beating(400));
      await arena.firstBeat(holder);
      const first = await arena.run(flags, ["true"]);
      await arena.until("one in line", (events) => events.filter(({ type }) => type === "admit").length === 2);
      const second = await arena.run(flags, ["true"]);
      const victim = code === 110 ? second : first;
      const { result, stderr } = await victim.done;
      expect(result).toMatchObject({ exitCode: code, started: false });
      expect(stderr).toContain(code === 110 ? "the queue is full: 1 waiting of 1" : `superseded by`);
      process.kill(holder.pid, "SIGTERM");
      expect((await (victim === first ? second : first).done).code).toBe(0);
      if (policy === "dead-letter") {
        const dead = await runProgram(["queue", "--dead", "--target", arena.target, "--store", arena.url]);
        expect(dead.stdout).toContain(`signalbox run --target ${arena.target} -- true`);
      }
      await arena.sound();
      arena.remove();
    });
  }

  fault("T19: one key many times at once runs once", async () => {
    const arena = createArena(world.url());
    const flags = ["--idempotency-key", "release-7"];
    const runs = await Promise.all(Array.from({ length: amount(10, 5) }, () => arena.run(flags, arena.beating(20))));
    const ran = await Promise.all(runs.map(({ done }) => done));
    // Attached to the first: its code. Come after its end: already done.
    for (const { code } of ran) expect([0, 117]).toContain(code);
    expect(new Set(arena.beats().map(({ run }) => run)).size).toBe(1);
    expect((await (await arena.run(flags, arena.beating(20))).done).result).toMatchObject({
      outcome: "already-done",
      exitCode: 117,
    });
    expect((await (await arena.run([...flags, "--on-done", "ok"], arena.beating(20))).done).code).toBe(0);
    expect((await (await arena.run(flags, ["other"])).done).result).toMatchObject({
      outcome: "key-conflict",
      exitCode: 116,
    });
    await arena.sound();
    arena.remove();
  });

  fault("T19: a failure may run again, a lost one is unknown until somebody decides", async () => {
    const arena = createArena(world.url());
    const key = (name: string): string[] => ["--idempotency-key", name];
    expect((await (await arena.run(key("a"), ["false"])).done).code).toBe(1);
    expect((await (await arena.run(key("a"), ["false"])).done).result).toMatchObject({
      outcome: "command",
      exitCode: 1,
    });
    const lost = await arena.run(key("b"), arena.beating(300));
    await arena.firstBeat(lost);
    await moment(`${world.name} T19`);
    process.kill(lost.pid, "SIGKILL");
    await sleep(world.provesDeath ? 500 : 3000);
    expect((await (await arena.run(key("b"), arena.beating(300))).done).result).toMatchObject({
      outcome: "unknown",
      exitCode: 118,
    });
    const again = await arena.run([...key("b"), "--on-unknown", "rerun"], arena.beating(300));
    await arena.firstBeat(again);
    process.kill(again.pid, "SIGTERM");
    expect((await again.done).result).toMatchObject({ started: true });
    await arena.sound();
    arena.remove();
  });

  fault("T20: a caller that disagrees is refused with both values", async () => {
    const arena = createArena(world.url());
    const a = await arena.run(["--permits", "1", "--max-queue", "10"], arena.beating(400));
    await arena.firstBeat(a);
    const { result, stderr, code } = await (await arena.run(["--permits", "5", "--max-queue", "100"], ["true"])).done;
    expect(code).toBe(115);
    expect(result).toMatchObject({ outcome: "mismatch", started: false });
    expect(stderr).toMatch(/permits=1 bound=10.*permits=5 bound=100/);
    process.kill(a.pid, "SIGTERM");
    await arena.sound();
    arena.remove();
  });

  fault(`T24: the command ends in the moment in which its lease is broken; seed ${SEED}`, async () => {
    const random = randomFrom(`${world.name} T24`);
    const arena = createArena(world.url());
    for (let round = 0; round < amount(5, 2); round++) {
      const a = await arena.run(["--wait", seconds(20)], arena.beating(8));
      const { run } = await arena.firstBeat(a);
      await sleep(180 + random() * 120);
      const place = ["--target", arena.target, "--store", arena.url];
      await runProgram(["queue", ...place, "--break", run, "--reason", "T24", "--by", "test"]);
      const { result, code } = await a.done;
      const kinds = (await arena.events()).filter((event) => event.run === run).map(({ type }) => type);
      const why = `${kinds.join(" ")}: ${result?.reason} ${result?.warnings.join(" ")}`;
      expect(kinds.includes("release"), why).toBe(result?.outcome === "command");
      expect(code).toBe(kinds.includes("break") ? 113 : 0);
    }
    await arena.sound();
    arena.remove();
  });

  const faked = spawnSync("faketime", ["--version"], { stdio: "ignore" }).error === undefined;
  const clocks = faked ? fault : it.skip;
  clocks("T4: wall clocks that are an hour off grant nothing early or late", async () => {
    const arena = createArena(world.url());
    const env = { FAKETIME_DONT_FAKE_MONOTONIC: "1", FAKETIME_DONT_RESET: "1" };
    const ahead = { through: ["faketime", "-f", "+1h"], env };
    const behind = { through: ["faketime", "-f", "-1h x5"], env };
    const count = (n: number): string[] => [
      "bash",
      "-c",
      `for i in $(seq ${n}); do echo "$SIGNALBOX_FENCE" >> '${arena.folder}/order'; sleep ${0.1 * PACE}; done`,
    ];
    const a = await arena.run([], count(35), ahead);
    await arena.until("A holds", (events) => events.some(({ type }) => type === "confirm"));
    const b = await arena.run([], count(3), behind);
    const c = await arena.run([], count(3), ahead);
    const ran = await Promise.all([a, b, c].map(({ done }) => done));
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0]);
    const { readFileSync } = await import("node:fs");
    const tokens = readFileSync(join(arena.folder, "order"), "utf8").trim().split("\n");
    expect(tokens).toHaveLength(41);
    // Tokens take the wall clock as floor: that the first is an hour ahead shows that the clock was off.
    if (world.provesDeath) expect(Number(tokens[0]) / 1000).toBeGreaterThan(Date.now() + 50 * 60_000);
    expect(tokens.map(BigInt)).toEqual([...tokens].map(BigInt).sort((x, y) => (x < y ? -1 : x > y ? 1 : 0)));
    const { check } = await import("../checker/check.ts");
    const { EMPTY_LOG } = await import("../checker/log.ts");
    expect(check({ ...EMPTY_LOG, events: await arena.events() })).toEqual([]);
    arena.remove();
  });
}

interface Line {
  readonly arena: Arena;
  readonly holder: Running;
  readonly head: Running;
  readonly next: Running;
}

async function threeInLine(world: FaultWorld): Promise<Line> {
  const arena = createArena(world.url());
  const admitted = (n: number) => (events: readonly { readonly type: string }[]) =>
    events.filter(({ type }) => type === "admit").length === n;
  const holder = await arena.run([], arena.beating(400));
  await arena.firstBeat(holder);
  const head = await arena.run([], ["touch", join(arena.folder, "head-ran")]);
  await arena.until("the head in line", admitted(2));
  const next = await arena.run([], arena.beating(3));
  await arena.until("the next in line", admitted(3));
  return { arena, holder, head, next };
}
