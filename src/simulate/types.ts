/** A concurrency group as one run or job asks for it, all values known. */
export interface SimGroup {
  readonly name: string;
  readonly cancels: boolean;
  readonly queue: "single" | "max";
}

/**
 * A job, a call of a reusable workflow (it has `jobs`), or a run (the root). It asks for its groups in order, starts when
 * it holds all of them, and gives them back when it and everything in it has ended.
 */
export interface SimUnit {
  readonly id: string;
  readonly groups: readonly SimGroup[];
  /** Ids of siblings that must have succeeded before this one asks for its groups. */
  readonly needs: readonly string[];
  readonly jobs: readonly SimUnit[];
  /** Ticks that the job itself works; 0 for a call or a run. */
  readonly duration: number;
  /** Ticks that it waits for an approval, holding its groups, before it works. */
  readonly approval?: number;
  /** Siblings of one lane run so many at a time (`max-parallel`). */
  readonly lane?: { readonly name: string; readonly places: number };
  /** Its `if:` is false: it ends as skipped when its needs are over, and never asks for a group. */
  readonly skipped?: boolean;
  /** Targets that it changes while it works. */
  readonly writes?: readonly string[];
}

export interface SimRun extends SimUnit {
  /** When the event happens. */
  readonly at: number;
  readonly label: string;
}

export type SimState =
  | "pending" // waits for a group
  | "approval" // waits for a person
  | "running"
  | "succeeded"
  | "skipped"
  | "replaced" // was pending, a newer member took its place
  | "cancelled" // was running (or pending) and was cancelled by a newer member, or with its parent
  | "refused" // the queue was full
  | "deadlocked"; // asked for a group that it already stands in

/** One change of state. `group` is the group that was waited for or that caused it; `by` is who took the place. */
export interface SimEvent {
  readonly at: number;
  readonly run: string;
  /** Path from the run, `deploy/apply`; "" is the run itself. */
  readonly unit: string;
  readonly state: SimState;
  readonly group?: string;
  readonly by?: string;
}
