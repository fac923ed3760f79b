import type { Call } from "../calls.ts";
import type { Entry, Idempotency, RateState, StoreEvent, TargetState } from "../model.ts";
import type { Draft, Loaded } from "../protocol/draft.ts";
import type { TargetSnapshot } from "../store.ts";
import { newTarget } from "./new-target.ts";
import type { Row, SqliteDriver } from "./sqlite-driver.ts";
import { SQL } from "./sqlite-sql.ts";

/** How much history a target keeps; trimmed now and then, never in the middle of a run. */
const KEEP_ENTRIES = 1000;
const KEEP_EVENTS = 20_000;
const TRIM_EVERY = 256;

function doc<T>(row: Row | undefined): T | null {
  return row === undefined ? null : (JSON.parse(String(row["doc"])) as T);
}

function docs<T>(rows: readonly Row[]): T[] {
  return rows.map((row) => JSON.parse(String(row["doc"])) as T);
}

export interface Clocks {
  readonly now: number;
  readonly wall: number;
  readonly epoch: string;
}

/** Loads one target for a step. Runs inside the step's transaction. */
export function loadDraft(db: SqliteDriver, target: string, call: Call, clocks: Clocks): Omit<Loaded, "dead"> {
  const entries = docs<Entry>(db.all(SQL.readLive, target));
  return {
    // What an older version did not know yet begins as in a new target.
    target: { ...newTarget(target), ...doc<TargetState>(db.all(SQL.readTarget, target)[0]) },
    entries,
    own: "run" in call ? ownEntry(db, target, call.run, entries) : null,
    idemOf: (key) => doc<Idempotency>(db.all(SQL.readIdem, target, key)[0]),
    rateOf: (key) => doc<RateState>(db.all(SQL.readRate, key)[0]),
    ...clocks,
    lag: 0,
  };
}

function ownEntry(db: SqliteDriver, target: string, run: string, live: readonly Entry[]): Entry | null {
  return live.find((entry) => entry.run === run) ?? doc<Entry>(db.all(SQL.readEntry, target, run)[0]);
}

/** Writes back what a step changed. Runs inside the step's transaction. */
export function saveDraft(db: SqliteDriver, draft: Draft): void {
  const { id, seq } = draft.target;
  db.run(SQL.writeTarget, id, JSON.stringify(draft.target));
  for (const entry of draft.touched) {
    db.run(SQL.writeEntry, id, entry.run, entry.seq, entry.state, JSON.stringify(entry));
  }
  for (const [key, record] of draft.idemTouched) {
    if (record === null) db.run(SQL.deleteIdem, id, key);
    else db.run(SQL.writeIdem, id, key, JSON.stringify(record));
  }
  for (const [key, rate] of draft.rateTouched) db.run(SQL.writeRate, key, JSON.stringify(rate));
  for (const event of draft.events) db.run(SQL.writeEvent, id, JSON.stringify(event));
  for (const [name, by] of draft.counters) db.run(SQL.writeCounter, id, name, by);
  if (seq > 0 && seq % TRIM_EVERY === 0) trim(db, draft);
}

function trim(db: SqliteDriver, draft: Draft): void {
  const { id, seq } = draft.target;
  db.run(SQL.trimEntries, id, seq - KEEP_ENTRIES);
  db.run(SQL.trimEvents, id, id, KEEP_EVENTS);
  db.run(SQL.trimIdem, id, draft.wall);
}

export function readRates(db: SqliteDriver): RateState[] {
  return docs<RateState>(db.all(SQL.listRates));
}

export function readTargets(db: SqliteDriver, target: string | null): TargetState[] {
  const found = docs<TargetState>(target === null ? db.all(SQL.listTargets) : db.all(SQL.readTarget, target));
  return found.map((state) => ({ ...newTarget(state.id), ...state }));
}

export function readTarget(db: SqliteDriver, state: TargetState, events: number): TargetSnapshot {
  const rows = db.all(SQL.readEvents, state.id, events);
  return {
    state,
    live: docs<Entry>(db.all(SQL.readLive, state.id)),
    dead: docs<Entry>(db.all(SQL.readDead, state.id)),
    events: rows.map((row) => ({ ...(JSON.parse(String(row["doc"])) as StoreEvent), id: Number(row["id"]) })),
    counters: Object.fromEntries(
      db.all(SQL.readCounters, state.id).map((row) => [String(row["name"]), Number(row["value"])]),
    ),
  };
}
