/** A run of a workflow that has happened. Times in milliseconds. */
export interface PastRun {
  readonly id: number;
  readonly number: number;
  readonly attempt: number;
  /** Path of the workflow's file. */
  readonly file: string;
  readonly event: string;
  /** The branch or tag it ran on; of a pull request its head branch. */
  readonly branch: string | null;
  readonly sha: string;
  readonly pull: number | null;
  readonly base: string | null;
  readonly actor: string | null;
  readonly created: number;
  /** When this attempt began: another than `created` for a re-run. */
  readonly started: number;
  readonly updated: number;
  readonly conclusion: string | null;
  readonly url: string;
}

/** A step of a job that has happened. */
export interface PastStep {
  readonly name: string;
  readonly number: number;
  readonly conclusion: string | null;
  readonly started: number | null;
  readonly completed: number | null;
}

/** A job of a run that has happened. */
export interface PastJob {
  readonly id: number;
  readonly name: string;
  readonly conclusion: string | null;
  readonly created: number;
  /** Null: it never had a runner. */
  readonly started: number | null;
  readonly completed: number | null;
  readonly url: string;
  readonly steps: readonly PastStep[];
}

/** A run with its jobs, and who approved what in it. */
export interface PastRunWithJobs {
  readonly run: PastRun;
  readonly jobs: readonly PastJob[];
  /** Environments that somebody had to approve. */
  readonly approved: readonly string[];
}

/** What happened in a repository between two moments. */
export interface History {
  readonly from: number;
  readonly to: number;
  readonly runs: readonly PastRunWithJobs[];
  /** What could not be read, a line each. */
  readonly gaps: readonly string[];
}
