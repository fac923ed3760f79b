import { newTarget } from "../../../src/locks/backends/new-target.ts";
import type { Call, Reply } from "../../../src/locks/calls.ts";
import { LIVE_STATES } from "../../../src/locks/model.ts";
import type { Entry, StoreEvent, TargetState } from "../../../src/locks/model.ts";
import { newDraft } from "../../../src/locks/protocol/draft.ts";
import { step } from "../../../src/locks/protocol/step.ts";

/** What a client believes. Only in `working` does its command run. */
export type Phase = "out" | "line" | "granted" | "working" | "leaving";

export interface Client {
  readonly run: string;
  readonly phase: Phase;
  readonly fence: string;
  /** Counted from when the call was sent whose answer began the lease; its command is dead from then on. */
  readonly deadline: number;
  readonly paused: boolean;
  /** An answer to its arrival was lost, so that a later one may be about a lease that began before. */
  readonly asked: boolean;
  /** An answer that the store has given and the client has not heard yet. */
  readonly pending: { readonly reply: Reply; readonly sentAt: number } | null;
}

/** The store and three clients at one moment. Times are whole ticks. */
export interface World {
  readonly now: number;
  readonly target: TargetState;
  readonly entries: readonly Entry[];
  readonly clients: readonly Client[];
  readonly runs: number;
  /** What may still go wrong, so that the number of worlds has an end. */
  readonly left: Budget;
}

export interface Budget {
  readonly arrivals: number;
  readonly deaths: number;
  readonly losses: number;
  readonly pauses: number;
}

export const TTL = 3;
export const WAITER_TTL = 2;
export const QUARANTINE = 1;

export function firstWorld(clients: number, left: Budget): World {
  const idle: Client = { run: "", phase: "out", fence: "", deadline: 0, paused: false, asked: false, pending: null };
  return {
    now: 1,
    target: { ...newTarget("t"), epoch: "memory" },
    entries: [],
    clients: Array.from({ length: clients }, () => idle),
    runs: 0,
    left,
  };
}

export interface Stepped {
  readonly world: World;
  readonly reply: Reply;
  readonly events: readonly Omit<StoreEvent, "id">[];
}

/** One call to the store, which is one step of the protocol on copies: the world that was stays as it was. */
export function callStore(world: World, call: Call): Stepped {
  const entries = world.entries.map((entry) => ({ ...entry }));
  const live = entries.filter((entry) => LIVE_STATES.includes(entry.state));
  const draft = newDraft({
    target: { ...world.target, breaker: { ...world.target.breaker } },
    entries: live,
    own: "run" in call ? (entries.find((entry) => entry.run === call.run) ?? null) : null,
    idemOf: () => null,
    rateOf: () => null,
    now: world.now,
    lag: 0,
    wall: world.now,
    epoch: "memory",
    dead: new Set(),
  });
  const reply = step(draft, call);
  const known = new Set(entries);
  const all = [...entries, ...draft.entries.filter((entry) => !known.has(entry))];
  // Of what has ended only that is kept which somebody may still ask about.
  const asked = new Set(world.clients.map(({ run }) => run));
  const kept = all.filter((entry) => LIVE_STATES.includes(entry.state) || asked.has(entry.run));
  return { world: { ...world, target: draft.target, entries: kept }, reply, events: draft.events };
}

/**
 * Two worlds with one key behave alike: times count from now, tokens and places in line by their order, and clients are
 * alike among themselves.
 */
export function keyOf(world: World): string {
  const { now, target, entries } = world;
  const left = (at: number): number => Math.max(-1, Math.min(9, at - now));
  const fences = entries.map(({ fence }) => fence).sort((a, b) => a - b);
  const seqs = entries.map(({ seq }) => seq).sort((a, b) => a - b);
  const entryKey = (entry: Entry | undefined): string => {
    if (entry === undefined) return "-";
    const { state, confirmed, expires, fence, seq } = entry;
    const alive = LIVE_STATES.includes(state);
    return `${state},${alive ? `${confirmed},${left(expires)},${fences.indexOf(fence)},${seqs.indexOf(seq)}` : ""}`;
  };
  const clients = world.clients.map((client) => {
    const entry = entries.find(({ run }) => run === client.run);
    const { phase, fence, deadline, paused, asked, pending } = client;
    const mine = entry !== undefined && String(entry.fence) === fence;
    const heard =
      pending === null ? "-" : `${JSON.stringify(shape(pending.reply))}${Math.max(-TTL, pending.sentAt - now)}`;
    return `${phase}${mine}${phase === "working" ? left(deadline) : ""}${paused}${phase === "line" && asked}${heard}|${entryKey(entry)}`;
  });
  const owned = new Set(world.clients.map(({ run }) => run));
  const orphans = entries.filter(({ run }) => !owned.has(run)).map(entryKey);
  const behind = target.fence > now;
  const { arrivals, deaths, losses, pauses } = world.left;
  return `${clients.sort().join("/")}#${orphans.sort().join("/")}#${behind}${arrivals}${deaths}${losses}${pauses}`;
}

/** What of an answer matters to a client. */
function shape(reply: Reply): unknown {
  if (reply.kind === "held") return [reply.kind, reply.confirmed];
  return reply.kind;
}
