import type { Entry, EventType, Idempotency, RateState, StoreEvent, TargetState } from "../model.ts";

/**
 * One target while a step works on it: the store loads it, the step changes it, the store writes back what is marked.
 * `now` is the store's lease clock, `wall` its clock for people, both in microseconds and read under the mutex.
 */
export interface Draft {
  readonly target: TargetState;
  /** Live entries by sequence number. A step may add to them. */
  readonly entries: Entry[];
  /** The caller's own entry, also when it has ended. */
  readonly own: Entry | null;
  /** The stored record of an idempotency key; read through `keyRecord`, which knows this step's changes. */
  readonly idemOf: (key: string) => Idempotency | null;
  /** The stored state of a rate key, which is no single target's; read through `rateRecord`. */
  readonly rateOf: (key: string) => RateState | null;
  readonly rateTouched: Map<string, RateState>;
  readonly now: number;
  /** How much later than `now` it may be: 0 but for stores that only know bounds. Leases begin at the late bound. */
  readonly lag: number;
  readonly wall: number;
  readonly epoch: string;
  /** Runs that the store has proven gone together with their process groups. */
  readonly dead: ReadonlySet<string>;
  readonly touched: Set<Entry>;
  readonly idemTouched: Map<string, Idempotency | null>;
  readonly events: Omit<StoreEvent, "id">[];
  readonly counters: Map<string, number>;
  /** Runs whose waiting ended in this step and that should be told. */
  readonly wakes: Set<string>;
}

/** What a store reads for a step; the rest of a draft is what the step leaves. */
export type Loaded = Pick<
  Draft,
  "target" | "entries" | "own" | "idemOf" | "rateOf" | "now" | "lag" | "wall" | "epoch" | "dead"
>;

/** A draft in which nothing has been done yet. */
export function newDraft(loaded: Loaded): Draft {
  return {
    ...loaded,
    rateTouched: new Map(),
    touched: new Set(),
    idemTouched: new Map(),
    events: [],
    counters: new Map(),
    wakes: new Set(),
  };
}

/** An entry that waits and has been given nothing yet. */
export const UNGRANTED = {
  state: "waiting",
  reason: "",
  fence: 0,
  slot: -1,
  confirmed: false,
  group: 0,
  grantedAt: 0,
  endedAt: 0,
  renewals: 0,
} as const satisfies Partial<Entry>;

/** Adds an event of this step to the target's log. */
export function record(
  draft: Draft,
  type: EventType,
  run: string,
  reason: string,
  detail: Readonly<Record<string, string | number>>,
): void {
  const { target, now, wall } = draft;
  draft.events.push({ target: target.id, step: target.step, at: now, wall, type, run, reason, detail });
}

export function bump(draft: Draft, counter: string, by = 1): void {
  draft.counters.set(counter, (draft.counters.get(counter) ?? 0) + by);
}

export const BUCKETS_SECONDS: readonly number[] = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600];

/** Counts one observation (microseconds) in a histogram with cumulative buckets. */
export function observe(draft: Draft, name: string, micros: number): void {
  for (const bucket of BUCKETS_SECONDS) {
    if (micros <= bucket * 1_000_000) bump(draft, `${name}_bucket|le=${bucket}`);
  }
  bump(draft, `${name}_bucket|le=+Inf`);
  bump(draft, `${name}_sum`, micros);
  bump(draft, `${name}_count`);
}

/** The latest that it may be: a lease that begins now is counted from here, so that no reader ends it early. */
export function latest(draft: Draft): number {
  return draft.now + draft.lag;
}

/** Ends an entry for good, or moves it to `quarantine`, and settles its idempotency record. */
export function finish(draft: Draft, entry: Entry, state: Entry["state"], reason: string): void {
  const ran = entry.state !== "waiting" && entry.confirmed;
  entry.state = state;
  entry.reason = reason;
  if (state !== "quarantine") entry.endedAt = draft.now;
  draft.touched.add(entry);
  if (state !== "released" && entry.idemKey !== "") settleIdempotency(draft, entry, ran);
}

/** A run that may have worked leaves `unknown`, which is never success; one that never started leaves nothing. */
function settleIdempotency(draft: Draft, entry: Entry, ran: boolean): void {
  const key = entry.idemKey;
  const known = keyRecord(draft, key);
  if (known === null || known.run !== entry.run || known.state !== "running") return;
  draft.idemTouched.set(key, ran ? { ...known, state: "unknown", wallEnded: draft.wall } : null);
}

export function keyRecord(draft: Draft, key: string): Idempotency | null {
  return draft.idemTouched.get(key) ?? (draft.idemTouched.has(key) ? null : draft.idemOf(key));
}
