import type { Call } from "../calls.ts";
import { LIVE_STATES } from "../model.ts";
import type { Entry, Idempotency, RateState, StoreEvent, TargetState } from "../model.ts";
import { newDraft, type Draft } from "../protocol/draft.ts";
import type { EtcdTime } from "./etcd-clock.ts";
import type { EtcdKeys } from "./etcd-keys.ts";
import { put, remove, removeRange } from "./etcd-kv.ts";
import type { EtcdOp, Kv } from "./etcd-kv.ts";
import { newTarget } from "./new-target.ts";

/** How many steps' events a target keeps. */
const KEEP_STEPS = 10_000;
/** A server refuses transactions of over 128 operations; history and wake-ups take what is left. */
const OPERATIONS = 110;

/** A target's own row: its state, its counters, and how many events it has had. */
export interface Meta {
  readonly state: TargetState;
  readonly counters: Readonly<Record<string, number>>;
  readonly events: number;
}

/** Keys as they were read; a key that was asked for and is absent has revision "0". */
export type Known = ReadonlyMap<string, Kv>;

export const ABSENT: Kv = { value: "", revision: "0" };

/** A step needs a key that was not read. The caller reads it too, and begins again. */
export class KeyNeeded extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`${key} is needed`);
    this.key = key;
  }
}

function need<T>(known: Known, key: string): T | null {
  const kv = known.get(key);
  if (kv === undefined) throw new KeyNeeded(key);
  return kv.value === "" ? null : (JSON.parse(kv.value) as T);
}

export function readMeta(known: Known, keys: EtcdKeys, target: string): Meta {
  const kv = known.get(keys.meta);
  if (kv === undefined || kv.value === "") return { state: newTarget(target), counters: {}, events: 0 };
  return JSON.parse(kv.value) as Meta;
}

export function readLive(known: Known, keys: EtcdKeys): Entry[] {
  const shards = [...known].filter(([key]) => key.startsWith(keys.liveAll));
  return shards.flatMap(([, { value }]) => JSON.parse(value) as Entry[]).sort((a, b) => a.seq - b.seq);
}

export interface Times extends EtcdTime {
  readonly epoch: string;
}

/** Throws KeyNeeded when something has to be read first. */
export function loadDraft(known: Known, keys: EtcdKeys, meta: Meta, call: Call, times: Times): Draft {
  const entries = readLive(known, keys);
  return newDraft({
    target: meta.state,
    entries,
    own: "run" in call && call.run !== "" ? ownEntry(known, keys, call, entries) : null,
    idemOf: (key) => need<Idempotency>(known, keys.idem(key)),
    rateOf: (key) => need<RateState>(known, keys.rate(key)),
    now: times.now,
    lag: times.lag,
    wall: times.now + times.lag,
    epoch: times.epoch,
    dead: new Set(),
  });
}

function ownEntry(
  known: Known,
  keys: EtcdKeys,
  call: Call & { readonly run: string },
  live: readonly Entry[],
): Entry | null {
  const found = live.find((entry) => entry.run === call.run);
  if (found !== undefined) return found;
  // An arrival is refused as a dead letter or admitted, and never again under its id once it has ended.
  return need<Entry>(known, keys.ended(call.run)) ?? need<Entry>(known, keys.dead(call.run));
}

/** The operations that write back what a step changed. */
export function writesOf(keys: EtcdKeys, meta: Meta, draft: Draft): EtcdOp[] {
  const { target } = draft;
  const ops: EtcdOp[] = [];
  const events = draft.events.map((event, index): StoreEvent => ({ id: meta.events + index + 1, ...event }));
  const counters = { ...meta.counters };
  for (const [name, by] of draft.counters) counters[name] = (counters[name] ?? 0) + by;
  ops.push(
    put(keys.meta, JSON.stringify({ state: target, counters, events: meta.events + events.length } satisfies Meta)),
  );
  ops.push(...shardWrites(keys, draft));
  for (const [key, record] of draft.idemTouched) {
    ops.push(record === null ? remove(keys.idem(key)) : put(keys.idem(key), JSON.stringify(record)));
  }
  for (const [key, rate] of draft.rateTouched) ops.push(put(keys.rate(key), JSON.stringify(rate)));
  if (events.length > 0) ops.push(put(keys.events(target.step), JSON.stringify(events)));
  if (target.step % 256 === 0)
    ops.push(removeRange(keys.events(0), keys.events(Math.max(0, target.step - KEEP_STEPS))));
  const history = historyWrites(keys, draft);
  const wakes = [...draft.wakes].map((run) => put(keys.wake(run), String(target.step)));
  return [...ops, ...[...wakes, ...history].slice(0, Math.max(0, OPERATIONS - ops.length))];
}

function shardWrites(keys: EtcdKeys, draft: Draft): EtcdOp[] {
  const shards = new Set([...draft.touched].map((entry) => keys.live(entry.seq)));
  const live = draft.entries.filter((entry) => LIVE_STATES.includes(entry.state));
  return [...shards].map((shard) => put(shard, JSON.stringify(live.filter((entry) => keys.live(entry.seq) === shard))));
}

/** Ended entries answer a late question. What nobody may ask about any more comes last, and is left out first. */
function historyWrites(keys: EtcdKeys, draft: Draft): EtcdOp[] {
  const ended = [...draft.touched].filter((entry) => !LIVE_STATES.includes(entry.state));
  ended.sort((a, b) => Number(a.state === "gone") - Number(b.state === "gone"));
  return ended.map((entry) => {
    return put(entry.state === "dead" ? keys.dead(entry.run) : keys.ended(entry.run), JSON.stringify(entry));
  });
}
