import type { BreakerPhase, Entry, RateState, StoreEvent } from "../model.ts";
import { grantOrder } from "../protocol/order.ts";
import type { StoreSnapshot, TargetSnapshot } from "../store.ts";

export interface HolderView {
  readonly run: string;
  readonly state: "held" | "granted" | "quarantine";
  readonly actor: string;
  readonly host: string;
  readonly url: string;
  readonly reason: string;
  /** ISO time. */
  readonly since: string;
  readonly heldSeconds: number;
  readonly leaseLeftSeconds: number;
  readonly fence: string;
  readonly slot: number;
}

export interface WaiterView {
  readonly position: number;
  readonly run: string;
  readonly actor: string;
  readonly host: string;
  readonly url: string;
  readonly reason: string;
  readonly priority: number;
  readonly lane: string;
  /** 1, and one more for each retry. */
  readonly attempt: number;
  /** ISO time before which it is not granted; null when it is due. */
  readonly notBefore: string | null;
  /** Keys of the rates that it takes a token of. */
  readonly rates: readonly string[];
  readonly ageSeconds: number;
  /** The run just ahead, or the holder. */
  readonly behind: string;
}

export interface BreakerView {
  readonly phase: BreakerPhase;
  /** ISO time before which nothing is granted; null when there is none. */
  readonly until: string | null;
  /** Of the outcomes that count now. */
  readonly failed: number;
  readonly outcomes: number;
}

export interface RateView {
  readonly key: string;
  readonly limit: number;
  readonly periodSeconds: number;
  readonly burst: number;
  /** Whole tokens in the bucket now. */
  readonly tokens: number;
}

export interface DropView {
  readonly at: string;
  readonly run: string;
  readonly what: string;
  readonly reason: string;
}

export interface DeadView {
  readonly run: string;
  readonly at: string;
  readonly actor: string;
  readonly reason: string;
  readonly command: readonly string[];
}

export interface QueueView {
  readonly target: string;
  readonly mode: "lock" | "permits";
  readonly permits: number;
  readonly bound: number | null;
  readonly counts: "waiting" | "outstanding";
  readonly whenFull: string;
  readonly paused: string | null;
  readonly draining: string | null;
  /** Null: the target has no circuit breaker. */
  readonly breaker: BreakerView | null;
  readonly holders: readonly HolderView[];
  /** In the order in which the store will grant. */
  readonly waiters: readonly WaiterView[];
  readonly drops: readonly DropView[];
  readonly dead: readonly DeadView[];
  readonly counters: Readonly<Record<string, number>>;
  readonly stats: QueueStats;
}

export interface QueueStats {
  /** Share of grants that had to wait; null before the first. */
  readonly contentionRate: number | null;
  readonly waitSeconds: { readonly p50: number; readonly p90: number; readonly p99: number } | null;
  readonly denials: number;
  readonly idempotencyHits: number;
  readonly expiries: number;
}

const DROPS: readonly StoreEvent["type"][] = [
  "refuse",
  "supersede",
  "cancel",
  "timeout",
  "dead-letter",
  "expire-waiter",
  "lapse",
  "expire-holder",
  "break",
  "force-release",
];

/** What people and scripts see of a target. Entries whose time is over are left out, as the next step will do. */
export function queueView(snapshot: StoreSnapshot, target: TargetSnapshot): QueueView {
  const { now, wall } = snapshot;
  const iso = (at: number): string => new Date((wall - (now - at)) / 1000).toISOString();
  const { config } = target.state;
  const live = target.live.filter((entry) => entry.expires > now);
  const holders = live.filter((entry) => entry.state !== "waiting");
  const order = grantOrder(live, now, target.state.lanes);
  return {
    target: target.state.id,
    mode: (config?.permits ?? 1) === 1 ? "lock" : "permits",
    permits: config?.permits ?? 1,
    bound: config?.bound ?? null,
    counts: config?.counts ?? "waiting",
    whenFull: config?.overflow ?? "reject",
    paused: target.state.paused || null,
    draining: target.state.draining || null,
    breaker: breakerView(target, now, iso),
    holders: holders.map((entry) => holderView(entry, now, iso)),
    waiters: order.map((entry, index) => {
      const ahead = order[index - 1] ?? holders[0];
      return {
        ...waiterView(entry, index, ahead, now),
        notBefore: entry.notBefore > now ? iso(entry.notBefore) : null,
      };
    }),
    drops: target.events.filter((event) => DROPS.includes(event.type)).map((event) => dropView(event)),
    dead: target.dead.map((entry) => deadView(entry)),
    counters: target.counters,
    stats: statsOf(target),
  };
}

function holderView(entry: Entry, now: number, iso: (at: number) => string): HolderView {
  const { run, owner, slot, fence } = entry;
  return {
    run,
    state: entry.state === "quarantine" ? "quarantine" : entry.confirmed ? "held" : "granted",
    actor: owner.actor,
    host: owner.host,
    url: owner.url,
    reason: entry.reason || owner.reason,
    since: iso(entry.grantedAt),
    heldSeconds: seconds(now - entry.grantedAt),
    leaseLeftSeconds: seconds(entry.expires - now),
    fence: String(fence),
    slot,
  };
}

function breakerView({ state }: TargetSnapshot, now: number, iso: (at: number) => string): BreakerView | null {
  if ((state.config?.breaker ?? null) === null) return null;
  const { phase, until, outcomes } = state.breaker;
  const failed = outcomes.filter((outcome) => outcome.failed).length;
  return { phase, until: until > now ? iso(until) : null, failed, outcomes: outcomes.length };
}

/** How many runs a rate would let start at this moment. */
export function rateView({ key, limit, period, burst, tat }: RateState, now: number): RateView {
  const interval = Math.ceil(period / limit);
  const spent = Math.max(0, Math.min(tat, now + interval * burst) - now);
  return {
    key,
    limit,
    periodSeconds: period / 1_000_000,
    burst,
    tokens: Math.floor((interval * burst - spent) / interval),
  };
}

function waiterView(entry: Entry, index: number, ahead: Entry | undefined, now: number): Omit<WaiterView, "notBefore"> {
  const { run, owner, priority, lane, attempt } = entry;
  const rates = entry.rates.map(({ key }) => key);
  const { actor, host, url, reason } = owner;
  const ageSeconds = seconds(now - entry.enqueuedAt);
  return {
    position: index + 1,
    run,
    actor,
    host,
    url,
    reason,
    priority,
    lane,
    attempt,
    rates,
    ageSeconds,
    behind: ahead?.run ?? "",
  };
}

function dropView(event: StoreEvent): DropView {
  const what = typeof event.detail["why"] === "string" ? `refuse: ${event.detail["why"]}` : event.type;
  return { at: new Date(event.wall / 1000).toISOString(), run: event.run, what, reason: event.reason };
}

function deadView(entry: Entry): DeadView {
  const { run, owner, reason } = entry;
  return {
    run,
    at: new Date(entry.wallEnqueued / 1000).toISOString(),
    actor: owner.actor,
    reason,
    command: owner.command,
  };
}

function statsOf({ counters, events }: TargetSnapshot): QueueStats {
  const total = (prefix: string): number =>
    Object.entries(counters).reduce((sum, [name, value]) => (name.startsWith(prefix) ? sum + value : sum), 0);
  const grants = counters["grants_total"] ?? 0;
  const waits = events.filter(({ type }) => type === "grant").map(({ detail }) => Number(detail["waited"]));
  waits.sort((a, b) => a - b);
  const quantile = (q: number): number => seconds(waits[Math.min(waits.length - 1, Math.floor(q * waits.length))] ?? 0);
  return {
    contentionRate: grants === 0 ? null : (counters["contended_grants_total"] ?? 0) / grants,
    waitSeconds: waits.length === 0 ? null : { p50: quantile(0.5), p90: quantile(0.9), p99: quantile(0.99) },
    denials: total("rejections_total"),
    idempotencyHits: total("idempotent_replays_total"),
    expiries: total("expired_total"),
  };
}

function seconds(micros: number): number {
  return Math.round(micros / 1000) / 1000;
}
