import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Reply } from "../calls.ts";
import { CAPABILITIES } from "../capabilities.ts";
import { bootId, monotonicMicros, namespaceId, wallMicros } from "../host/clock.ts";
import { SQLITE_MIGRATIONS } from "../migrations/sqlite.ts";
import { newDraft } from "../protocol/draft.ts";
import { step } from "../protocol/step.ts";
import { StoreError } from "../store.ts";
import type { LockStore, StoreSnapshot } from "../store.ts";
import { checkPlace } from "./sqlite-checks.ts";
import { provenDead } from "./sqlite-dead.ts";
import { openDriver } from "./sqlite-driver.ts";
import type { SqliteDriver } from "./sqlite-driver.ts";
import { loadDraft, readRates, readTarget, readTargets, saveDraft } from "./sqlite-rows.ts";
import type { Clocks } from "./sqlite-rows.ts";
import { SQL } from "./sqlite-sql.ts";
import { receiveWakes, sendWake } from "./sqlite-wake.ts";

export interface SqliteOptions {
  readonly path: string;
  readonly allowNetwork: boolean;
  /** How long one call may wait for other writers, in milliseconds. */
  readonly patience: number;
  readonly clocks?: () => Clocks;
}

/** The embedded store: one file, several processes of one host. Throws StoreError. */
export async function openSqliteStore(options: SqliteOptions): Promise<LockStore> {
  const warnings = checkPlace(options.path, options.allowNetwork);
  const db = await openDriver(options.path).catch((error: unknown) => {
    throw error instanceof StoreError ? error : fault(error);
  });
  const clocks = options.clocks ?? hostClocks();
  try {
    // A call must not block this process's timers for long: a busy database is asked again from the event loop.
    db.exec("pragma busy_timeout = 100");
    await retryBusy(options.patience, () => prepare(db, clocks));
  } catch (error) {
    db.close();
    throw error;
  }
  const wakes = `${options.path}-wake`;
  const home = namespaceId("pid");
  return {
    capabilities: CAPABILITIES.sqlite,
    warnings,
    call: async (target, call) => {
      const done = await retryBusy(options.patience, () => transact(db, target, call, clocks, home));
      for (const run of done.wakes) sendWake(wakes, target, run);
      return done.reply;
    },
    snapshot: (target, events) => retryBusy(options.patience, () => snapshot(db, target, events, clocks())),
    watch: (target, run, wake) => receiveWakes(wakes, target, run, wake),
    close: async () => db.close(),
  };
}

function hostClocks(): () => Clocks {
  const epoch = `boot:${bootId()}`;
  return () => ({ now: monotonicMicros(), wall: wallMicros(), epoch });
}

function prepare(db: SqliteDriver, clocks: () => Clocks): void {
  // A token must not come back after a crash, so every commit reaches the disk.
  db.exec("pragma journal_mode = wal; pragma synchronous = full");
  if (schemaVersion(db) !== SQLITE_MIGRATIONS.length) inTransaction(db, () => migrate(db));
  inTransaction(db, () => checkClock(db, clocks().epoch));
}

function schemaVersion(db: SqliteDriver): number {
  return Number(db.all("pragma user_version")[0]?.["user_version"] ?? 0);
}

function migrate(db: SqliteDriver): void {
  const version = schemaVersion(db);
  if (version > SQLITE_MIGRATIONS.length) {
    const text = `the store's schema is version ${version}, this program knows ${SQLITE_MIGRATIONS.length}`;
    throw new StoreError("refused", `${text}: update signalbox, or use another file.`);
  }
  for (const sql of SQLITE_MIGRATIONS.slice(version)) db.exec(sql);
  db.exec(`pragma user_version = ${SQLITE_MIGRATIONS.length}`);
}

/** Two time namespaces of one boot have clocks that cannot be compared, which only shows when leases go wrong. */
function checkClock(db: SqliteDriver, epoch: string): void {
  const mine = `${epoch} ${namespaceId("time")}`;
  const known = String(db.all(SQL.readMeta, "clock")[0]?.["value"] ?? "");
  if (known === mine) return;
  if (known.startsWith(`${epoch} `)) {
    const why = "the store is in use from another time namespace of this host, whose clock cannot be compared";
    throw new StoreError("refused", `${why}. Give each its own file, or use a server store.`);
  }
  db.run(SQL.writeMeta, "clock", mine);
}

function transact(
  db: SqliteDriver,
  target: string,
  call: Call,
  clocks: () => Clocks,
  home: string,
): { reply: Reply; wakes: ReadonlySet<string> } {
  return inTransaction(db, () => {
    const loaded = loadDraft(db, target, call, clocks());
    const draft = newDraft({ ...loaded, dead: provenDead(loaded.entries, home, loaded.target.step) });
    const reply = step(draft, call);
    saveDraft(db, draft);
    return { reply, wakes: draft.wakes };
  });
}

function snapshot(db: SqliteDriver, target: string | null, events: number, { now, wall }: Clocks): StoreSnapshot {
  db.exec("begin");
  try {
    const targets = readTargets(db, target).map((state) => readTarget(db, state, events));
    return { now, wall, targets, rates: readRates(db) };
  } finally {
    db.exec("commit");
  }
}

/** Always immediate: a transaction that begins as a reader cannot become a writer once another has written. */
function inTransaction<T>(db: SqliteDriver, work: () => T): T {
  db.exec("begin immediate");
  try {
    const result = work();
    db.exec("commit");
    return result;
  } catch (error) {
    try {
      db.exec("rollback");
    } catch {
      // the failure ended the transaction already
    }
    throw error;
  }
}

async function retryBusy<T>(patience: number, work: () => T): Promise<T> {
  const end = monotonicMicros() + patience * 1000;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (error instanceof StoreError) throw error;
      if (!isBusy(error) || monotonicMicros() > end) throw fault(error);
      await sleep(2 + Math.random() * 20);
    }
  }
}

function isBusy(error: unknown): boolean {
  const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown };
  return String(code).startsWith("SQLITE_BUSY") || errcode === 5 || /database is locked/.test(String(message));
}

function fault(error: unknown): StoreError {
  const text = error instanceof Error ? error.message : String(error);
  // A file of something else does not become a store by asking again.
  const refused = /not a database/.test(text);
  const remedy = refused ? ". It is left as it is: name another in --store sqlite:PATH" : "";
  return new StoreError(refused ? "refused" : "unavailable", `SQLite: ${text}${remedy}`, error);
}
