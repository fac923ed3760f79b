import type { Presence } from "../runs/presence.ts";
import type { AuditedTarget } from "../audit/model.ts";
import type { PastJob, PastRun } from "../model/history.ts";

/** A job's time in a target, from its first writing step to its last. */
export interface Stay {
  readonly target: AuditedTarget;
  /** The id in this run; parts that nobody knows stand as `{…}`. */
  readonly id: string;
  /** Whether `id` is all known, so that equal ids are one thing. */
  readonly certain: boolean;
  readonly presences: readonly Presence[];
  readonly run: PastRun;
  readonly job: PastJob;
  readonly from: number;
  readonly to: number;
  /** The writing steps were found in the history; false: the whole job stands for them. */
  readonly bySteps: boolean;
  readonly failed: boolean;
  readonly cancelled: boolean;
}

/** A job that would have written and never started. */
export interface Dropped {
  readonly target: AuditedTarget;
  readonly id: string;
  readonly run: PastRun;
  readonly job: PastJob | null;
}

/** A job's wait before it started. */
export interface Wait {
  readonly target: AuditedTarget;
  readonly run: PastRun;
  readonly job: PastJob;
  readonly seconds: number;
  readonly behind: "queue" | "approval";
}

/** Everything that history says, by the audit's targets. */
export interface Mapped {
  readonly stays: readonly Stay[];
  readonly dropped: readonly Dropped[];
  readonly waits: readonly Wait[];
  /** Runs of workflows that write something, and jobs in them that belong to no writer of the audit. */
  readonly runs: number;
  readonly unmapped: readonly PastJob[];
}
