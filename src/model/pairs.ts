import type { Cause, Witness } from "./report.ts";

/** What a writer comes to in one class of runs. */
export interface WriterRun {
  /** `push to main (deploy.yml)`. */
  readonly start: string;
  /** Legs of the job's matrix, `prod, eu`; empty without one. */
  readonly leg: string;
  /** What has to hold for a run to get there: `inputs.environment is prod`. */
  readonly where: readonly string[];
  /** The target's id with the values of such a run. */
  readonly id: string;
  /** Names of the groups that are held meanwhile. */
  readonly groups: readonly string[];
}

/** Two writers (indices into the target's `writers`), and everything that was found out about their runs. */
export interface WriterPair {
  readonly writers: readonly [number, number];
  /** Why those of their runs that never meet do not. */
  readonly apart: readonly string[];
  readonly meetings: readonly { readonly cause: Cause; readonly witness: Witness }[];
}

/** The model's answer for one target: every writer in every class of runs, every pair of writers. */
export interface TargetPairs {
  readonly runs: readonly (readonly WriterRun[])[];
  readonly pairs: readonly WriterPair[];
}
