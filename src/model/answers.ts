import type { Span } from "./span.ts";

/** Where a fact comes from: seen in a file, written in the user's config, a catalogue entry, or taken for granted. */
export type Source = "detected" | "declared" | "catalogue" | "assumed";

export interface Evidence {
  readonly span?: Span;
  readonly note: string;
}

export type Shape = "single" | "small-set" | "large-set";
export type LockValue = "waits" | "rejects" | "none" | "unknown";
export type Recovery = "low" | "medium" | "high";
export type BlastRadius = "small" | "medium" | "large";

/** What being killed half-way leaves behind. `continues`: the platform goes on without the client. */
export type Killed = "harmless" | "locked" | "half-changed" | "continues";

export interface Answer<V> {
  readonly value: V;
  readonly source: Source;
  readonly evidence: readonly Evidence[];
}

export interface ShapeAnswer extends Answer<Shape> {
  /** Known number of independent resources, null when it is not known. */
  readonly count: number | null;
}

export interface LockAnswer extends Answer<LockValue> {
  readonly mechanism: string | null;
}

/** The four questions of design section 3, and the capacity where the target has one. */
export interface Answers {
  readonly shape: ShapeAnswer;
  readonly lock: LockAnswer;
  readonly recovery: Answer<Recovery>;
  readonly blastRadius: Answer<BlastRadius>;
  readonly capacity: Answer<number | null>;
}
