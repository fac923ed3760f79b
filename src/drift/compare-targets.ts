import type { InvariantName } from "../model/policy.ts";
import type { Question, TargetChange } from "./change.ts";
import type { Limit, RecordedAnswers, RecordedTarget } from "./state.ts";

const QUESTIONS: readonly Question[] = ["shape", "lock", "recovery", "blastRadius", "capacity"];
/** `source-of-truth` is the verdict in other words. */
const INVARIANTS: readonly InvariantName[] = ["target-lock", "queue-visible", "recovery-known"];

/** What moved between two lists of targets, in the order of their ids. */
export function compareTargets(
  before: readonly RecordedTarget[],
  after: readonly RecordedTarget[],
): readonly TargetChange[] {
  const old = new Map(before.map((target) => [target.id, target]));
  const present = new Set(after.map((target) => target.id));
  const gone = before.filter((target) => !present.has(target.id));
  const renamed = pairs(
    gone,
    after.filter((target) => !old.has(target.id)),
  );
  const was = new Set([...renamed.values()].map((target) => target.id));
  const changes = after.flatMap((target): TargetChange[] => {
    const same = old.get(target.id);
    if (same !== undefined) return compareTarget(same, target);
    const former = renamed.get(target.id);
    if (former === undefined) return [{ type: "target-added", target: target.id, verdict: target.verdict }];
    const rename = { type: "target-renamed", target: target.id, before: former.id, verdict: target.verdict } as const;
    return [rename, ...compareTarget(former, target)];
  });
  const removed = gone.filter((target) => !was.has(target.id));
  return [...changes, ...removed.map(({ id, verdict }) => ({ type: "target-removed", target: id, verdict }) as const)];
}

/** New targets that are a vanished one under another name: one kind, the same writers, and no other candidate. */
function pairs(gone: readonly RecordedTarget[], fresh: readonly RecordedTarget[]): Map<string, RecordedTarget> {
  const found = new Map<string, RecordedTarget>();
  const key = (target: RecordedTarget): string => JSON.stringify([target.kind, target.writers]);
  for (const target of fresh) {
    const mates = fresh.filter((other) => key(other) === key(target));
    const former = gone.filter((other) => key(other) === key(target));
    if (mates.length === 1 && former.length === 1 && target.writers.length > 0) found.set(target.id, former[0]!);
  }
  return found;
}

function compareTarget(before: RecordedTarget, after: RecordedTarget): TargetChange[] {
  const target = after.id;
  const changes: TargetChange[] = [];
  if (before.verdict !== after.verdict) {
    const now = `${limitText(after.configured)} where the policy says ${limitText(after.policy)}`;
    changes.push({ type: "verdict", target, before: before.verdict, after: after.verdict, now });
  }
  if (!sameLimit(before.policy, after.policy)) {
    const relaxed = bound(after.policy) > bound(before.policy);
    changes.push({ type: "policy", target, before: before.policy, after: after.policy, relaxed });
  }
  if (!sameLimit(before.configured, after.configured)) {
    changes.push({ type: "configured", target, before: before.configured, after: after.configured });
  }
  return [...changes, ...answers(before, after), ...invariants(before, after), ...writers(before, after)];
}

function answers(before: RecordedTarget, after: RecordedTarget): TargetChange[] {
  return QUESTIONS.flatMap((question): TargetChange[] => {
    const [was, is] = [answerText(before.answers, question), answerText(after.answers, question)];
    const sources = [before.answers[question].source, after.answers[question].source] as const;
    if (was === is && sources[0] === sources[1]) return [];
    return [{ type: "answer", target: after.id, question, before: was, after: is, sources }];
  });
}

function invariants(before: RecordedTarget, after: RecordedTarget): TargetChange[] {
  return INVARIANTS.flatMap((name): TargetChange[] => {
    const [was, is] = [before.invariants[name], after.invariants[name]];
    return was === is ? [] : [{ type: "invariant", target: after.id, name, before: was, after: is }];
  });
}

function writers(before: RecordedTarget, after: RecordedTarget): TargetChange[] {
  const added = after.writers.filter((writer) => !before.writers.includes(writer));
  const removed = before.writers.filter((writer) => !after.writers.includes(writer));
  return added.length + removed.length === 0 ? [] : [{ type: "writers", target: after.id, added, removed }];
}

/** An answer as one text: `small-set of 10`, `rejects (S3 lock file)`. */
export function answerText(all: RecordedAnswers, question: Question): string {
  if (question === "shape") {
    const { value, count } = all.shape;
    return count === null || value === "single" ? value : `${value} of ${count}`;
  }
  if (question === "lock")
    return all.lock.mechanism === null ? all.lock.value : `${all.lock.value} (${all.lock.mechanism})`;
  return String(all[question].value ?? "none");
}

/** `prevent`, `throttle to 4`, `allow`. */
export function limitText({ decision, limit }: Limit): string {
  return decision === "throttle" && limit !== null ? `throttle to ${limit}` : decision;
}

function sameLimit(a: Limit, b: Limit): boolean {
  return a.decision === b.decision && a.limit === b.limit;
}

function bound({ limit }: Limit): number {
  return limit ?? Number.POSITIVE_INFINITY;
}
