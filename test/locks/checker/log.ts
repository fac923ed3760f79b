import type { StoreEvent } from "../../../src/locks/model.ts";

/**
 * The merged log of one target: what the store committed, what the commands really did, and how each run ended. The
 * checker shares no code with the protocol: it rebuilds who waits and who holds from the events alone.
 */
export interface MergedLog {
  readonly permits: number;
  readonly events: readonly StoreEvent[];
  /** In the order in which they were appended to one file. */
  readonly beats: readonly Beat[];
  readonly results: readonly RunEnd[];
  readonly views: readonly QueueOrder[];
  /** How late, in microseconds, something may be that needs a poll to happen. */
  readonly pollSlack: number;
  readonly rate: { readonly perSecond: number; readonly burst: number } | null;
}

/** A line that a command wrote while it worked on the target. `wall` in microseconds. */
export interface Beat {
  readonly run: string;
  readonly slot: number;
  readonly fence: string;
  readonly wall: number;
}

export interface RunEnd {
  readonly run: string;
  readonly outcome: string;
  readonly exitCode: number;
  readonly commandCode: number | null;
  readonly started: boolean;
  readonly replayOf: string | null;
  readonly idemKey: string;
}

/** The waiters as `queue` showed them after the event with this id. */
export interface QueueOrder {
  readonly afterEvent: number;
  readonly waiters: readonly string[];
}

export interface Violation {
  readonly invariant: string;
  readonly text: string;
}

export const EMPTY_LOG: MergedLog = {
  permits: 1,
  events: [],
  beats: [],
  results: [],
  views: [],
  pollSlack: 6_000_000,
  rate: null,
};
