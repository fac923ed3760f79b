/** A run in a report about the past. */
export interface SeenRun {
  readonly url: string;
  readonly run: number;
  readonly job: string;
  readonly from: string;
  readonly to: string;
}

/**
 * What the model says of an overlap that happened: it found the race (`confirmed`), it takes it for allowed
 * (`allowed`), it calls it impossible although the workflows are the same (`fault`), the workflows were others then
 * (`changed`), or the id was not known well enough to tell (`uncertain`).
 */
export type Judgement = "confirmed" | "allowed" | "fault" | "changed" | "uncertain";

export interface SeenOverlap {
  readonly id: string;
  readonly seconds: number;
  readonly runs: readonly [SeenRun, SeenRun];
  readonly judgement: Judgement;
  /** Why the model calls it impossible, or the finding that it confirms. */
  readonly because: string;
  /** The witness of the finding that is confirmed. */
  readonly witness: string | null;
}

export interface Quantiles {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly most: number;
}

export interface SeenWeek {
  /** ISO week: `2026-W45`. */
  readonly week: string;
  readonly runs: number;
  readonly overlaps: number;
  readonly overlapSeconds: number;
  readonly dropped: number;
  readonly cancelled: number;
  readonly failed: number;
  readonly queueP50: number | null;
}

export interface CapacityLevel {
  readonly atOnce: number;
  readonly runs: number;
  readonly medianSeconds: number;
  readonly failed: number;
  readonly verdict: string;
}

export interface Capacity {
  /** Null: too little was seen. */
  readonly proposed: number | null;
  readonly because: string;
  readonly levels: readonly CapacityLevel[];
}

export interface SeenTarget {
  readonly id: string;
  readonly kind: string;
  readonly policy: string;
  readonly verdict: string;
  readonly runs: number;
  readonly mostAtOnce: number;
  readonly overlaps: readonly SeenOverlap[];
  readonly dropped: readonly {
    readonly url: string;
    readonly run: number;
    readonly at: string;
    readonly replacedBy: string | null;
  }[];
  readonly cancelledWhileWriting: readonly SeenRun[];
  readonly queue: Quantiles | null;
  readonly approvals: Quantiles | null;
  readonly weeks: readonly SeenWeek[];
  readonly capacity: Capacity;
}

/** What `signalbox observe` prints; the JSON format is this. */
export interface Observation {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: "signalbox"; readonly version: string };
  readonly repository: string;
  readonly from: string;
  readonly to: string;
  readonly runs: number;
  readonly targets: readonly SeenTarget[];
  /** Overlaps that the model calls impossible: a fault of the model or of the mapping. */
  readonly faults: number;
  /** Jobs of writing workflows that belong to no writer, by name and how often. */
  readonly unmapped: readonly { readonly job: string; readonly count: number }[];
  readonly partial: readonly string[];
}
