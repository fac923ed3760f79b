import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { createMemoryWorld, openMemoryStore } from "../../src/locks/backends/memory.ts";
import { openEtcdStore } from "../../src/locks/backends/etcd.ts";
import { openPostgresStore } from "../../src/locks/backends/postgres.ts";
import { openRedisStore } from "../../src/locks/backends/redis.ts";
import { openSqliteStore } from "../../src/locks/backends/sqlite.ts";
import type { Call } from "../../src/locks/calls.ts";
import type { LockStore, StoreSnapshot } from "../../src/locks/store.ts";
import { plannedCalls } from "./helpers/planned-calls.ts";
import type { Planned } from "./helpers/planned-calls.ts";
import type { StoreServer } from "./helpers/store-server.ts";
import { ETCD, POSTGRES, REDIS, withServer } from "./helpers/with-server.ts";

/** Every store answers each call of a random history as the pure protocol does, under one fake clock. */
interface Subject {
  readonly store: LockStore;
  setClock(now: number): Promise<void>;
}

const START = 1_800_000_000_000_000;
const SEED = Number(process.env["SIGNALBOX_TEST_SEED"] ?? 20261129);

async function replay(subject: Subject, plan: readonly Planned[], target: string): Promise<void> {
  let now = START;
  const world = createMemoryWorld(() => now);
  const oracle = openMemoryStore(world);
  const tokens = new Map<string, string>();
  const ids = new Set<string>();
  for (const [index, planned] of plan.entries()) {
    now += planned.after;
    await subject.setClock(now);
    const call = ownNames(withToken(planned.call, tokens), target, ids);
    const expected = await oracle.call(target, call);
    const actual = await subject.store.call(target, call);
    expect(actual, `call ${index}: ${JSON.stringify(call)}`).toEqual(expected);
    if (expected.kind === "held" && "run" in call) tokens.set(call.run, expected.fence);
  }
  expect(comparable(await subject.store.snapshot(target, 10_000))).toEqual(
    comparable(await oracle.snapshot(target, 10_000)),
  );
}

/** Plans are made before tokens are known: the token "own" stands for the run's own. */
function withToken(call: Call, tokens: ReadonlyMap<string, string>): Call {
  if ((call.op !== "renew" && call.op !== "release") || call.fence !== "own") return call;
  return { ...call, fence: tokens.get(call.run) ?? "0" };
}

/** Rates outlive a target, so each history has its own. A retry's run id is new, as those of the program are. */
function ownNames(call: Call, target: string, ids: Set<string>): Call {
  if (call.op === "enqueue") {
    ids.add(call.run);
    return { ...call, rates: call.rates.map((rate) => ({ ...rate, key: `${target}/${rate.key}` })) };
  }
  if (call.op !== "release" || call.again === null) return call;
  if (ids.has(call.again.run)) return { ...call, again: null };
  ids.add(call.again.run);
  return call;
}

function comparable(snapshot: StoreSnapshot): unknown {
  return snapshot.targets.map((target) => ({
    ...target,
    state: { ...target.state, epoch: "" },
    events: target.events.map((event) => ({ ...event, id: 0 })),
  }));
}

async function check(subject: Subject, runs: number): Promise<void> {
  let number = 0;
  const property = fc.asyncProperty(plannedCalls(), async (plan) => {
    await replay(subject, plan, `t:${number++}`);
  });
  await fc.assert(property, { numRuns: runs, seed: SEED });
}

describe("SQLite answers as the oracle does", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-oracle-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("over random histories", async () => {
    let now = START;
    const clocks = () => ({ now, wall: now, epoch: "boot:test" });
    const store = await openSqliteStore({
      path: join(folder, "locks.db"),
      allowNetwork: false,
      patience: 5000,
      clocks,
    });
    await check({ store, setClock: async (value) => void (now = value) }, 120);
    await store.close();
  });
});

describe.skipIf(POSTGRES.missing() !== "")("PostgreSQL answers as the oracle does", () => {
  const server = withServer(POSTGRES);

  it("over random histories", async () => {
    const store = await openPostgresStore({ url: server().url(), timeout: 5000 });
    const admin = new pg.Client({ connectionString: server().url().split("?")[0] });
    await admin.connect();
    await admin.query(`create table signalbox.fake (now bigint); insert into signalbox.fake values (0);
      create or replace function signalbox.clock() returns bigint language sql volatile as
        $$ select now from signalbox.fake $$;
      create or replace function signalbox.epoch() returns text language sql as $$ select 'memory' $$`);
    const setClock = async (now: number): Promise<void> => {
      await admin.query("update signalbox.fake set now = $1", [now]);
    };
    await check({ store, setClock }, 120);
    await admin.end();
    await store.close();
  });
});

const SERVERS = [
  { kind: REDIS, open: openRedisStore },
  { kind: ETCD, open: openEtcdStore },
] as const;

for (const { kind, open } of SERVERS) {
  describe.skipIf(kind.missing() !== "")(`${kind.name} answers as the oracle does`, () => {
    const server = withServer<StoreServer>(kind);

    it("over random histories", async () => {
      let now = START;
      const store = await open({ url: server().url(), timeout: 5000, clock: () => now });
      await check({ store, setClock: async (value) => void (now = value) }, 120);
      await store.close();
    });
  });
}
