// Measures the runner: ratios in one run, since times on a shared machine mean little. See docs/runner.md.
// `node bench/locks/run.mjs` bundles it and starts it in the checkout, whose dist/ must be built.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Redis } from "ioredis";
import pg from "pg";
import { openDriver } from "../../src/locks/backends/sqlite-driver.ts";
import { openStore } from "../../src/locks/open-store.ts";
import type { LockStore } from "../../src/locks/store.ts";
import { NOBODY, arrival } from "../../test/locks/helpers/calls.ts";
import { createEtcd, etcdMissing } from "../../test/locks/helpers/etcd-server.ts";
import { createPostgres, postgresMissing } from "../../test/locks/helpers/postgres-server.ts";
import { createRedis, redisMissing } from "../../test/locks/helpers/redis-server.ts";
import { CONTENDERS, contend, holdOnce } from "./contenders.ts";
import { advisory, etcdctl, flock, isInstalled, redlock, sayRival } from "./rivals.ts";
import { cycle, handOver, line, median, operationsPerGrant, ratio, say, timed } from "./measure.ts";
import type { Times } from "./measure.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-"));

async function sqlite(): Promise<void> {
  const path = join(folder, "locks.db");
  const store = await openStore(`sqlite:${path}`, { timeout: 10_000 });
  const bare = await openDriver(join(folder, "bare.db"));
  bare.exec("pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, n integer)");
  const trip = await timed(200, async () => {
    bare.exec("begin immediate");
    bare.run("insert into t values (1, 1) on conflict (id) do update set n = n + 1");
    bare.exec("commit");
  });
  bare.close();
  await report("SQLite", store, trip, "one committed write");
  await contended("SQLite", `sqlite:${path}`);
  await store.close();
}

async function postgres(): Promise<void> {
  const missing = postgresMissing();
  if (missing !== "") return say(`PostgreSQL: skipped, ${missing}`);
  const server = await createPostgres(["fsync=on"]);
  await server.start();
  try {
    const client = new pg.Client({ connectionString: server.url().split("?")[0] });
    await client.connect();
    await client.query("create table t (id int primary key, n int); insert into t values (1, 1)");
    const read = await median(300, () => client.query("select 1"));
    const trip = await timed(200, () => client.query("update t set n = n + 1 where id = $1", [1]));
    const store = await openStore(server.url(), { timeout: 10_000 });
    line("PostgreSQL: one read", read);
    await report("PostgreSQL", store, trip, "one committed write");
    await contended("PostgreSQL", server.url());
    sayRival("pg_advisory_lock", await advisory(server.url().split("?")[0] ?? ""));
    await store.close();
    await client.end();
  } finally {
    await server.remove();
  }
}

async function redis(): Promise<void> {
  const missing = redisMissing();
  if (missing !== "") return say(`Redis: skipped, ${missing}`);
  const server = await createRedis();
  await server.start();
  try {
    const client = new Redis(server.port, "127.0.0.1");
    const trip = await timed(300, () => client.incr("n"));
    client.disconnect();
    const store = await openStore(server.url(), { timeout: 10_000 });
    await report("Redis", store, trip, "one INCR, logged");
    await contended("Redis", server.url());
    sayRival("a Redlock client", await redlock(`redis://127.0.0.1:${server.port}`));
    await store.close();
  } finally {
    await server.remove();
  }
}

async function etcd(): Promise<void> {
  const missing = etcdMissing();
  if (missing !== "") return say(`etcd: skipped, ${missing}`);
  const server = await createEtcd();
  await server.start();
  try {
    const endpoint = `http://127.0.0.1:${server.port}`;
    const body = JSON.stringify({ key: "bg==", value: "MQ==" });
    const trip = await timed(200, async () => (await fetch(`${endpoint}/v3/kv/put`, { method: "POST", body })).json());
    const store = await openStore(server.url(), { timeout: 10_000 });
    await report("etcd", store, trip, "one put through the gateway");
    await contended("etcd", server.url());
    sayRival("etcdctl lock", await etcdctl(endpoint));
    await store.close();
  } finally {
    await server.remove();
  }
}

/** Each contender has connections of its own, as each job of a pipeline has. */
async function contended(name: string, url: string): Promise<void> {
  const stores = await Promise.all(Array.from({ length: CONTENDERS }, () => openStore(url, { timeout: 30_000 })));
  const each = await contend((at) => holdOnce(stores[at] as LockStore, "bench:contended"));
  line(`${name}: 16 contenders, each hold`, each);
  await Promise.all(stores.map((store) => store.close()));
}

async function report(name: string, store: LockStore, trip: Times, unit: string): Promise<void> {
  line(`${name}: ${unit} (a bare round trip)`, trip.median, `fastest tenth ${trip.fast.toFixed(2)}`);
  const cycles = await timed(200, () => cycle(store, "bench:cycle"));
  const ratios = `${ratio(cycles.median, trip.median, "bare round trips")}, ${ratio(cycles.fast, trip.fast, "in the fastest tenth")}`;
  line(`${name}: acquire and release, uncontended (2 calls)`, cycles.median, ratios);
  for (const waiters of [10, 50, 200]) {
    const { calls, milliseconds } = await operationsPerGrant(store, `bench:line-${waiters}`, waiters);
    line(`${name}: a grant with ${waiters} waiters, ${calls} calls for each`, milliseconds);
  }
  line(`${name}: from a release to the next waiter's wake-up`, await handOver(store, "bench:hand-over"));
}

async function program(): Promise<void> {
  // The shipped program, without what bin/ does in a checkout: looking whether it has to be built.
  const script = `import(${JSON.stringify(pathToFileURL(resolve("dist/cli.js")).href)}).then((m) => m.main(process.argv.slice(1)))`;
  const url = `sqlite:${join(folder, "program.db")}`;
  const run = [
    "--input-type=module",
    "-e",
    script,
    "--",
    "run",
    "-q",
    "--no-config",
    "-t",
    "bench:true",
    "--store",
    url,
    "--",
    "true",
  ];
  const bare = await median(9, async () => void spawnSync("true"));
  const node = await median(9, async () => void spawnSync(process.execPath, ["-e", "0"]));
  const whole = await median(15, async () => void execFileSync(process.execPath, run, { stdio: "ignore" }));
  line("true", bare);
  line("node -e 0", node);
  line(
    "signalbox run -- true, SQLite",
    whole,
    `${Math.round(whole - bare)} ms over true, ${ratio(whole, node, "bare node starts")}`,
  );
  if (isInstalled("flock")) sayRival("flock", await flock(folder));
}

say(`median times in milliseconds; a waiter is ${JSON.stringify(arrival({ owner: NOBODY })).length} bytes`);
await sqlite();
await postgres();
await redis();
await etcd();
await program();
rmSync(folder, { recursive: true, force: true });
