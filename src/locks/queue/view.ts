import type { Entry, StoreEvent } from "../model.ts";
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
  readonly ageSeconds: number;
  /** The run just ahead, or the holder. */
  readonly behind: string;
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
    holders: holders.map((entry) => holderView(entry, now, iso)),
    waiters: order.map((entry, index) => waiterView(entry, index, order[index - 1] ?? holders[0], now)),
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

function waiterView(entry: Entry, index: number, ahead: Entry | undefined, now: number): WaiterView {
  const { run, owner, priority } = entry;
  const { actor, host, url, reason } = owner;
  const ageSeconds = seconds(now - entry.enqueuedAt);
  return { position: index + 1, run, actor, host, url, reason, priority, ageSeconds, behind: ahead?.run ?? "" };
}

function dropView(event: StoreEvent): DropView {
  const what = typeof event.detail["why"] === "string" ? `refuse: ${event.detail["why"]}` : event.type;
  return { at: new Date(event.wall / 1000).toISOString(), run: event.run, what, reason: event.reason };
}

function deadView(entry: Entry): DeadView {
  const { run, owner, reason } = entry;
  return { run, at: new Date(entry.wallEnqueued / 1000).toISOString(), actor: owner.actor, reason, command: owner.command };
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
