import type { CommandOutcome, EntryState, Owner, RateLimit, TargetConfig } from "./model.ts";

/** Milliseconds after which a waiter should ask again: the front one, and those behind it. */
export interface Pace {
  readonly front: number;
  readonly rest: number;
}

/** Counter names as `metric` or `metric|label=value`. */
export type Counters = Readonly<Record<string, number>>;

export interface Idem {
  readonly key: string;
  readonly fingerprint: string;
  readonly keep: number;
  readonly attach: boolean;
  readonly rerunUnknown: boolean;
}

/** Come back as another run, not before `delay` has passed; with `inFlight` retries of the target under way, do not. */
export interface Again {
  readonly run: string;
  readonly delay: number;
  readonly inFlight: number;
}

/** Ask for a place. Idempotent by `run`: a repeat is a poll. */
export interface EnqueueCall {
  readonly op: "enqueue";
  readonly run: string;
  readonly config: TargetConfig;
  readonly priority: number;
  readonly owner: Owner;
  readonly ttl: number;
  readonly waiterTtl: number;
  readonly quarantine: number;
  readonly replaceKey: string;
  /** Runs around this one, outermost first: one that holds the target already makes this a nested run. */
  readonly parents: readonly string[];
  readonly delay: number;
  readonly lane: string;
  readonly rates: readonly RateLimit[];
  readonly idem: Idem | null;
  readonly pace: Pace;
}

export type OperatorAction = "cancel" | "release" | "break" | "pause" | "drain" | "resume";

export type Call =
  | EnqueueCall
  | { readonly op: "poll"; readonly run: string; readonly pace: Pace }
  /** The first renewal confirms the grant. `group` 0: unchanged. */
  | { readonly op: "renew"; readonly run: string; readonly fence: string; readonly group: number }
  | {
      readonly op: "release";
      readonly run: string;
      readonly fence: string;
      readonly outcome: CommandOutcome;
      readonly keep: number;
      /** What only the runner could count, added to the target's counters with the release. */
      readonly counters: Counters;
      /** The work is to be tried again: the run that takes the place of this one, in the same step. */
      readonly again: Again | null;
      /** The command never ran, so that its end says nothing about the target. */
      readonly notStarted?: true;
    }
  | { readonly op: "leave"; readonly run: string; readonly state: "cancelled" | "timed-out"; readonly reason: string }
  /** What became of the run that owns an idempotency key. */
  | { readonly op: "follow"; readonly key: string; readonly run: string }
  | {
      readonly op: "operate";
      readonly action: OperatorAction;
      readonly run: string;
      readonly by: string;
      readonly reason: string;
    }
  /** Counters that only a runner knows; changes nothing else. */
  | { readonly op: "report"; readonly counters: Counters }
  | { readonly op: "sweep" };

export type RefusalWhy =
  | "full"
  | "retries-full"
  | "dead-letter"
  | "draining"
  | "mismatch"
  | "nested"
  | "key-conflict"
  | "key-in-use";

export type Reply =
  | {
      readonly kind: "waiting";
      readonly rank: number;
      readonly waiting: number;
      readonly busy: number;
      /** Run that stands in the way: the holder, or the waiter just ahead. */
      readonly behind: string;
      readonly paused: string;
      /** The rate whose token it waits for, "" when it is none. */
      readonly rate: string;
      readonly askAgainMs: number;
    }
  | {
      readonly kind: "held";
      readonly fence: string;
      readonly slot: number;
      readonly confirmed: boolean;
      readonly waited: number;
    }
  | { readonly kind: "ended"; readonly state: EntryState; readonly reason: string }
  | { readonly kind: "refused"; readonly why: RefusalWhy; readonly reason: string }
  | { readonly kind: "replay"; readonly run: string; readonly outcome: CommandOutcome; readonly wallEnded: number }
  | { readonly kind: "attach"; readonly run: string }
  | { readonly kind: "unknown-outcome"; readonly run: string }
  | { readonly kind: "finished"; readonly outcome: CommandOutcome }
  /** The store knows no such run (or the run knows no such token), and nothing was changed. */
  | { readonly kind: "not-owner"; readonly reason: string }
  | { readonly kind: "ok" };
