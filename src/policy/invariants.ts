import type { Answers } from "../model/answers.ts";
import type { Day, RecoveryPath } from "../model/config.ts";
import type { InvariantName, InvariantValue, Invariants, Verdict } from "../model/policy.ts";

/** A recovery path counts as known for this many days after somebody has tried it. */
export const TESTED_WITHIN = 90;

export interface InvariantFacts {
  readonly verdict: Verdict;
  readonly answers: Answers;
  /** Some writer switches the lock off or breaks it open, other than by hand as a break-glass. */
  readonly lockBypassed: boolean;
  /** Somebody can really wait inside a job. */
  readonly waitsInside: boolean;
  /** Somebody waits in a concurrency group. */
  readonly waitsInGroup: boolean;
  readonly recoveryPath: RecoveryPath | null;
  readonly today: Day;
}

/** The four invariants of design section 5 for one target. */
export function invariantsOf(facts: InvariantFacts): Invariants {
  return {
    "source-of-truth": facts.verdict === "looser" ? "violated" : facts.verdict === "unknown" ? "unknown" : "holds",
    "target-lock": lockInvariant(facts),
    "queue-visible": facts.waitsInside ? "violated" : facts.waitsInGroup ? "holds" : "n/a",
    "recovery-known": recoveryInvariant(facts),
  };
}

function lockInvariant({ answers, lockBypassed }: InvariantFacts): InvariantValue {
  if (lockBypassed || answers.lock.value === "none") return "violated";
  return answers.lock.value === "unknown" ? "unknown" : "holds";
}

function recoveryInvariant({ answers, recoveryPath, today }: InvariantFacts): InvariantValue {
  if (recoveryPath?.lastTested) {
    if (daysBetween(recoveryPath.lastTested, today) > TESTED_WITHIN) return "violated";
    if (recoveryPath.runbook) return "holds";
  }
  return answers.recovery.value === "low" ? "holds" : "unknown";
}

/** Whole days from one day to a later one (`YYYY-MM-DD`). */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

const WORST: readonly InvariantValue[] = ["violated", "unknown", "holds", "n/a"];
const NAMES: readonly InvariantName[] = ["source-of-truth", "target-lock", "queue-visible", "recovery-known"];

/** A pipeline's invariants are the worst of its targets'. */
export function worstInvariants(all: readonly Invariants[]): Invariants {
  const worst = (name: InvariantName): InvariantValue =>
    WORST.find((value) => all.some((one) => one[name] === value)) ?? "n/a";
  return Object.fromEntries(NAMES.map((name) => [name, worst(name)])) as Record<InvariantName, InvariantValue>;
}
