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

/** Refs that nobody may make, move or delete any more: no rule lets anybody by. */
export interface LockedRefs {
  readonly kind: "branch" | "tag";
  /** Names as rulesets write them, without `refs/heads/` or `refs/tags/`; `~ALL` is every one. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly creation: boolean;
  readonly update: boolean;
  readonly deletion: boolean;
  /** Names of those that are there today. */
  readonly existing: readonly string[];
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
  /** Refs that are out of everybody's reach; where it could not be read who may get by, nothing is locked. */
  readonly locked: readonly LockedRefs[];
  /** Who may reach which ref, a line each. */
  readonly reach: readonly string[];
  /** What conclusions rest on that may be otherwise tomorrow, a line each. */
  readonly assumptions: readonly string[];
}
