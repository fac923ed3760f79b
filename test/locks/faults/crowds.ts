import { expect, it } from "vitest";
import type { Call, EnqueueCall, Reply } from "../../../src/locks/calls.ts";
import type { TargetConfig } from "../../../src/locks/model.ts";
import { openStore } from "../../../src/locks/open-store.ts";
import type { LockStore } from "../../../src/locks/store.ts";
import { expectSound } from "../checker/expect-sound.ts";
import { fault, inTurn } from "../helpers/fault.ts";
import { LOCK, SUCCESS, arrival, idem, ms } from "../helpers/calls.ts";
import { PACE, sleep } from "../helpers/pace.ts";
import { SEED, randomFrom } from "../helpers/seed.ts";
import { storm } from "../helpers/storm.ts";
import type { FaultWorld } from "./world.ts";

/** Longer than any of these tests takes, on however busy a machine. */
const LONG = { ttl: ms(900_000), waiterTtl: ms(900_000) };
const BOUNDED: TargetConfig = { ...LOCK, bound: 100 };

let number = 0;

/** Many at once, through connections that are open already: T11, T12, T19, and ten thousand calls with a checked log. */
export function crowdFaults(world: FaultWorld): void {
  async function withStore(work: (store: LockStore, target: string) => Promise<void>): Promise<void> {
    const store = await openStore(world.url(), { timeout: 30_000 });
    await work(store, `crowd:${process.pid}/${++number}`).finally(() => store.close());
  }

  function crowd(name: string, work: (store: LockStore, target: string) => Promise<void>): void {
    inTurn(name, () => withStore(work), 120_000);
  }

  for (const size of [99, 100, 101, 200]) {
    crowd(`T12: of ${size} concurrent arrivals at a bound of 100, at most 100 wait`, async (store, target) => {
      await hold(store, target, BOUNDED);
      const replies = await storm(world.url(), target, arrivals(size, BOUNDED));
      const kinds = replies.map(({ reply }) => (reply.kind === "refused" ? reply.why : reply.kind));
      expect(kinds.filter((kind) => kind === "waiting")).toHaveLength(Math.min(size, 100));
      expect(kinds.filter((kind) => kind === "full")).toHaveLength(Math.max(0, size - 100));
      expect(await waiting(store, target)).toBe(Math.min(size, 100));
      await sound(store, target, 1);
    });
  }

  for (const [before, admitted] of [
    [99, 1],
    [100, 0],
  ] as const) {
    crowd(
      `T12: with ${before} waiting, ${admitted} of 200 concurrent arrivals get in, and the others leave nothing`,
      async (store, target) => {
        await hold(store, target, BOUNDED);
        for (const call of arrivals(before, BOUNDED)) await store.call(target, call);
        const replies = await storm(world.url(), target, arrivals(200, BOUNDED));
        expect(replies.filter(({ reply }) => reply.kind === "waiting")).toHaveLength(admitted);
        const { targets } = await store.snapshot(target, 20_000);
        expect(targets[0]?.live).toHaveLength(101);
        const refused = targets[0]?.events.filter(({ type }) => type === "refuse") ?? [];
        expect(refused).toHaveLength(200 - admitted);
        expect(new Set(refused.map(({ reason }) => reason))).toEqual(
          new Set(["the queue is full: 100 waiting of 100"]),
        );
        await sound(store, target, 1);
      },
    );
  }

  for (const permits of [1, 5]) {
    crowd(
      `T11: 200 waiters for ${permits} slots are served in order, with three calls for each grant`,
      async (store, target) => {
        const replies = await storm(world.url(), target, arrivals(200, { ...LOCK, permits }));
        expect(replies.filter(({ reply }) => reply.kind === "held")).toHaveLength(permits);
        expect(await serveInOrder(store, target)).toBe(600);
        await sound(store, target, permits);
      },
    );
  }

  fault("T11: a holder keeps its lease while two hundred arrive", () =>
    withStore(async (store, target) => {
      const mine = arrival({ ttl: ms(3000 * PACE) });
      const { fence } = (await store.call(target, mine)) as { fence: string };
      let arriving = true;
      const storming = storm(world.url(), target, arrivals(200, LOCK)).finally(() => (arriving = false));
      const renewed: string[] = [];
      while (arriving) {
        renewed.push((await store.call(target, { op: "renew", run: mine.run, fence, group: 0 })).kind);
        await sleep(600);
      }
      expect((await storming).map(({ reply }) => reply.kind)).toEqual(Array.from({ length: 200 }, () => "waiting"));
      expect(new Set(renewed)).toEqual(new Set(["held"]));
      await sound(store, target, 1);
    }),
  );

  crowd(`T12: arrivals, releases and expiries together never pass the bound; seed ${SEED}`, async (store, target) => {
    const random = randomFrom(`${world.name} T12`);
    const config = { ...LOCK, bound: 10, permits: 2 };
    const calls = arrivals(150, config).map((call) => ({ ...call, ...short(random()), quarantine: ms(50) }));
    const storming = storm(world.url(), target, calls);
    const until = performance.now() + 3000;
    while (performance.now() < until) {
      await serve(store, target, () => random() < 0.7);
      await sleep(random() * 60);
    }
    await storming;
    await sound(store, target, 2);
  });

  crowd("T19: one key fifty times at once is one run and forty-nine followers", async (store, target) => {
    const calls = Array.from({ length: 50 }, () => arrival({ ...LONG, idem: idem("once") }));
    const kinds = (await storm(world.url(), target, calls)).map(({ reply }) => reply.kind);
    expect(kinds.filter((kind) => kind === "held")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "attach")).toHaveLength(49);
    await sound(store, target, 1);
  });

  it(`ten thousand calls keep the invariants; seed ${SEED}`, async () => {
    const random = randomFrom(`${world.name} bulk`);
    let calls = 0;
    for (let round = 0; calls < 10_000; round++) {
      await withStore(async (store, target) => {
        const permits = 1 + (round % 3);
        calls += await busyTarget(store, target, permits, random);
        await sound(store, target, permits);
      });
    }
    expect(calls).toBeGreaterThanOrEqual(10_000);
  }, 180_000);
}

function arrivals(size: number, config: TargetConfig): EnqueueCall[] {
  return Array.from({ length: size }, () => arrival({ ...LONG, config }));
}

function short(draw: number): Pick<EnqueueCall, "ttl" | "waiterTtl"> {
  return draw < 0.3 ? { ttl: ms(150), waiterTtl: ms(150) } : { ttl: ms(1000), waiterTtl: ms(1000) };
}

async function hold(store: LockStore, target: string, config: TargetConfig): Promise<void> {
  const call = arrival({ ...LONG, config });
  const reply = await store.call(target, call);
  if (reply.kind !== "held") throw new Error(`the first was not granted: ${JSON.stringify(reply)}`);
  await store.call(target, { op: "renew", run: call.run, fence: reply.fence, group: 0 });
}

async function waiting(store: LockStore, target: string): Promise<number> {
  const { targets } = await store.snapshot(target, 0);
  return targets[0]?.live.filter(({ state }) => state === "waiting").length ?? 0;
}

/** Asks for each in the order of arrival, which has to be the order of grants: poll, confirm, release. Returns the calls. */
async function serveInOrder(store: LockStore, target: string): Promise<number> {
  let calls = 0;
  const counted = (call: Call): Promise<Reply> => {
    calls += 1;
    return store.call(target, call);
  };
  const { targets } = await store.snapshot(target, 0);
  for (const { run } of [...(targets[0]?.live ?? [])].sort((a, b) => a.seq - b.seq)) {
    const reply = await counted({ op: "poll", run, pace: { front: 50, rest: 200 } });
    if (reply.kind !== "held") throw new Error(`out of order: ${JSON.stringify(reply)}`);
    await counted({ op: "renew", run, fence: reply.fence, group: 0 });
    await counted({ op: "release", run, fence: reply.fence, outcome: SUCCESS, keep: 0, counters: {}, again: null });
  }
  return calls;
}

/** Confirms and releases those of the holders that it chooses. */
async function serve(store: LockStore, target: string, choose: () => boolean): Promise<void> {
  const { targets } = await store.snapshot(target, 0);
  for (const { run, fence, state } of targets[0]?.live ?? []) {
    if (state !== "held" || !choose()) continue;
    const token = String(fence);
    await store.call(target, { op: "renew", run, fence: token, group: 0 });
    await store.call(target, {
      op: "release",
      run,
      fence: token,
      outcome: SUCCESS,
      keep: 0,
      counters: {},
      again: null,
    });
  }
}

/** One target with thirty runs that arrive, poll, renew, leave and come back at random. Returns the calls made. */
async function busyTarget(store: LockStore, target: string, permits: number, random: () => number): Promise<number> {
  const config = { ...LOCK, permits, bound: 12 };
  const pace = { front: 50, rest: 200 };
  const tokens = new Map<string, string>();
  let calls = 0;
  let runs: EnqueueCall[] = [];
  for (let turn = 0; turn < 1000; turn++) {
    if (runs.length < 20 && random() < 0.4) runs.push(arrival({ ...short(random()), config, quarantine: ms(40) }));
    const call = runs[Math.floor(random() * runs.length)];
    if (call === undefined) continue;
    const { run } = call;
    const fence = tokens.get(run);
    const draw = random();
    const next =
      fence === undefined
        ? draw < 0.6
          ? call
          : draw < 0.95
            ? ({ op: "poll", run, pace } as const)
            : ({ op: "leave", run, state: "cancelled", reason: "enough" } as const)
        : draw < 0.5
          ? ({ op: "renew", run, fence, group: 0 } as const)
          : ({ op: "release", run, fence, outcome: SUCCESS, keep: 0, counters: {}, again: null } as const);
    const reply = await store.call(target, next);
    calls += 1;
    if (reply.kind === "held") tokens.set(run, reply.fence);
    const over =
      reply.kind === "ended" || reply.kind === "refused" || reply.kind === "not-owner" || reply.kind === "ok";
    if (over) runs = runs.filter((one) => one.run !== run);
  }
  return calls;
}

async function sound(store: LockStore, target: string, permits: number): Promise<void> {
  const { targets } = await store.snapshot(target, 20_000);
  expectSound(targets[0]?.events ?? [], permits);
}
