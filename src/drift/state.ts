import type { BlastRadius, LockValue, Recovery, Shape, Source } from "../model/answers.ts";
import type { Day } from "../model/config.ts";
import type { Decision, Invariants, Verdict } from "../model/policy.ts";

/** What `signalbox.lock.json` holds: what a review saw and agreed to. Lines are left out, because they move. */
export interface ReviewState {
  readonly schemaVersion: 1;
  readonly recorded: Day;
  /** The commit that was audited; null outside git. */
  readonly commit: string | null;
  /** Sorted by id. */
  readonly targets: readonly RecordedTarget[];
  /** Sorted by type and by what they apply to. */
  readonly declarations: readonly Declaration[];
}

export interface RecordedTarget {
  readonly id: string;
  readonly kind: string;
  readonly environment: string | null;
  readonly verdict: Verdict;
  readonly policy: Limit;
  readonly configured: Limit;
  readonly answers: RecordedAnswers;
  readonly invariants: Invariants;
  /** `file#job` of each writer, sorted. */
  readonly writers: readonly string[];
  /** Files that the answers rest on, sorted. */
  readonly evidence: readonly string[];
}

/** `limit` null: unbounded. */
export interface Limit {
  readonly decision: Decision;
  readonly limit: number | null;
}

export interface RecordedAnswers {
  readonly shape: { readonly value: Shape; readonly count: number | null; readonly source: Source };
  readonly lock: { readonly value: LockValue; readonly mechanism: string | null; readonly source: Source };
  readonly recovery: { readonly value: Recovery; readonly source: Source };
  readonly blastRadius: { readonly value: BlastRadius; readonly source: Source };
  readonly capacity: { readonly value: number | null; readonly source: Source };
}

/** Something that people declared in `signalbox.yml` and that a date or a change can make untrue. */
export type Declaration = CapacityDeclaration | RunbookDeclaration | PolicyDeclaration | IgnoreDeclaration;

export interface CapacityDeclaration {
  readonly type: "capacity";
  readonly match: string;
  readonly value: number;
  readonly because: string | null;
  /** When it was measured, as the reason says (`measured 2026-08`). */
  readonly measured: Day | null;
  /** How many targets it applies to. */
  readonly targets: number;
}

export interface RunbookDeclaration {
  readonly type: "runbook";
  readonly match: string;
  readonly runbook: string | null;
  readonly lastTested: Day | null;
  readonly targets: number;
}

export interface PolicyDeclaration {
  readonly type: "policy";
  readonly match: string;
  readonly decision: Decision;
  readonly limit: number | null;
  readonly because: string | null;
  /** The last day on which the reason holds, where it names one (`until 2027-01-31`). */
  readonly until: Day | null;
  readonly targets: number;
}

export interface IgnoreDeclaration {
  readonly type: "ignore";
  readonly rule: string;
  readonly match: string | null;
  readonly because: string;
  readonly until: Day | null;
  /** How many findings it hides. */
  readonly hidden: number;
}
