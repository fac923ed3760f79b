import type { BlastRadius, LockValue, Recovery, Shape } from "./answers.ts";
import type { Decision } from "./policy.ts";
import type { Span } from "./span.ts";

/**
 * Where the workflows run, which decides the keys that `concurrency` may have. `ghes-3.17` is version `[3, 17]`.
 */
export type Platform =
  | { readonly name: "github.com" }
  | { readonly name: "ghes"; readonly version: readonly [major: number, minor: number] };

/** A day, `YYYY-MM-DD`, checked against the calendar; days compare as strings. */
export type Day = string;

/** One entry of `environments:`. Null: the config says nothing about it. */
export interface EnvironmentConfig {
  readonly name: string;
  readonly production: boolean | null;
  /** People or teams whose approval the environment requires; an empty list says that there are none. */
  readonly reviewers: readonly string[] | null;
  readonly because: string | null;
  readonly span: Span;
}

/** Whether a secret has one value for the whole repository or one for each environment. */
export interface SecretConfig {
  readonly name: string;
  readonly scope: "repository" | "environment";
  readonly span: Span;
}

/** A policy that overrides the decision table. `limit` is 1 for `prevent`, null for `allow`. */
export interface PolicyOverride {
  readonly decision: Decision;
  readonly limit: number | null;
}

/** Answers that replace the catalogue's; null where the config says nothing. */
export interface DeclaredAnswers {
  readonly shape: { readonly value: Shape; readonly count: number | null } | null;
  readonly lock: { readonly value: LockValue; readonly mechanism: string | null } | null;
  readonly recovery: Recovery | null;
  readonly blastRadius: BlastRadius | null;
  readonly capacity: number | null;
}

/** How people get a target back. `runbook` is relative to the audited root, or a URL. */
export interface RecoveryPath {
  readonly runbook: string | null;
  readonly lastTested: Day | null;
  readonly span: Span;
}

/** One entry of `targets:`. `match` is a target id in which `*` stands for anything, `/` and `#` included. */
export interface TargetConfig {
  readonly match: string;
  readonly policy: PolicyOverride | null;
  /** As written beside `policy`; it means something for `throttle` only. */
  readonly limit: number | null;
  readonly answers: DeclaredAnswers;
  readonly recoveryPath: RecoveryPath | null;
  /** The id under which this target is also known: both names are one target. */
  readonly sameAs: string | null;
  readonly because: string | null;
  /** When `capacity` was measured, where the entry says so. */
  readonly measured: Day | null;
  /** The last day on which policy and answers of the entry hold; null: always. */
  readonly until: Day | null;
  readonly span: Span;
}

/** One entry of `ignore:`. It hides findings until the end of the day `until`, never a verdict. */
export interface IgnoreConfig {
  readonly rule: string;
  /** Id with `*`; null: every target, and findings without one. */
  readonly target: string | null;
  readonly because: string;
  readonly until: Day | null;
  readonly span: Span;
}

/** The validated `signalbox.yml` (design section 9). Lists keep the order of the file; a later entry wins. */
export interface Config {
  /** Relative to the audited root where it lies inside it; null: there is no config. */
  readonly file: string | null;
  readonly platform: Platform;
  readonly defaultBranch: string | null;
  readonly environments: readonly EnvironmentConfig[];
  readonly secrets: readonly SecretConfig[];
  readonly targets: readonly TargetConfig[];
  readonly ignore: readonly IgnoreConfig[];
}
