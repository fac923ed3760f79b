import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { hidePassword, openStore } from "../../src/locks/open-store.ts";
import { SUCCESS, arrival, ms } from "./helpers/calls.ts";
import { inTurn, inTurnIf } from "./helpers/fault.ts";
import { freePort } from "./helpers/store-server.ts";
import type { PostgresServer } from "./helpers/postgres-server.ts";
import { POSTGRES, withServer } from "./helpers/with-server.ts";
import { runProgram } from "./helpers/program.ts";

/** What PostgreSQL's store checks when it is opened, poolers, lost history, and programs that start at once. */
const missing = POSTGRES.missing();
if (missing !== "") process.stderr.write(`PostgreSQL self-check tests are skipped: ${missing}\n`);

describe.skipIf(missing !== "")("PostgreSQL's self-check", () => {
  const server = withServer(POSTGRES);

  const open = (url: string) => openStore(url, { timeout: 5000 });

  it("migrates once when many start at once", async () => {
    const stores = await Promise.all(Array.from({ length: 12 }, () => open(server().url("together"))));
    const replies = await Promise.all(stores.map((store) => store.call("t", arrival())));
    expect(replies.filter(({ kind }) => kind === "held")).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  inTurn(
    "T23: refuses a newer schema, a read-only connection, an odd schema name, and a server that is not there",
    async () => {
      await open(server().url("newer")).then((store) => store.close());
      await server().query("insert into newer.migration (version) values (99)");
      await expect(open(server().url("newer"))).rejects.toThrow(/schema is version 99/);
      const readOnly = `${server().url("newer")}&options=-c%20default_transaction_read_only%3Don`;
      await expect(open(readOnly)).rejects.toThrow(/read-only/);
      await expect(open(server().url("a;drop"))).rejects.toThrow(/not a plain schema name/);
      const nowhere = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`;
      const { code, stderr } = await runProgram([
        "run",
        "--no-config",
        "--store-timeout",
        "1s",
        "-t",
        "x",
        "--store",
        nowhere,
        "--",
        "true",
      ]);
      expect(code).toBe(114);
      expect(stderr).toContain("ECONNREFUSED");
    },
  );

  inTurn("T23: a role without rights is refused, and nothing starts", async () => {
    await server().query("create role guest login");
    const url = server().url("forbidden").replace("postgres@", "guest@");
    const { code, stderr } = await runProgram([
      "run",
      "--no-config",
      "--store-timeout",
      "1s",
      "-t",
      "x",
      "--store",
      url,
      "--",
      "true",
    ]);
    expect(code).toBe(114);
    expect(stderr).toMatch(/permission denied/);
  });

  it("makes its tables in a schema that was made for its role, and others work there with rights on rows", async () => {
    const as = (role: string): string => server().url("granted").replace("postgres@", `${role}@`);
    await server().query("create role deploys login; create role helper login");
    await expect(open(as("deploys"))).rejects.toMatchObject({ fault: "refused" });
    await server().query("create schema granted authorization deploys");
    const store = await open(as("deploys"));
    await server().query(
      `grant usage on schema granted to helper; grant select, insert, update, delete on all tables in schema granted to helper;
       grant usage on all sequences in schema granted to helper`,
    );
    const other = await open(as("helper"));
    expect(await store.call("t", arrival())).toMatchObject({ kind: "held" });
    expect(await other.call("t", arrival())).toMatchObject({ kind: "waiting" });
    await Promise.all([store.close(), other.close()]);
  });

  it("says at once that a database is not there, instead of asking again", async () => {
    const wrong = server().url().replace("/postgres?", "/nowhere?");
    await expect(open(wrong)).rejects.toMatchObject({
      fault: "refused",
      message: expect.stringContaining("Make the database"),
    });
  });

  it("will not work under another isolation level than it was made for", async () => {
    await server().query(
      "create role strict login superuser; alter role strict set default_transaction_isolation = 'repeatable read'",
    );
    const store = await open(server().url("isolated").replace("postgres@", "strict@"));
    await expect(store.call("t", arrival())).rejects.toThrow(/READ COMMITTED/);
    await store.close();
  });

  it("says that fsync is off, and never shows a password", async () => {
    const store = await open(server().url("warned"));
    expect(store.warnings.join()).toContain("fsync=off");
    await store.close();
    expect(hidePassword("postgres://u:secret@h/db")).toBe("postgres://u:***@h/db");
  });

  it("holds back a whole lease when the server's history was replaced, and no token comes again", async () => {
    const store = await open(server().url("promoted"));
    const first = arrival({ ttl: ms(400), quarantine: ms(200) });
    const held = (await store.call("t", first)) as { fence: string };
    await store.call("t", { op: "renew", run: first.run, fence: held.fence, group: 0 });
    // What an asynchronous standby may lack after its promotion: the last grant. Its timeline is a new one.
    await server().query(`update promoted.target set fence = 7; delete from promoted.entry;
      create or replace function promoted.epoch() returns text language sql volatile as $$ select 'wal:00000002' $$`);
    const next = arrival();
    expect(await store.call("t", next)).toMatchObject({ kind: "waiting", rank: 1, busy: 0 });
    expect(await store.call("t", { op: "renew", run: first.run, fence: held.fence, group: 0 })).toMatchObject({
      kind: "not-owner",
    });
    await sleep(650);
    const granted = (await store.call("t", { op: "poll", run: next.run, pace: { front: 1, rest: 1 } })) as {
      fence: string;
    };
    expect(BigInt(granted.fence)).toBeGreaterThan(BigInt(held.fence));
    await store.close();
  });

  it("refuses a standby, and after its promotion knows the new timeline", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-standby-"));
    const standby = await createStandby(server(), folder);
    try {
      await expect(open(standby.url)).rejects.toThrow(/replica/);
      const before = await server().query("select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline");
      await standby.promote();
      const store = await open(standby.url);
      expect(await store.call("fresh", arrival())).toMatchObject({ kind: "held" });
      const epoch = (await store.snapshot("fresh", 0)).targets[0]?.state.epoch;
      expect(epoch).not.toBe(`wal:${String(before[0]?.["timeline"])}`);
      await store.close();
    } finally {
      await standby.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  const pooler = spawnSync("pgbouncer", ["--version"]).status === 0;
  if (!pooler && missing === "")
    process.stderr.write("the pooler test is skipped: no pgbouncer (apt-get install pgbouncer)\n");
  inTurnIf(pooler)("T21: works through a pooler in transaction mode, without notifications", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-pooler-"));
    const port = await freePort();
    chmodSync(folder, 0o777);
    writeFileSync(join(folder, "users"), '"postgres" ""\n');
    writeFileSync(
      join(folder, "ini"),
      `[databases]\npostgres = host=127.0.0.1 port=${server().port}\n[pgbouncer]
listen_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = trust\nauth_file = ${folder}/users\npool_mode = transaction
default_pool_size = 4\nunix_socket_dir =\nignore_startup_parameters = extra_float_digits\n`,
    );
    const as = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
    const child = spawn("pgbouncer", ["-q", ...as, join(folder, "ini")], { stdio: "ignore" });
    try {
      const url = server().url("pooled").replace(`:${server().port}/`, `:${port}/`);
      const store = await retry(() => open(url));
      expect(store.warnings.join()).toContain("pooler");
      const stores = await Promise.all(Array.from({ length: 10 }, () => open(url)));
      const replies = await Promise.all(stores.map((one) => one.call("t", arrival())));
      expect(replies.filter(({ kind }) => kind === "held")).toHaveLength(1);
      await Promise.all([...stores, store].map((one) => one.close()));
    } finally {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    }
  });

  inTurn("T21: notices a killed listening connection, wakes everybody once and listens again", async () => {
    const store = await open(server().url("listen"));
    const holder = arrival();
    const held = (await store.call("t", holder)) as { fence: string };
    await store.call("t", { op: "renew", run: holder.run, fence: held.fence, group: 0 });
    const next = arrival();
    await store.call("t", next);
    let wakes = 0;
    await store.watch("t", next.run, () => (wakes += 1));
    await server().query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'");
    for (let n = 0; n < 100 && wakes < 2; n++) await sleep(50);
    expect(wakes).toBe(2); // when it was lost, and when it was back
    await store.call("t", {
      op: "release",
      run: holder.run,
      fence: held.fence,
      outcome: SUCCESS,
      keep: 0,
      counters: {},
      again: null,
    });
    for (let n = 0; n < 40 && wakes < 3; n++) await sleep(50);
    expect(wakes).toBe(3);
    await store.close();
  });
});

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt > 40) throw error;
      await sleep(100);
    }
  }
}

interface Standby {
  readonly url: string;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

async function createStandby(primary: PostgresServer, folder: string): Promise<Standby> {
  const bin = String((await primary.query("select setting from pg_config where name = 'BINDIR'"))[0]?.["setting"]);
  const data = join(folder, "data");
  const root = process.getuid?.() === 0;
  if (root) execFileSync("chown", ["postgres", folder]);
  const as = root
    ? { uid: Number(execFileSync("id", ["-u", "postgres"])), gid: Number(execFileSync("id", ["-g", "postgres"])) }
    : {};
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
  execFileSync(join(bin, "pg_basebackup"), [...from, "-D", data, "-R", "-c", "fast", "-X", "stream"], {
    ...as,
    cwd: folder,
    stdio: "ignore",
  });
  const port = await freePort();
  const flags = [
    "-D",
    data,
    "-p",
    String(port),
    "-h",
    "127.0.0.1",
    "-k",
    folder,
    "-c",
    "fsync=off",
    "-c",
    "max_connections=500",
  ];
  const child = spawn(join(bin, "postgres"), flags, { ...as, cwd: folder, stdio: "ignore" });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client
      .query(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  await retry(() => query("select 1"));
  return {
    url,
    async promote() {
      await query("select pg_promote(true, 20)");
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGQUIT");
      await ended;
    },
  };
}
