import { rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { openStore } from "../../src/locks/open-store.ts";
import type { LockStore } from "../../src/locks/store.ts";
import { SUCCESS, arrival, ms } from "./helpers/calls.ts";
import { memoryFolder } from "./helpers/memory-folder.ts";
import { ETCD, POSTGRES, REDIS, withServer } from "./helpers/with-server.ts";

/** An uncontended hold asks the server at most three times, counted where the questions go out or come in. */
async function hold(store: LockStore, target: string): Promise<void> {
  const call = arrival({ ttl: ms(60_000) });
  const reply = await store.call(target, call);
  if (reply.kind !== "held" || !reply.confirmed) throw new Error(`not held: ${reply.kind}`);
  const rest = { fence: reply.fence, outcome: SUCCESS, keep: 0, counters: {}, again: null };
  expect(await store.call(target, { op: "release", run: call.run, ...rest })).toEqual({ kind: "ok" });
}

/** Questions for each grant of a line of so many, beside the arrival: poll, confirm, release. */
async function questionsPerGrant(
  store: LockStore,
  waiters: number,
  asked: () => number | Promise<number>,
): Promise<number> {
  const target = `line-${waiters}`;
  const runs = Array.from({ length: waiters }, () => arrival({ ttl: ms(600_000), waiterTtl: ms(600_000) }));
  for (const call of runs) await store.call(target, call);
  const before = await asked();
  for (const { run, pace } of runs) {
    const reply = await store.call(target, { op: "poll", run, pace });
    if (reply.kind !== "held") throw new Error(`out of order: ${reply.kind}`);
    await store.call(target, { op: "renew", run, fence: reply.fence, group: 0 });
    await store.call(target, {
      op: "release",
      run,
      fence: reply.fence,
      outcome: SUCCESS,
      keep: 0,
      counters: {},
      again: null,
    });
  }
  return ((await asked()) - before) / waiters;
}

describe("SQLite", () => {
  it("takes and gives back in two steps, each one transaction", async () => {
    const folder = memoryFolder();
    const store = await openStore(`sqlite:${join(folder, "locks.db")}`, { timeout: 10_000 });
    const steps = async (): Promise<number> => (await store.snapshot("t", 0)).targets[0]?.state.step ?? 0;
    await hold(store, "t");
    const before = await steps();
    await hold(store, "t");
    expect((await steps()) - before).toBe(2);
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe.skipIf(POSTGRES.missing() !== "")("PostgreSQL", () => {
  const server = withServer(POSTGRES);

  it("takes and gives back in two statements, each its own transaction", async () => {
    const store = await openStore(server().url(), { timeout: 10_000 });
    const { prototype } = pg.Client;
    const plain = prototype.query;
    const asked: unknown[] = [];
    prototype.query = function (this: pg.Client, ...words: unknown[]) {
      asked.push(words[0]);
      return (plain as (...all: unknown[]) => unknown).apply(this, words);
    } as typeof plain;
    try {
      await hold(store, "t");
      expect(asked).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^select signalbox\.step\(/)));
      for (const waiters of [10, 200]) expect(await questionsPerGrant(store, waiters, () => asked.length)).toBe(3);
    } finally {
      prototype.query = plain;
      await store.close();
    }
  });
});

describe.skipIf(REDIS.missing() !== "")("Redis", () => {
  const server = withServer(REDIS);

  it("takes and gives back in two scripts", async () => {
    const store = await openStore(server().url(), { timeout: 10_000 });
    await hold(store, "t");
    await server().command("CONFIG", "RESETSTAT");
    for (let n = 0; n < 5; n++) await hold(store, "t");
    const asked = async (): Promise<number> => {
      return Number(/cmdstat_evalsha:calls=(\d+),/.exec(String(await server().command("INFO", "commandstats")))?.[1]);
    };
    expect(await asked()).toBe(10);
    for (const waiters of [10, 200]) expect(await questionsPerGrant(store, waiters, asked)).toBe(3);
    await store.close();
  });
});

describe.skipIf(ETCD.missing() !== "")("etcd", () => {
  const server = withServer(ETCD);

  it("takes and gives back in three requests, whether others have been there or not", async () => {
    const [store, other] = [
      await openStore(server().url(), { timeout: 10_000 }),
      await openStore(server().url(), { timeout: 10_000 }),
    ];
    const plain = globalThis.fetch;
    let requests = 0;
    // One release in 256, drawn by lot, also looks whether history wants trimming.
    const lot = vi.spyOn(Math, "random").mockReturnValue(0.5);
    globalThis.fetch = (...args) => {
      requests += 1;
      return plain(...args);
    };
    try {
      for (const one of [store, store, other, store]) {
        requests = 0;
        await hold(one, "t");
        expect(requests).toBeLessThanOrEqual(3);
      }
      requests = 0;
      await hold(store, "u");
      expect(requests).toBe(3);
      // The handle has seen the line itself, so that each step is one transaction, however long the line is.
      for (const waiters of [10, 200]) expect(await questionsPerGrant(store, waiters, () => requests)).toBe(3);
    } finally {
      globalThis.fetch = plain;
      lot.mockRestore();
      await Promise.all([store.close(), other.close()]);
    }
  });
});
