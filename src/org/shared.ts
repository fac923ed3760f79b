import type { SharedTarget } from "../model/organization.ts";
import type { Policy } from "../model/policy.ts";
import type { Severity } from "../model/report.ts";
import type { Candidate } from "./candidates.ts";

const STRICTNESS = { prevent: 0, throttle: 1, allow: 2 } as const;

/** The strictest policy of several repositories: who is most careful has a reason. */
function strictest(candidates: readonly Candidate[]): Policy {
  return candidates
    .map(({ policy }) => policy)
    .sort((a, b) => STRICTNESS[a.decision] - STRICTNESS[b.decision] || (a.limit ?? 0) - (b.limit ?? 0))[0] as Policy;
}

function policyWord({ decision, limit }: Policy): string {
  return decision === "throttle" ? `throttle to ${limit ?? "?"}` : decision;
}

/** Writers at once when every repository has as many as its own pipelines let in; null: without bound. */
function together(candidates: readonly Candidate[]): number | null {
  return candidates.reduce<number | null>(
    (sum, { configured }) => (sum === null || configured === null ? null : sum + configured),
    0,
  );
}

function isTooMany(policy: Policy, atOnce: number | null): boolean {
  if (policy.decision === "allow") return false;
  if (policy.decision === "prevent") return true;
  return policy.limit !== null && (atOnce === null || atOnce > policy.limit);
}

function severityOf(candidates: readonly Candidate[], policy: Policy): Severity {
  if (policy.decision !== "prevent") return "warning";
  return candidates.every(({ lock }) => lock === "waits" || lock === "rejects") ? "warning" : "error";
}

/** Everybody takes the runner's lock under one name: then the store keeps them apart. */
function areGuarded(candidates: readonly Candidate[]): boolean {
  const names = new Set(candidates.map(({ guardedBy }) => guardedBy));
  return names.size === 1 && !names.has(null);
}

function lockWord(candidates: readonly Candidate[]): string {
  const words = candidates.map(({ lock, mechanism }) => (mechanism === null ? lock : `${lock} (${mechanism})`));
  return [...new Set(words)].sort().join(", ");
}

function messageOf(candidates: readonly Candidate[], policy: Policy, names: readonly string[]): string {
  const who = `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
  const locked = candidates.every(({ lock }) => lock === "waits" || lock === "rejects");
  const then = locked
    ? "only the target's own lock keeps them apart"
    : "nothing keeps them apart, and the target has no lock";
  const rule = policy.decision === "prevent" ? "one writer at a time" : `at most ${policy.limit ?? "?"} writers`;
  return `${who} write it, and it takes ${rule}: concurrency groups end at a repository's edge, so ${then}.`;
}

function fixOf(id: string, candidates: readonly Candidate[]): string {
  const byHand = candidates.flatMap(({ writers }) => writers).filter(({ patch }) => patch === null).length;
  const hand = byHand === 0 ? "" : ` ${byHand} of the writers must be put under it by hand.`;
  const how = "Put every writer under the runner, with one store for all repositories (SIGNALBOX_STORE)";
  return `No group can fix this. ${how}: signalbox run --target "${id}" -- COMMAND.${hand}`;
}

/** Joins what repositories brought: targets that writers of two or more are in, worst first. */
export function sharedTargets(candidates: readonly Candidate[]): readonly SharedTarget[] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) groups.set(candidate.id, [...(groups.get(candidate.id) ?? []), candidate]);
  const shared = [...groups.values()]
    .filter((group) => new Set(group.map(({ repository }) => repository)).size > 1)
    .map(sharedTarget);
  const rank = ({ severity }: SharedTarget): number =>
    severity === null ? 3 : ["error", "warning", "note"].indexOf(severity);
  return shared.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}

function sharedTarget(unsorted: readonly Candidate[]): SharedTarget {
  const candidates = [...unsorted].sort((a, b) => (a.repository < b.repository ? -1 : 1));
  const [first, second] = candidates as [Candidate, Candidate];
  const policy = strictest(candidates);
  const names = [...new Set(candidates.map(({ repository }) => repository))];
  const isFinding = isTooMany(policy, together(candidates)) && !areGuarded(candidates);
  const calm = areGuarded(candidates)
    ? "Every writer holds the runner's lock."
    : `The policy is ${policyWord(policy)}.`;
  return {
    id: first.id,
    kind: first.kind,
    repositories: names,
    policy: policyWord(policy),
    lock: lockWord(candidates),
    severity: isFinding ? severityOf(candidates, policy) : null,
    confidence: candidates.every(({ confidence }) => confidence === "high") ? "high" : "medium",
    message: isFinding ? messageOf(candidates, policy, names) : `${names.join(", ")} write it. ${calm}`,
    writers: candidates.flatMap(({ writers }) => writers),
    witness: [
      { ...first.runs[0], repository: first.repository },
      { ...second.runs[1], repository: second.repository },
    ],
    fix: isFinding ? fixOf(first.id, candidates) : null,
  };
}
