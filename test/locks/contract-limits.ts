import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { RateLimit } from "../../src/locks/model.ts";
import { check } from "./checker/check.ts";
import { EMPTY_LOG } from "./checker/log.ts";
import type { Line } from "./contract.ts";
import { FAILURE, LOCK, type SUCCESS, arrival, idem, ms } from "./helpers/calls.ts";

const pace = { front: 50, rest: 200 };
const LONG = { ttl: ms(20_000), waiterTtl: ms(20_000) };

/** What every store must do with rates, lanes, retries and the circuit breaker. */
export function limits(fresh: () => Line): void {
  rates(fresh);
  lanes(fresh);
  retries(fresh);
  breaker(fresh);
}

function perSecond(limit: number, burst = 1, key: string = randomUUID()): RateLimit {
  return { key, limit, period: ms(1000), burst };
}

function rates(fresh: () => Line): void {
  it("takes a token of each rate or of none, and makes the next one wait for the slowest", async () => {
    const t = fresh();
    const config = { ...LOCK, permits: 10 };
    const [fast, slow] = [perSecond(100, 100), perSecond(2)];
    expect((await t.arrive({ config, rates: [fast, slow] })).reply.kind).toBe("held");
    const late = await t.arrive({ ...LONG, config, rates: [fast, slow] });
    expect(late.reply).toMatchObject({ kind: "waiting", rank: 1, rate: slow.key });
    const { askAgainMs } = late.reply as { askAgainMs: number };
    expect(askAgainMs).toBeLessThanOrEqual(501);
    // Nothing of the fast rate was taken for the one that waits.
    const before = (await t.rates()).find(({ key }) => key === fast.key);
    await t.poll(late.run);
    expect((await t.rates()).find(({ key }) => key === fast.key)).toEqual(before);
    await sleep(550);
    expect(await t.poll(late.run)).toMatchObject({ kind: "held" });
    await t.sound(10);
  });

  it("lets a burst through at once and keeps to the rate after it, over several targets", async () => {
    const [t, other] = [fresh(), fresh()];
    const config = { ...LOCK, permits: 100 };
    const rate = perSecond(20, 4);
    const starts: number[] = [];
    const end = performance.now() + 1000;
    for (let n = 0; performance.now() < end; n++) {
      const { run, reply } = await (n % 2 === 0 ? t : other).arrive({ ...LONG, config, rates: [rate] });
      if (reply.kind === "held") starts.push(performance.now());
      else await (n % 2 === 0 ? t : other).call({ op: "leave", run, state: "cancelled", reason: "test" });
      if (n > 6) await sleep(10);
    }
    expect(starts.length).toBeGreaterThan(4);
    const events = [...(await t.events()), ...(await other.events())].sort((a, b) => a.at - b.at);
    expect(
      check({ ...EMPTY_LOG, events, rate: { perSecond: 20, burst: 4 } }).filter(({ invariant }) => invariant === "I12"),
    ).toEqual([]);
  });

  it("refuses callers that disagree about a rate while it is in use", async () => {
    const t = fresh();
    const config = { ...LOCK, permits: 10 };
    const key = randomUUID();
    await t.arrive({ config, rates: [perSecond(2, 1, key)] });
    const { reply } = await t.arrive({ config, rates: [perSecond(50, 1, key)] });
    expect(reply).toMatchObject({ kind: "refused", why: "mismatch" });
    const text = `the rate ${key} is in use with limit=2 period=1s burst=1, and this run asks for limit=50 period=1s burst=1`;
    expect((reply as { reason: string }).reason).toBe(text);
  });
}

function lanes(fresh: () => Line): void {
  it("serves lanes in turn, whoever stands in them, and each in its own order", async () => {
    const t = fresh();
    let holder = await t.hold(LONG);
    const names = ["bulk", "bulk", "bulk", "bulk", "urgent", "urgent", "other"];
    const lane = new Map<string, string>();
    for (const [index, name] of names.entries()) {
      const { run } = await t.arrive({ ...LONG, lane: name });
      lane.set(run, `${name}${index}`);
    }
    const served: string[] = [];
    for (let n = 0; n < names.length; n++) {
      await t.release(holder.run, holder.held.fence);
      const next = (await t.live()).find(({ state }) => state === "held");
      served.push(lane.get(next?.run ?? "") ?? "");
      holder = { run: next?.run ?? "", held: await t.confirm(next?.run ?? "") };
    }
    expect(served).toEqual(["bulk0", "urgent4", "other6", "bulk1", "urgent5", "bulk2", "bulk3"]);
    await t.sound();
  });

  it("bounds each lane by itself, and one that waits for a token holds up nobody in another", async () => {
    const t = fresh();
    const config = { ...LOCK, permits: 2, bound: 1 };
    const rate = perSecond(1);
    await t.arrive({ ...LONG, config, lane: "a", rates: [rate] });
    const stuck = await t.arrive({ ...LONG, config, lane: "a", rates: [rate] });
    expect(stuck.reply).toMatchObject({ kind: "waiting", rate: rate.key });
    expect((await t.arrive({ ...LONG, config, lane: "a" })).reply).toMatchObject({
      why: "full",
      reason: "lane a is full: 1 waiting of 1",
    });
    expect((await t.arrive({ ...LONG, config, lane: "b" })).reply.kind).toBe("held");
    await t.sound(2);
  });
}

function retries(fresh: () => Line): void {
  it("puts a failed run's work back in line as another run, at the end and not before its time", async () => {
    const t = fresh();
    const first = await t.hold({ ...LONG, idem: idem("k") });
    const other = await t.arrive(LONG);
    const again = { run: randomUUID(), delay: ms(300), inFlight: 2 };
    const release = {
      op: "release",
      run: first.run,
      fence: first.held.fence,
      outcome: FAILURE,
      keep: ms(60_000),
      counters: {},
      again,
    } as const;
    expect(await t.call(release)).toEqual({ kind: "ok" });
    expect(await t.call(release)).toEqual({ kind: "ok" });
    expect(await t.poll(first.run)).toMatchObject({ kind: "ended", state: "released" });
    const held = await t.confirm(other.run);
    expect(await t.poll(again.run)).toMatchObject({ kind: "waiting", rank: 1 });
    // The work's key is still in use, under the new run.
    expect((await t.arrive({ idem: idem("k") })).reply).toEqual({ kind: "attach", run: again.run });
    await t.release(other.run, held.fence);
    expect(await t.poll(again.run)).toMatchObject({ kind: "waiting" });
    await sleep(330);
    const second = await t.confirm(again.run);
    expect(BigInt(second.fence)).toBeGreaterThan(BigInt(first.held.fence));
    expect((await t.live())[0]).toMatchObject({ run: again.run, attempt: 2 });
    await t.release(again.run, second.fence);
    expect((await t.arrive({ idem: idem("k") })).reply).toMatchObject({ kind: "replay", run: again.run });
    await t.sound();
  });

  it("bounds the retries under way, and a full queue takes none; the release stands", async () => {
    const t = fresh();
    const config = { ...LOCK, permits: 3, bound: 1 };
    const holders = [
      await t.hold({ ...LONG, config }),
      await t.hold({ ...LONG, config }),
      await t.hold({ ...LONG, config }),
    ];
    const replies = [];
    for (const [index, { run, held }] of holders.entries()) {
      const again = { run: randomUUID(), delay: ms(60_000), inFlight: index === 1 ? 1 : 9 };
      const rest = { fence: held.fence, outcome: FAILURE, keep: 0, counters: {}, again };
      replies.push(await t.call({ op: "release", run, ...rest }));
    }
    expect(replies).toEqual([
      { kind: "ok" },
      { kind: "refused", why: "retries-full", reason: "1 of 1 retries are under way" },
      { kind: "refused", why: "full", reason: "the queue is full: 1 waiting of 1" },
    ]);
    for (const { run } of holders) expect(await t.poll(run)).toMatchObject({ state: "released" });
    await t.sound(3);
  });
}

function breaker(fresh: () => Line): void {
  it("reduces, then closes admission while runs fail, lets one try, and opens when it succeeds", async () => {
    const t = fresh();
    const config = { ...LOCK, permits: 4, breaker: { percent: 50, least: 2, window: ms(10_000), pause: ms(600) } };
    const end = async (outcome: typeof FAILURE | typeof SUCCESS): Promise<void> => {
      const { run, held } = await t.hold({ ...LONG, config });
      await t.call({ op: "release", run, fence: held.fence, outcome, keep: 0, counters: {}, again: null });
    };
    await end(FAILURE);
    await end(FAILURE);
    expect(await t.phase()).toBe("reduced");
    const spaced = await t.arrive({ ...LONG, config });
    expect(spaced.reply).toMatchObject({ kind: "waiting", paused: "circuit breaker: admission is reduced" });
    await sleep(80);
    const { fence } = await t.confirm(spaced.run);
    await t.call({ op: "release", run: spaced.run, fence, outcome: FAILURE, keep: 0, counters: {}, again: null });
    expect(await t.phase()).toBe("shut");
    const [probe, behind] = [await t.arrive({ ...LONG, config }), await t.arrive({ ...LONG, config })];
    expect(probe.reply).toMatchObject({ kind: "waiting", paused: "circuit breaker: too many runs failed" });
    await sleep(650);
    const tried = await t.confirm(probe.run);
    expect(await t.poll(behind.run)).toMatchObject({ kind: "waiting", rank: 1, busy: 1 });
    await t.release(probe.run, tried.fence);
    expect(await t.phase()).toBe("normal");
    expect(await t.poll(behind.run)).toMatchObject({ kind: "held" });
    expect((await t.call({ op: "poll", run: "nobody", pace })).kind).toBe("not-owner");
    await t.sound(4);
  });

  it("closes again when the run that tried fails, and counts no run that never started", async () => {
    const t = fresh();
    const config = { ...LOCK, breaker: { percent: 100, least: 1, window: ms(10_000), pause: ms(200) } };
    const fail = async (part: { notStarted?: true } = {}): Promise<void> => {
      const { run } = arrival();
      await t.call({ ...arrival({ ...LONG, config }), run });
      await sleep(250);
      const { fence } = await t.confirm(run);
      await t.call({ op: "release", run, fence, outcome: FAILURE, keep: 0, counters: {}, again: null, ...part });
    };
    await fail({ notStarted: true });
    expect(await t.phase()).toBe("normal");
    await fail();
    await fail();
    expect(await t.phase()).toBe("shut");
    await fail();
    expect(await t.phase()).toBe("shut");
    await t.sound();
  });
}
