/** An environment as GitHub knows it. */
export interface OnlineEnvironment {
  readonly name: string;
  /** People (`@login`) and teams (`@org/team`) of whom one must approve; empty: nobody. */
  readonly reviewers: readonly string[];
  /** Minutes that a job waits before it starts. */
  readonly waitMinutes: number;
  /** Full refs that may deploy to it, with `*` for what does not cross a `/`; null: any. */
  readonly refs: readonly string[] | null;
  /** Its own variables, by name in capitals; null where they could not be read. */
  readonly variables: ReadonlyMap<string, string> | null;
}

/** What GitHub knows about a repository and no file in it says. Null: it could not be read, so nothing is known. */
export interface OnlineFacts {
  /** `OWNER/REPO` as it is called now. */
  readonly repository: string;
  readonly defaultBranch: string;
  /** All of them: a name that is missing here has no protection. */
  readonly environments: readonly OnlineEnvironment[] | null;
  /** The repository's variables and, below them, the organisation's; names in capitals. */
  readonly variables: ReadonlyMap<string, string> | null;
  /** Branches that are protected. */
  readonly protectedBranches: readonly string[] | null;
}
