import type { Entry, RateState, StoreEvent, TargetConfig, TargetState } from "../model.ts";
import type { StoreSnapshot, TargetSnapshot } from "../store.ts";

type RawTarget = readonly [
  state: string,
  live: readonly string[],
  dead: readonly string[],
  events: readonly string[],
  counters: readonly string[],
];

/** What the script answers: the clock, and for each target nested lists of JSON. */
export type RawSnapshot = readonly [now: string, targets: readonly RawTarget[], rates: readonly string[]];

export function readSnapshot([clock, targets, rates]: RawSnapshot): StoreSnapshot {
  const now = Number(clock);
  const known = targets.filter(([state]) => state !== "").map(readTarget);
  return {
    now,
    wall: now,
    targets: known.sort((a, b) => (a.state.id < b.state.id ? -1 : 1)),
    rates: rates.map((rate) => JSON.parse(rate) as RateState).sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
}

function readTarget([state, live, dead, events, counters]: RawTarget): TargetSnapshot {
  return {
    state: withNulls(JSON.parse(state) as TargetState),
    live: entries(live),
    dead: entries(dead),
    events: events.map((event) => JSON.parse(event) as StoreEvent),
    counters: pairs(counters),
  };
}

/** Lua does not keep what is null. */
function withNulls(state: TargetState): TargetState {
  const config: TargetConfig | null = state.config ?? null;
  const whole = config === null ? null : { ...config, bound: config.bound ?? null, breaker: config.breaker ?? null };
  return { ...state, config: whole };
}

function entries(list: readonly string[]): Entry[] {
  return list.map((entry) => JSON.parse(entry) as Entry).sort((a, b) => a.seq - b.seq);
}

function pairs(flat: readonly string[]): Record<string, number> {
  const found: [string, number][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) found.push([flat[at] ?? "", Number(flat[at + 1])]);
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
