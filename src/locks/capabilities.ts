import type { Pace } from "./calls.ts";

export type StoreName = "memory" | "sqlite" | "postgres" | "redis" | "etcd";

export interface Capabilities {
  readonly store: StoreName;
  readonly scope: "one process" | "one host" | "network";
  readonly clock: "process" | "host, monotonic" | "server" | "server, within a second";
  readonly wake: "callback" | "file" | "notify" | "publish" | "watch";
  /** Can prove that a run's processes are gone, and then frees its slot without waiting for the time-out. */
  readonly provesDeath: boolean;
  /** A suspended host freezes the store's clock with it, so that time asleep does not count. */
  readonly clockStopsInSuspend: boolean;
  /** Polling in milliseconds: a net under the wake-ups, which are hints. */
  readonly pace: Pace;
  readonly safeWithoutTargetCheck: string;
  readonly failoverLoses: string;
  /** In which order those get a place that come at the same moment; a place that was given is never overtaken. */
  readonly arrivals: string;
  readonly useFor: string;
}

/** What each store can promise. The runner asks this table and never a store's name. */
export const CAPABILITIES: Readonly<Record<StoreName, Capabilities>> = {
  memory: {
    store: "memory",
    scope: "one process",
    clock: "process",
    wake: "callback",
    provesDeath: false,
    clockStopsInSuspend: true,
    pace: { front: 100, rest: 500 },
    safeWithoutTargetCheck: "within one process",
    failoverLoses: "everything",
    arrivals: "in the order of their calls",
    useFor: "tests",
  },
  sqlite: {
    store: "sqlite",
    scope: "one host",
    clock: "host, monotonic",
    wake: "file",
    provesDeath: true,
    clockStopsInSuspend: true,
    pace: { front: 250, rest: 2000 },
    safeWithoutTargetCheck: "yes on one host, while the watchdog lives",
    failoverLoses: "nothing (losing power kills the holders too)",
    arrivals: "whoever finds the file free; a busy one is asked again for --store-timeout",
    useFor: "one runner host, development",
  },
  postgres: {
    store: "postgres",
    scope: "network",
    clock: "server",
    wake: "notify",
    provesDeath: false,
    clockStopsInSuspend: false,
    pace: { front: 1000, rest: 5000 },
    safeWithoutTargetCheck: "until a pause beyond the lease",
    failoverLoses: "nothing on a single server or a synchronous standby; the last commits on an asynchronous one",
    arrivals: "in the order in which the server was asked, nearly always",
    useFor: "the default shared store",
  },
  redis: {
    store: "redis",
    scope: "network",
    clock: "server",
    wake: "publish",
    provesDeath: false,
    clockStopsInSuspend: false,
    pace: { front: 1000, rest: 5000 },
    safeWithoutTargetCheck: "no after a failover, an eviction or a restart without a log of writes",
    failoverLoses: "a second or more of grants; with replicas=N in the URL fewer, and still not none",
    arrivals: "in the order in which the server was asked",
    useFor: "rates, permits, locks of little consequence",
  },
  etcd: {
    store: "etcd",
    scope: "network",
    clock: "server, within a second",
    wake: "watch",
    provesDeath: false,
    clockStopsInSuspend: false,
    pace: { front: 1000, rest: 5000 },
    safeWithoutTargetCheck: "until a pause beyond the lease",
    failoverLoses: "nothing while a majority lives",
    arrivals: "whoever writes first; the others try again for --store-timeout, and no other bound holds",
    useFor: "the strictest shared store",
  },
};
