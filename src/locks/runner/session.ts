import type { LockStore } from "../store.ts";
import type { Lease } from "./keep-lease.ts";
import type { LeaseClock } from "./lease-clock.ts";
import type { RunOptions } from "./options.ts";
import type { TargetResult } from "./outcome.ts";
import type { StopSignals } from "./signals.ts";
import type { RunCounters } from "./timed-store.ts";
import type { Telemetry } from "./telemetry.ts";
import type { WatchdogKennel } from "./watchdog-client.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** How a run speaks; nothing of it goes to standard output. */
export interface Voice {
  /** Progress: left out when the run is to be quiet. */
  progress(text: string): void;
  /** Always said. */
  warn(text: string): void;
  /** What may do harm and stops nothing; said once. */
  warning(text: string): void;
  /** A change of state, for CI systems that show them. */
  state(level: "notice" | "error", text: string): void;
}

export interface Loss {
  readonly reason: string;
  /** When the store may give the slot to another, by the session's clock. */
  readonly deadline: number;
}

/** One `signalbox run` while it lasts: what its parts share. */
export interface Session {
  readonly options: RunOptions;
  readonly env: Env;
  readonly run: string;
  /** Which start of the command this is, from 1. */
  readonly attempt: number;
  /** How long after its arrival it may start at the earliest, in milliseconds. */
  readonly delay: number;
  readonly store: LockStore;
  readonly clock: LeaseClock;
  readonly voice: Voice;
  readonly signals: StopSignals;
  readonly counters: RunCounters;
  readonly warnings: string[];
  readonly leases: Lease[];
  readonly targets: TargetResult[];
  readonly unwatch: (() => Promise<void>)[];
  /** Called with the earliest deadline of all leases after each renewal. */
  onRenewed: (deadline: number) => void;
  readonly lost: Promise<Loss>;
  /** Aborted when waiting has no point any more: a signal came, or a lease held already was lost. */
  readonly stopWaiting: AbortSignal;
  readonly watchdog: WatchdogKennel;
  readonly telemetry: Telemetry;
  loss(): Loss | null;
  lose(loss: Loss): void;
}

export type SessionParts = Pick<
  Session,
  | "options"
  | "env"
  | "store"
  | "clock"
  | "voice"
  | "signals"
  | "counters"
  | "watchdog"
  | "telemetry"
  | "warnings"
  | "run"
  | "attempt"
  | "delay"
>;

export function createSession(parts: SessionParts): Session {
  let loss: Loss | null = null;
  let settle: (loss: Loss) => void = () => undefined;
  const lost = new Promise<Loss>((resolve) => (settle = resolve));
  const abort = new AbortController();
  return {
    ...parts,
    leases: [],
    targets: [],
    unwatch: [],
    onRenewed: () => undefined,
    lost,
    stopWaiting: AbortSignal.any([abort.signal, parts.signals.aborted]),
    loss: () => loss,
    lose(next) {
      loss ??= next;
      settle(next);
      abort.abort();
    },
  };
}

/** Until when every lease of the session surely lasts. */
export function earliestDeadline(session: Session): number {
  return Math.min(...session.leases.map((lease) => lease.deadline()));
}
