import type { Call, Reply } from "../calls.ts";
import { CAPABILITIES } from "../capabilities.ts";
import { LIVE_STATES } from "../model.ts";
import type { Entry, Idempotency, RateState, StoreEvent, TargetState } from "../model.ts";
import { newDraft, type Draft } from "../protocol/draft.ts";
import { step } from "../protocol/step.ts";
import type { LockStore, StoreSnapshot, TargetSnapshot } from "../store.ts";
import { newTarget } from "./new-target.ts";

interface Kept {
  readonly state: TargetState;
  readonly entries: Map<string, Entry>;
  readonly idem: Map<string, Idempotency>;
  readonly events: StoreEvent[];
  readonly counters: Map<string, number>;
}

/** What several handles of one memory store share. `now` is its clock in microseconds. */
export interface MemoryWorld {
  readonly targets: Map<string, Kept>;
  readonly rates: Map<string, RateState>;
  readonly watchers: Map<string, () => void>;
  readonly now: () => number;
  epoch: string;
}

export function createMemoryWorld(now: () => number): MemoryWorld {
  return { targets: new Map(), rates: new Map(), watchers: new Map(), now, epoch: "memory" };
}

/** A store inside one process: the oracle that the others are compared with, and a fake for tests. */
export function openMemoryStore(world: MemoryWorld): LockStore {
  return {
    capabilities: CAPABILITIES.memory,
    warnings: [],
    call: async (target, call) => callMemory(world, target, call),
    snapshot: async (target, events) => readMemory(world, target, events),
    watch: async (target, run, wake) => {
      const key = `${target}\n${run}`;
      world.watchers.set(key, wake);
      return async () => void world.watchers.delete(key);
    },
    close: async () => undefined,
  };
}

function callMemory(world: MemoryWorld, target: string, call: Call): Reply {
  const kept = world.targets.get(target) ?? newKept(target);
  world.targets.set(target, kept);
  const draft = load(world, kept, call);
  const reply = step(draft, call);
  save(kept, draft);
  for (const [key, rate] of draft.rateTouched) world.rates.set(key, rate);
  for (const run of draft.wakes) world.watchers.get(`${target}\n${run}`)?.();
  return structuredClone(reply);
}

function newKept(id: string): Kept {
  return { state: newTarget(id), entries: new Map(), idem: new Map(), events: [], counters: new Map() };
}

function load(world: MemoryWorld, kept: Kept, call: Call): Draft {
  const now = world.now();
  return newDraft({
    target: kept.state,
    entries: [...kept.entries.values()].filter((entry) => LIVE_STATES.includes(entry.state)),
    own: "run" in call ? (kept.entries.get(call.run) ?? null) : null,
    idemOf: (key) => kept.idem.get(key) ?? null,
    rateOf: (key) => world.rates.get(key) ?? null,
    now,
    lag: 0,
    wall: now,
    epoch: world.epoch,
    dead: new Set(),
  });
}

function save(kept: Kept, draft: Draft): void {
  for (const entry of draft.touched) kept.entries.set(entry.run, entry);
  for (const [key, record] of draft.idemTouched) {
    if (record === null) kept.idem.delete(key);
    else kept.idem.set(key, record);
  }
  for (const event of draft.events) kept.events.push({ id: kept.events.length + 1, ...event });
  for (const [name, by] of draft.counters) kept.counters.set(name, (kept.counters.get(name) ?? 0) + by);
}

function readMemory(world: MemoryWorld, target: string | null, events: number): StoreSnapshot {
  const now = world.now();
  const chosen = [...world.targets.values()].filter((kept) => target === null || kept.state.id === target);
  const targets = chosen.map((kept) => viewOf(kept, events)).sort((a, b) => (a.state.id < b.state.id ? -1 : 1));
  const rates = [...world.rates.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  return structuredClone({ now, wall: now, targets, rates });
}

function viewOf(kept: Kept, events: number): TargetSnapshot {
  const entries = [...kept.entries.values()].sort((a, b) => a.seq - b.seq);
  return {
    state: kept.state,
    live: entries.filter((entry) => LIVE_STATES.includes(entry.state)),
    dead: entries.filter((entry) => entry.state === "dead"),
    events: events === 0 ? [] : kept.events.slice(-events),
    counters: Object.fromEntries([...kept.counters].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
