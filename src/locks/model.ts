/**
 * The words of the lock protocol. Every time and duration is an integer number of microseconds; times are of the
 * store's own clock, except `wall…`, which is for people and for the token's floor. Tokens travel as decimal strings,
 * because not every consumer reads 16 digits exactly.
 */

/** `quarantine` occupies its slot after an unclean end; the states after it are final. */
export type EntryState =
  | "waiting"
  | "held"
  | "quarantine"
  | "released"
  | "lost"
  | "gone"
  | "cancelled"
  | "superseded"
  | "timed-out"
  | "dead";

export const LIVE_STATES: readonly EntryState[] = ["waiting", "held", "quarantine"];

export type Overflow = "reject" | "drop-oldest" | "keep-latest" | "replace-same-key" | "dead-letter" | "wait";

/**
 * When a target's failures stop further runs. Of the outcomes of the last `window`, once there are `least`, `percent` may
 * fail; `pause` is how long admission is then closed.
 */
export interface Breaker {
  readonly percent: number;
  readonly least: number;
  readonly window: number;
  readonly pause: number;
}

/** `normal`, `reduced` (half the permits, one grant in a tenth of the pause), `shut`, `probing` (one run at a time). */
export type BreakerPhase = "normal" | "reduced" | "shut" | "probing";

export interface BreakerState {
  phase: BreakerPhase;
  /** No grant before this time, in the phases `reduced` and `shut`. */
  until: number;
  /** Outcomes since the phase began, oldest first. */
  outcomes: readonly { readonly at: number; readonly failed: boolean }[];
}

/** `limit` tokens in `period`, at most `burst` of them at once. One key may limit runs of several targets. */
export interface RateLimit {
  readonly key: string;
  readonly limit: number;
  readonly period: number;
  readonly burst: number;
}

/** A rate as the store has it: `tat` is the time at which its bucket is full again (GCRA's theoretical arrival time). */
export interface RateState extends RateLimit {
  readonly tat: number;
}

/** What all callers of a target must agree on while it is in use. `bound` null: no bound. */
export interface TargetConfig {
  readonly permits: number;
  readonly bound: number | null;
  /** `waiting` counts waiters only, `outstanding` waiting, delayed and running alike. */
  readonly counts: "waiting" | "outstanding";
  readonly overflow: Overflow;
  readonly breaker: Breaker | null;
}

/** Who asks, for people and for the check whether a run of this host is still there. */
export interface Owner {
  readonly actor: string;
  readonly host: string;
  /** Link to the CI run, empty when there is none. */
  readonly url: string;
  readonly reason: string;
  readonly pid: number;
  /** Start time of `pid` in clock ticks (stat field 22), so that a reused pid is never taken for it. */
  readonly pidStart: string;
  readonly pidNamespace: string;
  /** The command line, kept for dead letters only; empty otherwise, since arguments may hold secrets. */
  readonly command: readonly string[];
}

export interface Entry {
  readonly target: string;
  readonly run: string;
  readonly seq: number;
  readonly priority: number;
  readonly owner: Owner;
  readonly ttl: number;
  readonly waiterTtl: number;
  readonly quarantine: number;
  readonly replaceKey: string;
  readonly idemKey: string;
  /** Part of the line that is served in turn with the others; "" when no lanes are used. */
  readonly lane: string;
  /** A grant takes one token of each, or none and waits. */
  readonly rates: readonly RateLimit[];
  /** 1, and one more for each retry. */
  readonly attempt: number;
  readonly enqueuedAt: number;
  readonly wallEnqueued: number;
  readonly notBefore: number;
  state: EntryState;
  reason: string;
  fence: number;
  slot: number;
  confirmed: boolean;
  /** Process group of the command, 0 until it is known. */
  group: number;
  /** End of the waiter's or holder's lease, or of the quarantine. */
  expires: number;
  grantedAt: number;
  endedAt: number;
  renewals: number;
}

export interface TargetState {
  readonly id: string;
  config: TargetConfig | null;
  seq: number;
  step: number;
  fence: number;
  paused: string;
  draining: string;
  /** No grant before this time: set when the store is found to have lost or replaced its history. */
  holdUntil: number;
  /** The longest lease ever asked for, which bounds how long a forgotten holder can still be at work. */
  maxLease: number;
  epoch: string;
  /** The token of each lane's last grant: who was served longest ago is next. */
  lanes: Readonly<Record<string, number>>;
  breaker: BreakerState;
}

/** How a command ended, as its runner saw it. */
export interface CommandOutcome {
  readonly code: number;
  readonly signal: string;
  readonly stdoutTail: string;
  readonly stderrTail: string;
}

export interface Idempotency {
  readonly key: string;
  readonly fingerprint: string;
  run: string;
  state: "running" | "done" | "failed" | "unknown";
  outcome: CommandOutcome | null;
  wallEnded: number;
  wallKeep: number;
}

export type EventType =
  | "admit"
  | "refuse"
  | "grant"
  | "confirm"
  | "release"
  | "expire-waiter"
  | "lapse"
  | "expire-holder"
  | "quarantine-end"
  | "cancel"
  | "supersede"
  | "timeout"
  | "dead-letter"
  | "break"
  | "force-release"
  | "pause"
  | "drain"
  | "resume"
  | "configure"
  | "replay"
  | "attach"
  | "unknown"
  | "breaker"
  | "epoch";

export interface StoreEvent {
  readonly id: number;
  readonly target: string;
  /** Number of the atomic step; all events of one step were committed together. */
  readonly step: number;
  readonly at: number;
  readonly wall: number;
  readonly type: EventType;
  readonly run: string;
  readonly reason: string;
  readonly detail: Readonly<Record<string, string | number>>;
}
