import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call, EnqueueCall, Reply } from "../../src/locks/calls.ts";
import type { Entry, RateState, StoreEvent } from "../../src/locks/model.ts";
import type { LockStore } from "../../src/locks/store.ts";
import { expectSound } from "./checker/expect-sound.ts";
import { limits } from "./contract-limits.ts";
import { FAILURE, LOCK, SUCCESS, arrival, idem, ms } from "./helpers/calls.ts";

/** A store to be held to the contract. `open` gives another handle of the same store. */
export interface Subject {
  start(): Promise<void>;
  open(): Promise<LockStore>;
  stop(): Promise<void>;
}

type Held = Extract<Reply, { kind: "held" }>;

let counter = 0;

/** What every store must do, whatever its engine. Each test has a target of its own, checked for the invariants. */
export function contract(name: string, subject: Subject): void {
  describe(`${name} keeps the contract`, () => {
    let store: LockStore;
    beforeAll(async () => {
      await subject.start();
      store = await subject.open();
    }, 60_000);
    afterAll(async () => {
      await store?.close();
      await subject.stop();
    });

    function fresh(): Line {
      counter += 1;
      return line(store, `contract:${name}/${counter}`);
    }

    leases(fresh, subject);
    queues(fresh);
    bounds(fresh);
    keys(fresh);
    operators(fresh);
    wakes(fresh, () => store);
    snapshots(fresh, () => store);
    limits(fresh);
  });
}

/** One target, spoken to in short. */
export interface Line {
  readonly target: string;
  call(call: Call): Promise<Reply>;
  arrive(part?: Partial<EnqueueCall>): Promise<{ run: string; reply: Reply }>;
  hold(part?: Partial<EnqueueCall>): Promise<{ run: string; held: Held }>;
  confirm(run: string): Promise<Held>;
  poll(run: string): Promise<Reply>;
  release(run: string, fence: string, ok?: boolean): Promise<Reply>;
  sound(permits?: number): Promise<void>;
  live(): Promise<readonly Entry[]>;
  events(): Promise<readonly StoreEvent[]>;
  rates(): Promise<readonly RateState[]>;
  /** What the circuit breaker does. */
  phase(): Promise<string>;
}

const pace = { front: 50, rest: 200 };

function line(store: LockStore, target: string): Line {
  const call = (one: Call): Promise<Reply> => store.call(target, one);
  const self: Line = {
    target,
    call,
    async arrive(part = {}) {
      const enqueue = arrival(part);
      return { run: enqueue.run, reply: await call(enqueue) };
    },
    async hold(part = {}) {
      const { run, reply } = await self.arrive(part);
      expect(reply.kind).toBe("held");
      return { run, held: await self.confirm(run) };
    },
    async confirm(run) {
      const granted = await self.poll(run);
      if (granted.kind !== "held") throw new Error(`${run} is ${JSON.stringify(granted)}`);
      const reply = await call({ op: "renew", run, fence: granted.fence, group: 0 });
      expect(reply).toMatchObject({ kind: "held", confirmed: true });
      return reply as Held;
    },
    poll: (run) => call({ op: "poll", run, pace }),
    release: (run, fence, ok = true) =>
      call({ op: "release", run, fence, outcome: ok ? SUCCESS : FAILURE, keep: ms(60_000), counters: {}, again: null }),
    async sound(permits = 1) {
      const snapshot = await store.snapshot(target, 20_000);
      expectSound(snapshot.targets[0]?.events ?? [], permits);
    },
    live: async () => (await store.snapshot(target, 0)).targets[0]?.live ?? [],
    events: async () => (await store.snapshot(target, 20_000)).targets[0]?.events ?? [],
    rates: async () => (await store.snapshot(target, 0)).rates,
    phase: async () => (await store.snapshot(target, 0)).targets[0]?.state.breaker.phase ?? "",
  };
  return self;
}

function leases(fresh: () => Line, subject: Subject): void {
  it("grants, renews and takes back", async () => {
    const t = fresh();
    const { run, held } = await t.hold();
    expect(held).toMatchObject({ slot: 0, confirmed: true });
    expect(await t.release(run, held.fence)).toEqual({ kind: "ok" });
    expect(await t.poll(run)).toMatchObject({ kind: "ended", state: "released" });
    await t.sound();
  });

  it("answers a repeated arrival as a poll and a repeated release as the first", async () => {
    const t = fresh();
    await t.hold();
    const again = arrival();
    const first = await t.call(again);
    expect(await t.call(again)).toEqual(first);
    expect(first).toMatchObject({ kind: "waiting", rank: 1, waiting: 1 });
    const { run, held } = { run: again.run, held: first };
    expect(held.kind).toBe("waiting");
    expect(await t.call({ op: "leave", run, state: "cancelled", reason: "no" })).toMatchObject({ state: "cancelled" });
    expect(await t.call(again)).toMatchObject({ kind: "ended", state: "cancelled" });
    await t.sound();
  });

  it("lets nobody but the owner with its token extend or release", async () => {
    const t = fresh();
    const { run, held } = await t.hold();
    const other = (await t.arrive()).run;
    expect(await t.call({ op: "renew", run, fence: "1", group: 0 })).toMatchObject({ kind: "not-owner" });
    expect(await t.release(run, "1")).toMatchObject({ kind: "not-owner" });
    expect(await t.release(other, held.fence)).toMatchObject({ kind: "not-owner" });
    expect(await t.release("nobody", held.fence)).toMatchObject({ kind: "not-owner" });
    expect(await t.poll(run)).toMatchObject({ kind: "held", fence: held.fence });
    await t.sound();
  });

  it("puts a quarantine between an unclean end and the next grant, whose token is higher", async () => {
    const t = fresh();
    const { run, held } = await t.hold({ ttl: ms(300), quarantine: ms(400) });
    const next = await t.arrive();
    await sleep(380);
    expect(await t.poll(next.run)).toMatchObject({ kind: "waiting" });
    expect(await t.call({ op: "renew", run, fence: held.fence, group: 0 })).toMatchObject({ kind: "not-owner" });
    await sleep(450);
    const granted = await t.confirm(next.run);
    expect(BigInt(granted.fence)).toBeGreaterThan(BigInt(held.fence));
    expect(await t.release(run, held.fence)).toMatchObject({ kind: "not-owner" });
    expect(await t.poll(next.run)).toMatchObject({ kind: "held" });
    await t.sound();
  });

  it("gives each of N permits a slot with tokens of its own", async () => {
    const t = fresh();
    const config = { ...LOCK, permits: 3 };
    const holders = [await t.hold({ config }), await t.hold({ config }), await t.hold({ config })];
    expect(holders.map(({ held }) => held.slot)).toEqual([0, 1, 2]);
    const { run } = await t.arrive({ config });
    expect(await t.poll(run)).toMatchObject({ kind: "waiting", busy: 3 });
    const [, second] = holders;
    await t.release(second?.run ?? "", second?.held.fence ?? "");
    const granted = await t.confirm(run);
    expect(granted.slot).toBe(1);
    expect(holders.every(({ held }) => BigInt(held.fence) < BigInt(granted.fence))).toBe(true);
    await t.sound(3);
  });

  it("remembers across handles, and its tokens go on growing", async () => {
    const t = fresh();
    const { run, held } = await t.hold();
    const second = await subject.open();
    expect(await second.call(t.target, { op: "poll", run, pace })).toMatchObject({ kind: "held", fence: held.fence });
    await t.release(run, held.fence);
    const again = line(second, t.target);
    const later = await again.hold();
    expect(BigInt(later.held.fence)).toBeGreaterThan(BigInt(held.fence));
    await second.close();
    await t.sound();
  });
}

function queues(fresh: () => Line): void {
  it("is first in, first out, and shows the order in which it grants", async () => {
    const t = fresh();
    let holder = await t.hold({ ttl: ms(20_000) });
    const runs: string[] = [];
    for (let n = 0; n < 20; n++) runs.push((await t.arrive({ waiterTtl: ms(20_000), ttl: ms(20_000) })).run);
    for (const [index, run] of runs.entries()) {
      expect(await t.poll(run)).toMatchObject({ rank: 1, waiting: runs.length - index, behind: holder.run });
      await t.release(holder.run, holder.held.fence);
      holder = { run, held: await t.confirm(run) };
    }
    await t.sound();
  });

  it("passes over a waiter that stopped asking, and over one that does not confirm", async () => {
    const t = fresh();
    const { run, held } = await t.hold({ ttl: ms(5000) });
    const [silent, idle, alive] = [
      await t.arrive({ waiterTtl: ms(200) }),
      await t.arrive({ waiterTtl: ms(700) }),
      await t.arrive({ waiterTtl: ms(5000) }),
    ];
    await sleep(300);
    expect(await t.poll(silent.run)).toMatchObject({ kind: "ended", state: "gone" });
    await t.release(run, held.fence);
    expect(await t.poll(alive.run)).toMatchObject({ kind: "waiting", rank: 1 });
    await sleep(500);
    await t.confirm(alive.run);
    expect(await t.call({ op: "renew", run: idle.run, fence: "9", group: 0 })).toMatchObject({ kind: "not-owner" });
    await t.sound();
  });

  it("puts a higher priority first and keeps the order within one", async () => {
    const t = fresh();
    const { run, held } = await t.hold();
    const order = [
      (await t.arrive({ priority: -1 })).run,
      (await t.arrive()).run,
      (await t.arrive({ priority: 1 })).run,
      (await t.arrive({ priority: 1 })).run,
    ];
    const ranks = await Promise.all(order.map(async (one) => (await t.poll(one)) as { rank: number }));
    expect(ranks.map(({ rank }) => rank)).toEqual([4, 3, 1, 2]);
    await t.release(run, held.fence);
    expect(await t.poll(order[2] ?? "")).toMatchObject({ kind: "held" });
    await t.sound();
  });

  it("refuses callers that disagree, naming both values, until the target is idle", async () => {
    const t = fresh();
    const { run, held } = await t.hold({ config: { ...LOCK, bound: 10 } });
    const { reply } = await t.arrive({ config: { ...LOCK, permits: 5, bound: 100 } });
    expect(reply).toMatchObject({ kind: "refused", why: "mismatch" });
    const reason = (reply as { reason: string }).reason;
    expect(reason).toContain("permits=1 bound=10");
    expect(reason).toContain("permits=5 bound=100");
    await t.release(run, held.fence);
    expect((await t.arrive({ config: { ...LOCK, permits: 5, bound: 100 } })).reply.kind).toBe("held");
    await t.sound(5);
  });

  it("refuses a run inside a run that holds the target", async () => {
    const t = fresh();
    const { run } = await t.hold();
    expect((await t.arrive({ parents: ["outermost", run] })).reply).toMatchObject({ kind: "refused", why: "nested" });
    await t.sound();
  });
}

function bounds(fresh: () => Line): void {
  const config = { ...LOCK, bound: 2 };

  async function full(t: Line, overflow: EnqueueCall["config"]["overflow"]): Promise<string[]> {
    const part = { config: { ...config, overflow }, replaceKey: "first" };
    await t.hold(part);
    return [(await t.arrive(part)).run, (await t.arrive({ ...part, replaceKey: "second" })).run];
  }

  it("rejects when full, leaving nothing behind but the reason", async () => {
    const t = fresh();
    const waiting = await full(t, "reject");
    const { run, reply } = await t.arrive({ config });
    expect(reply).toEqual({ kind: "refused", why: "full", reason: "the queue is full: 2 waiting of 2" });
    expect(await t.poll(run)).toMatchObject({ kind: "not-owner" });
    expect(await t.poll(waiting[1] ?? "")).toMatchObject({ rank: 2, waiting: 2 });
    await t.sound();
  });

  it("drops the oldest, keeps the latest, or replaces the same key, and tells the victim", async () => {
    for (const [overflow, victims] of [
      ["drop-oldest", [0]],
      ["keep-latest", [0, 1]],
      ["replace-same-key", [1]],
    ] as const) {
      const t = fresh();
      const waiting = await full(t, overflow);
      const { reply, run } = await t.arrive({ config: { ...config, overflow }, replaceKey: "second" });
      expect(reply).toMatchObject({ kind: "waiting", rank: 3 - victims.length, waiting: 3 - victims.length });
      for (const victim of victims) {
        const told = await t.poll(waiting[victim] ?? "");
        expect(told).toMatchObject({
          kind: "ended",
          state: "superseded",
          reason: `superseded by ${run} (${overflow})`,
        });
      }
      await t.sound();
    }
  });

  it("keeps a dead letter with its command, or waits without a bound", async () => {
    const t = fresh();
    await full(t, "dead-letter");
    const owner = { ...arrival().owner, command: ["deploy", "--now"] };
    const { reply } = await t.arrive({ config: { ...config, overflow: "dead-letter" }, owner });
    expect(reply).toMatchObject({ kind: "refused", why: "dead-letter" });
    await t.sound();
    const w = fresh();
    await full(w, "wait");
    expect((await w.arrive({ config: { ...config, overflow: "wait" } })).reply).toMatchObject({ rank: 3 });
  });

  it("counts running ones too when told to, and lets a bound of 0 run what need not wait", async () => {
    const t = fresh();
    const outstanding = { ...LOCK, permits: 3, bound: 2, counts: "outstanding" } as const;
    await t.hold({ config: outstanding });
    await t.hold({ config: outstanding });
    const { reply } = await t.arrive({ config: outstanding });
    expect(reply).toMatchObject({ why: "full", reason: "the queue is full: 2 waiting, delayed and running of 2" });
    await t.sound(3);
    const zero = fresh();
    await zero.hold({ config: { ...LOCK, bound: 0 } });
    expect((await zero.arrive({ config: { ...LOCK, bound: 0 } })).reply).toMatchObject({ why: "full" });
  });
}

function keys(fresh: () => Line): void {
  it("runs a key once: attach while it runs, replay when it is done, refuse another command", async () => {
    const t = fresh();
    const { run, held } = await t.hold({ idem: idem("k") });
    expect((await t.arrive({ idem: idem("k") })).reply).toEqual({ kind: "attach", run });
    expect((await t.arrive({ idem: idem("k", { attach: false }) })).reply).toMatchObject({ why: "key-in-use" });
    expect((await t.arrive({ idem: idem("k", { fingerprint: "x" }) })).reply).toMatchObject({ why: "key-conflict" });
    expect(await t.call({ op: "follow", key: "k", run })).toEqual({ kind: "attach", run });
    await t.release(run, held.fence);
    expect(await t.call({ op: "follow", key: "k", run })).toEqual({ kind: "finished", outcome: SUCCESS });
    expect((await t.arrive({ idem: idem("k") })).reply).toMatchObject({ kind: "replay", run, outcome: SUCCESS });
    await t.sound();
  });

  it("runs a failed key again, and never calls a lost one a success", async () => {
    const t = fresh();
    const first = await t.hold({ idem: idem("k") });
    await t.release(first.run, first.held.fence, false);
    const lost = await t.hold({ idem: idem("k"), ttl: ms(200), quarantine: ms(50) });
    await sleep(350);
    expect((await t.arrive({ idem: idem("k") })).reply).toEqual({ kind: "unknown-outcome", run: lost.run });
    expect((await t.arrive({ idem: idem("k", { rerunUnknown: true }) })).reply.kind).toBe("held");
    await t.sound();
  });

  it("frees a key whose run never started", async () => {
    const t = fresh();
    await t.hold();
    const { run } = await t.arrive({ idem: idem("k") });
    await t.call({ op: "leave", run, state: "cancelled", reason: "no" });
    expect(await t.call({ op: "follow", key: "k", run })).toMatchObject({ kind: "not-owner" });
    expect((await t.arrive({ idem: idem("k") })).reply.kind).toBe("waiting");
    await t.sound();
  });
}

function operators(fresh: () => Line): void {
  const by = "alice";
  const reason = "stuck";

  it("cancels a waiter, frees a holder's slot, breaks a lock into quarantine", async () => {
    const t = fresh();
    const first = await t.hold({ ttl: ms(400), quarantine: ms(300) });
    const [second, third] = [await t.arrive(), await t.arrive()];
    expect(await t.call({ op: "operate", action: "cancel", run: second.run, by, reason })).toEqual({ kind: "ok" });
    expect(await t.poll(second.run)).toMatchObject({ state: "cancelled", reason: "cancelled: stuck (alice)" });
    expect(await t.call({ op: "operate", action: "break", run: first.run, by, reason })).toEqual({ kind: "ok" });
    expect(await t.call({ op: "renew", run: first.run, fence: first.held.fence, group: 0 })).toMatchObject({
      reason: "quarantine: break: stuck (alice)",
    });
    expect(await t.poll(third.run)).toMatchObject({ kind: "waiting", rank: 1 });
    await sleep(450);
    await t.confirm(third.run);
    const last = await t.arrive();
    await t.call({ op: "operate", action: "release", run: third.run, by, reason });
    expect(await t.poll(last.run)).toMatchObject({ kind: "held" });
    await t.sound();
  });

  it("pauses grants, drains the queue, and resumes", async () => {
    const t = fresh();
    await t.call({ op: "operate", action: "pause", run: "", by, reason });
    const { run, reply } = await t.arrive();
    expect(reply).toMatchObject({ kind: "waiting", paused: "stuck (alice)" });
    await t.call({ op: "operate", action: "drain", run: "", by, reason });
    expect((await t.arrive()).reply).toMatchObject({ why: "draining" });
    await t.call({ op: "operate", action: "resume", run: "", by, reason });
    expect(await t.poll(run)).toMatchObject({ kind: "held" });
    await t.sound();
  });
}

function wakes(fresh: () => Line, store: () => LockStore): void {
  it("wakes the waiter that was granted, and no other", async () => {
    const t = fresh();
    const { run, held } = await t.hold();
    const [next, other] = [await t.arrive(), await t.arrive()];
    let wrong = 0;
    const stopOther = await store().watch(t.target, other.run, () => (wrong += 1));
    const rung = new Promise<number>((resolve) => {
      void store().watch(t.target, next.run, () => resolve(performance.now()));
    });
    await sleep(100);
    const start = performance.now();
    await t.release(run, held.fence);
    expect((await rung) - start).toBeLessThan(1000);
    await sleep(50);
    expect(wrong).toBe(0);
    await stopOther();
    await t.sound();
  });
}

function snapshots(fresh: () => Line, store: () => LockStore): void {
  it("shows every target that was ever used, or the one that is asked for, or none", async () => {
    const [odd, idle] = [fresh(), fresh()];
    await odd.hold();
    const { run, held } = await idle.hold();
    await idle.release(run, held.fence);
    const all = (await store().snapshot(null, 0)).targets.map(({ state }) => state.id);
    expect(all).toEqual([...new Set(all)].sort());
    expect(all).toEqual(expect.arrayContaining([odd.target, idle.target]));
    expect((await store().snapshot(odd.target, 0)).targets.map(({ live }) => live.length)).toEqual([1]);
    expect((await store().snapshot("never/used", 0)).targets).toEqual([]);
  });
}
