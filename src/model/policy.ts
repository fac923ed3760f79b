/** `limit` null: unbounded. */
export type Decision = "allow" | "throttle" | "prevent";

export interface Policy {
  readonly decision: Decision;
  readonly limit: number | null;
  /** The conditions of the decision table that were walked, the last one decided. */
  readonly path: readonly string[];
}

export interface Configured {
  readonly decision: Decision;
  readonly limit: number | null;
  readonly controls: readonly string[];
}

export type Verdict = "matches" | "looser" | "tighter" | "unknown";

export type InvariantName = "source-of-truth" | "target-lock" | "queue-visible" | "recovery-known";
export type InvariantValue = "holds" | "violated" | "unknown" | "n/a";
export type Invariants = Readonly<Record<InvariantName, InvariantValue>>;
