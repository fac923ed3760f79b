import type { Call, Reply } from "./calls.ts";
import type { Capabilities } from "./capabilities.ts";
import type { Entry, RateState, StoreEvent, TargetState } from "./model.ts";

/** One target as the store has it. Nothing is expired for the view: `now` says what has run out. */
export interface TargetSnapshot {
  readonly state: TargetState;
  readonly live: readonly Entry[];
  /** Entries that were refused and kept, oldest first. */
  readonly dead: readonly Entry[];
  /** The latest events, oldest first. */
  readonly events: readonly StoreEvent[];
  readonly counters: Readonly<Record<string, number>>;
}

export interface StoreSnapshot {
  /** The store's lease clock and wall clock when this was read, in microseconds. */
  readonly now: number;
  readonly wall: number;
  readonly targets: readonly TargetSnapshot[];
  /** Every rate that was ever used, by key. */
  readonly rates: readonly RateState[];
}

/**
 * The whole of what a lock store offers. `call` is one atomic step under the target's mutex; it may be repeated after
 * an unknown end, since every call is idempotent by run id. `watch` is a hint only: whoever waits also polls.
 */
export interface LockStore {
  readonly capabilities: Capabilities;
  /** What the self-check at open found that does not forbid use. */
  readonly warnings: readonly string[];
  call(target: string, call: Call): Promise<Reply>;
  /** `target` null: all of them. `events`: at most so many per target. */
  snapshot(target: string | null, events: number): Promise<StoreSnapshot>;
  watch(target: string, run: string, wake: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** `refused`: the self-check at open forbids use. `unavailable`: no answer, so the outcome of a call is unknown. */
export type StoreFault = "refused" | "unavailable";

export class StoreError extends Error {
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.fault = fault;
  }
}
