import type { Day } from "../model/config.ts";
import type { InvariantName, InvariantValue, Verdict } from "../model/policy.ts";
import type { Source } from "../model/answers.ts";
import type { Limit, RecordedAnswers } from "./state.ts";

/** A commit as people speak of it. */
export interface Commit {
  readonly hash: string;
  readonly day: Day;
  readonly author: string;
  readonly subject: string;
}

/**
 * Which commit made a change: proven by an audit before and after it, one of several that touched the files, not yet
 * committed, no commit but a date that has passed, or not to be found (nothing recorded a commit, or the clone does not reach back so far).
 */
export type Origin =
  | { readonly kind: "commit"; readonly commits: readonly [Commit] }
  | { readonly kind: "one-of"; readonly commits: readonly Commit[] }
  | { readonly kind: "uncommitted" }
  | { readonly kind: "time" }
  | { readonly kind: "unknown" };

export type Question = keyof RecordedAnswers;

/** What moved on one target. */
export type TargetChange =
  | { readonly type: "target-added"; readonly target: string; readonly verdict: Verdict }
  | { readonly type: "target-removed"; readonly target: string; readonly verdict: Verdict }
  | { readonly type: "target-renamed"; readonly target: string; readonly before: string; readonly verdict: Verdict }
  | {
      readonly type: "verdict";
      readonly target: string;
      readonly before: Verdict;
      readonly after: Verdict;
      readonly now: string;
    }
  | {
      readonly type: "policy";
      readonly target: string;
      readonly before: Limit;
      readonly after: Limit;
      readonly relaxed: boolean;
    }
  | { readonly type: "configured"; readonly target: string; readonly before: Limit; readonly after: Limit }
  | {
      readonly type: "answer";
      readonly target: string;
      readonly question: Question;
      readonly before: string;
      readonly after: string;
      readonly sources: readonly [Source, Source];
    }
  | {
      readonly type: "invariant";
      readonly target: string;
      readonly name: InvariantName;
      readonly before: InvariantValue;
      readonly after: InvariantValue;
    }
  | {
      readonly type: "writers";
      readonly target: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    };

/** What time or a clean-up made untrue of a declaration in `signalbox.yml`. */
export type DeclarationChange =
  | {
      readonly type: "runbook-stale";
      readonly match: string;
      readonly runbook: string | null;
      readonly lastTested: Day;
      readonly days: number;
    }
  | { readonly type: "runbook-undated"; readonly match: string; readonly runbook: string | null }
  | {
      readonly type: "capacity-stale";
      readonly match: string;
      readonly value: number;
      readonly measured: Day;
      readonly days: number;
    }
  | { readonly type: "capacity-undated"; readonly match: string; readonly value: number }
  | { readonly type: "override-expired"; readonly match: string; readonly because: string; readonly until: Day }
  | { readonly type: "ignore-expired"; readonly rule: string; readonly match: string | null; readonly until: Day }
  | { readonly type: "ignore-idle"; readonly rule: string; readonly match: string | null; readonly because: string }
  | { readonly type: "declaration-idle"; readonly match: string; readonly what: "capacity" | "runbook" | "policy" };

export type Change = TargetChange | DeclarationChange;

/** One entry of the review: what moved, whether somebody has to decide, and which commit it came with. */
export interface Entry {
  readonly change: Change;
  readonly decide: boolean;
  readonly origin: Origin | null;
}

/** The whole comparison. Entries that need a decision come first. */
export interface Drift {
  readonly from: { readonly day: Day; readonly commit: string | null };
  readonly to: { readonly day: Day; readonly commit: string | null };
  readonly entries: readonly Entry[];
  /** Targets that are as they were. */
  readonly unchanged: number;
  readonly before: Readonly<Record<Verdict, number>>;
  readonly after: Readonly<Record<Verdict, number>>;
}

/** Whether a change is about a target, and so can come from a commit. */
export function isTargetChange(change: Change): change is TargetChange {
  return "target" in change;
}
