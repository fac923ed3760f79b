import type { Call } from "../calls.ts";
import { LIVE_STATES } from "../model.ts";
import type { Entry, Idempotency, RateState, TargetState } from "../model.ts";
import { newTarget } from "../backends/new-target.ts";
import { newDraft, type Draft } from "../protocol/draft.ts";
import { decode, encode, list, run, text } from "./engine.ts";

/** How much history a target keeps; trimmed now and then, never in the middle of a run. */
const KEEP_ENTRIES = 1000;
const KEEP_EVENTS = 20_000;
const TRIM_EVERY = 256;

export interface Clocks {
  readonly now: number;
  readonly epoch: string;
}

/** The keys of one target. All begin with one hash tag, so that they lie in one slot of a cluster. */
export interface Place {
  readonly prefix: string;
  readonly target: string;
}

function key(place: Place, part: string): string {
  return `${place.prefix}:${part}:${place.target}`;
}

function doc<T>(json: string | undefined): T | null {
  return json === undefined ? null : decode<T>(json);
}

export function loadDraft(place: Place, call: Call, clocks: Clocks): Draft {
  const entries = list("HVALS", key(place, "live")).map((json) => decode<Entry>(json));
  entries.sort((a, b) => a.seq - b.seq);
  return newDraft({
    target: doc<TargetState>(text("HGET", key(place, "target"), "state")) ?? newTarget(place.target),
    entries,
    own: "run" in call ? ownEntry(place, call.run, entries) : null,
    idemOf: (name) => doc<Idempotency>(text("HGET", key(place, "idem"), name)),
    rateOf: (name) => doc<RateState>(text("HGET", `${place.prefix}:rates`, name)),
    now: clocks.now,
    lag: 0,
    wall: clocks.now,
    epoch: clocks.epoch,
    dead: new Set(),
  });
}

function ownEntry(place: Place, name: string, live: readonly Entry[]): Entry | null {
  const found = live.find((entry) => entry.run === name);
  if (found !== undefined) return found;
  return doc<Entry>(text("HGET", key(place, "ended"), name) ?? text("HGET", key(place, "dead"), name));
}

/** Writes back what a step changed, in the same atomic script. */
export function saveDraft(place: Place, draft: Draft): void {
  run("SADD", `${place.prefix}:targets`, place.target);
  run("HSET", key(place, "target"), "state", encode(draft.target));
  for (const entry of draft.touched) saveEntry(place, entry);
  for (const [name, record] of draft.idemTouched) {
    if (record === null) run("HDEL", key(place, "idem"), name);
    else run("HSET", key(place, "idem"), name, encode(record));
  }
  for (const [name, rate] of draft.rateTouched) run("HSET", `${place.prefix}:rates`, name, encode(rate));
  saveEvents(place, draft);
  saveCounters(place, draft);
  for (const name of draft.wakes) run("PUBLISH", `${place.prefix}:wake`, `${place.target}\n${name}`);
  if (draft.target.seq > 0 && draft.target.seq % TRIM_EVERY === 0) trim(place, draft);
}

/** Each command of a script is logged by the server, so that many values in one are cheaper than many commands. */
function saveEvents(place: Place, { events }: Draft): void {
  if (events.length === 0) return;
  const last = Number(text("HINCRBY", key(place, "target"), "events", events.length));
  run(
    "RPUSH",
    key(place, "events"),
    ...events.map((event, index) => encode({ id: last - events.length + index + 1, ...event })),
  );
}

function saveCounters(place: Place, { counters }: Draft): void {
  if (counters.size === 0) return;
  const before = list("HMGET", key(place, "counters"), ...counters.keys());
  const after: string[] = [];
  let index = 0;
  for (const [name, by] of counters) {
    after.push(name, encode((Number(before[index]) || 0) + by));
    index += 1;
  }
  run("HSET", key(place, "counters"), ...after);
}

function saveEntry(place: Place, entry: Entry): void {
  const alive = LIVE_STATES.includes(entry.state);
  const home = alive ? "live" : entry.state === "dead" ? "dead" : "ended";
  run("HSET", key(place, home), entry.run, encode(entry));
  if (alive) return;
  run("HDEL", key(place, "live"), entry.run);
  run("ZADD", key(place, "history"), entry.seq, entry.run);
}

function trim(place: Place, draft: Draft): void {
  const old = list("ZRANGEBYSCORE", key(place, "history"), "-inf", draft.target.seq - KEEP_ENTRIES);
  for (const name of old) {
    run("HDEL", key(place, "ended"), name);
    run("HDEL", key(place, "dead"), name);
    run("ZREM", key(place, "history"), name);
  }
  run("LTRIM", key(place, "events"), -KEEP_EVENTS, -1);
  for (const json of list("HVALS", key(place, "idem"))) {
    const { key: name, wallKeep } = decode<Idempotency>(json);
    if (wallKeep > 0 && wallKeep <= draft.wall) run("HDEL", key(place, "idem"), name);
  }
}

/** One target as nested lists of JSON: state, live entries, dead letters, the latest events, counters as pairs. */
export function readTarget(place: Place, events: number): readonly (string | readonly string[])[] {
  return [
    text("HGET", key(place, "target"), "state") ?? "",
    list("HVALS", key(place, "live")),
    list("HVALS", key(place, "dead")),
    events === 0 ? [] : list("LRANGE", key(place, "events"), -events, -1),
    list("HGETALL", key(place, "counters")),
  ];
}
