import type { Verdict } from "../model/policy.ts";
import { isTargetChange, type Change, type Drift, type Entry } from "./change.ts";
import { judgeDeclarations } from "./compare-declarations.ts";
import { compareTargets } from "./compare-targets.ts";
import type { RecordedTarget, ReviewState } from "./state.ts";

/** What moved from one state to a later one. Origins are not known here; `findOrigins` adds them. */
export function compareStates(before: ReviewState, after: ReviewState): Drift {
  const changes = [
    ...compareTargets(before.targets, after.targets),
    ...judgeDeclarations(after.declarations, after.recorded),
  ];
  const entries = changes.map((change): Entry => ({ change, decide: needsDecision(change), origin: null }));
  const moved = new Set(changes.flatMap((change) => (isTargetChange(change) ? [change.target] : [])));
  return {
    from: { day: before.recorded, commit: before.commit },
    to: { day: after.recorded, commit: after.commit },
    entries: [...entries.filter((entry) => entry.decide), ...entries.filter((entry) => !entry.decide)],
    unchanged: after.targets.filter((target) => !moved.has(target.id)).length,
    before: verdicts(before.targets),
    after: verdicts(after.targets),
  };
}

/**
 * Whether somebody has to decide. A new or changed thing that the policy is content with is only told; what became
 * looser or can no longer be judged, a policy that is not the recorded one, a lock that stopped working, and every
 * declaration that ran out or lost its object wait for an answer.
 */
function needsDecision(change: Change): boolean {
  switch (change.type) {
    case "target-added":
      return change.verdict === "looser" || change.verdict === "unknown";
    case "verdict":
      return change.after === "looser" || change.after === "unknown";
    case "policy":
    case "runbook-stale":
    case "capacity-stale":
    case "override-expired":
    case "ignore-expired":
    case "ignore-idle":
    case "declaration-idle":
      return true;
    case "invariant":
      return change.after === "violated";
    case "target-removed":
    case "target-renamed":
    case "configured":
    case "answer":
    case "writers":
    case "runbook-undated":
    case "capacity-undated":
      return false;
  }
}

function verdicts(targets: readonly RecordedTarget[]): Record<Verdict, number> {
  const counts = { looser: 0, unknown: 0, tighter: 0, matches: 0 };
  for (const target of targets) counts[target.verdict] += 1;
  return counts;
}
