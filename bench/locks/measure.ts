import { performance } from "node:perf_hooks";
import type { EnqueueCall } from "../../src/locks/calls.ts";
import type { LockStore } from "../../src/locks/store.ts";
import { SUCCESS, arrival, ms } from "../../test/locks/helpers/calls.ts";

const LONG = { ttl: ms(600_000), waiterTtl: ms(600_000) };

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function line(what: string, milliseconds: number, note = ""): void {
  say(`${milliseconds.toFixed(2).padStart(9)}  ${what}${note === "" ? "" : `: ${note}`}`);
}

export function ratio(value: number, base: number, unit: string): string {
  return `${(value / base).toFixed(1)} ${unit}`;
}

export async function median(rounds: number, work: () => Promise<unknown>): Promise<number> {
  return (await timed(rounds, work)).median;
}

export interface Times {
  readonly median: number;
  /** The slowest of the fastest tenth: what is left when the machine has other work to do. */
  readonly fast: number;
}

/** How long `work` takes in milliseconds, after a tenth of the rounds to warm up. */
export async function timed(rounds: number, work: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++) {
    const start = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)] ?? 0, fast: times[Math.floor(times.length / 10)] ?? 0 };
}

/** One uncontended hold: ask, give back. */
export async function cycle(store: LockStore, target: string): Promise<void> {
  const call = arrival(LONG);
  const reply = await store.call(target, call);
  if (reply.kind !== "held" || !reply.confirmed) throw new Error(`not uncontended: ${reply.kind}`);
  await store.call(target, {
    op: "release",
    run: call.run,
    fence: reply.fence,
    outcome: SUCCESS,
    keep: 0,
    counters: {},
    again: null,
  });
}

async function finish(store: LockStore, target: string, { run }: EnqueueCall, fence: string): Promise<void> {
  await store.call(target, { op: "renew", run, fence, group: 0 });
  await store.call(target, { op: "release", run, fence, outcome: SUCCESS, keep: 0, counters: {}, again: null });
}

/** Calls and time for each grant when so many stand in line and each asks once when it is woken. */
export async function operationsPerGrant(
  store: LockStore,
  target: string,
  waiters: number,
): Promise<{ calls: number; milliseconds: number }> {
  let calls = 0;
  const counting: LockStore = {
    ...store,
    call: (to, call) => {
      calls += 1;
      return store.call(to, call);
    },
  };
  const runs = Array.from({ length: waiters }, () => arrival(LONG));
  for (const run of runs) await counting.call(target, run);
  const start = performance.now();
  for (const run of runs) {
    const reply = await counting.call(target, { op: "poll", run: run.run, pace: run.pace });
    if (reply.kind === "held") await finish(counting, target, run, reply.fence);
  }
  return { calls: calls / waiters, milliseconds: (performance.now() - start) / waiters };
}

/** Median milliseconds from sending the release to the wake-up of the next in line. */
export async function handOver(store: LockStore, target: string): Promise<number> {
  const times: number[] = [];
  // A watch for wake-ups keeps no process alive, and with SQLite nothing else would.
  const alive = setInterval(() => undefined, 1000);
  for (let round = 0; round < 30; round++) {
    const [first, second] = [arrival(LONG), arrival(LONG)];
    const held = await store.call(target, first);
    await store.call(target, second);
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const stop = await store.watch(target, second.run, wake);
    const start = performance.now();
    if (held.kind === "held") {
      const end = {
        op: "release",
        run: first.run,
        fence: held.fence,
        outcome: SUCCESS,
        keep: 0,
        counters: {},
        again: null,
      } as const;
      await Promise.all([store.call(target, end), woken]);
    }
    times.push(performance.now() - start);
    const reply = await store.call(target, { op: "poll", run: second.run, pace: second.pace });
    if (reply.kind === "held") await finish(store, target, second, reply.fence);
    await stop();
  }
  clearInterval(alive);
  return times.sort((x, y) => x - y)[Math.floor(times.length / 2)] ?? 0;
}
