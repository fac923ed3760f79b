// Measures the runner: ratios in one run, since times on a shared machine mean little. See docs/runner.md.
// `node bench/locks/run.mjs` bundles it and starts it in the checkout, whose dist/ must be built.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { openDriver } from "../../src/locks/backends/sqlite-driver.ts";
import { openStore } from "../../src/locks/open-store.ts";
import type { LockStore } from "../../src/locks/store.ts";
import { NOBODY, arrival } from "../../test/locks/helpers/calls.ts";
import { createPostgres, postgresMissing } from "../../test/locks/helpers/postgres-server.ts";
import { cycle, handOver, line, median, operationsPerGrant, ratio, say } from "./measure.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-"));

async function sqlite(): Promise<void> {
  const path = join(folder, "locks.db");
  const store = await openStore(`sqlite:${path}`, { timeout: 10_000 });
  const bare = await openDriver(join(folder, "bare.db"));
  bare.exec("pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, n integer)");
  const trip = await median(200, async () => {
    bare.exec("begin immediate");
    bare.run("insert into t values (1, 1) on conflict (id) do update set n = n + 1");
    bare.exec("commit");
  });
  bare.close();
  await report("SQLite", store, trip, "one committed write");
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
    const trip = await median(200, () => client.query("update t set n = n + 1 where id = $1", [1]));
    const advisory = await median(200, async () => {
      await client.query("select pg_advisory_lock($1)", [7]);
      await client.query("select pg_advisory_unlock($1)", [7]);
    });
    const store = await openStore(server.url(), { timeout: 10_000 });
    line("PostgreSQL: one read", read);
    line("PostgreSQL: advisory lock and unlock through pg (no queue, no token, no lease)", advisory, ratio(advisory, read, "reads"));
    await report("PostgreSQL", store, trip, "one committed write");
    await store.close();
    await client.end();
  } finally {
    await server.remove();
  }
}

async function report(name: string, store: LockStore, trip: number, unit: string): Promise<void> {
  line(`${name}: ${unit} (a bare round trip)`, trip);
  const cycles = await median(150, () => cycle(store, "bench:cycle"));
  line(`${name}: acquire and release, uncontended (2 calls)`, cycles, ratio(cycles, trip, "bare round trips"));
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
  const run = ["--input-type=module", "-e", script, "--", "run", "-q", "--no-config", "-t", "bench:true", "--store", url, "--", "true"];
  const bare = await median(9, async () => void spawnSync("true"));
  const node = await median(9, async () => void spawnSync(process.execPath, ["-e", "0"]));
  const whole = await median(15, async () => void execFileSync(process.execPath, run, { stdio: "ignore" }));
  line("true", bare);
  line("node -e 0", node);
  line("signalbox run -- true, SQLite", whole, `${Math.round(whole - bare)} ms over true, ${ratio(whole, node, "bare node starts")}`);
  if (existsSync("/usr/bin/flock")) {
    const lock = join(folder, "flock");
    line("flock FILE true (no queue to see, no lease, no token)", await median(9, async () => void spawnSync("flock", [lock, "true"])));
  }
}

say(`median times in milliseconds; a waiter is ${JSON.stringify(arrival({ owner: NOBODY })).length} bytes`);
await sqlite();
await postgres();
await program();
rmSync(folder, { recursive: true, force: true });
