import { isTargetChange, type Commit, type Drift, type Entry, type Origin, type TargetChange } from "./change.ts";
import { answerText, limitText } from "./compare-targets.ts";
import type { RecordedTarget, ReviewState } from "./state.ts";

/** What finding a commit needs of the outside world. */
export interface History {
  /** Commits after the recorded one that touched any of the files, oldest first; null when the clone cannot say. */
  readonly commitsTouching: (files: readonly string[]) => Promise<readonly Commit[] | null>;
  /** Whether the work tree holds changes that no commit has. */
  readonly uncommitted: boolean;
  /** The state at a commit, or null when it cannot be audited. */
  readonly stateAt: (commit: string) => Promise<ReviewState | null>;
}

/** Audits that one review may spend on finding commits; after that candidates are named instead. */
const MAX_AUDITS = 24;

/** The state at a commit, from the audits that were made or are left; null when there is none. */
type StateAt = (commit: string) => Promise<ReviewState | null>;

/**
 * Adds to each change of a target the commit that it came with. Among the commits that touched the files which the
 * target rests on, the first after which the audit gives today's answer is found by halving. What today's date alone
 * makes of the recorded commit came with no commit.
 */
export async function findOrigins(
  drift: Drift,
  before: ReviewState,
  after: ReviewState,
  history: History,
): Promise<Drift> {
  const cache = new Map<string, Promise<ReviewState | null>>();
  const stateAt: StateAt = (commit) => {
    const known = cache.get(commit);
    if (known !== undefined || cache.size >= MAX_AUDITS) return known ?? Promise.resolve(null);
    const fresh = history.stateAt(commit);
    cache.set(commit, fresh);
    return fresh;
  };
  const entries: Entry[] = [];
  for (const entry of drift.entries) {
    if (!isTargetChange(entry.change)) entries.push(entry);
    else entries.push({ ...entry, origin: await originOf(entry.change, before, after, { ...history, stateAt }) });
  }
  return { ...drift, entries };
}

async function originOf(
  change: TargetChange,
  before: ReviewState,
  after: ReviewState,
  history: History,
): Promise<Origin> {
  const goal = fact(change, after);
  if (await isOfTime(change, before, goal, history.stateAt)) return { kind: "time" };
  const touching = await history.commitsTouching(filesOf(change, before, after));
  if (touching === null) return { kind: "unknown" };
  const found = await halve(change, goal, touching, history.stateAt);
  if (found.kind === "one-of") return found;
  if (found.kind === "commit" && !(await isBefore(change, goal, found.commits[0], history.stateAt))) return found;
  // Something else that the audit reads, such as a script, was changed by a commit that touched none of those files.
  const all = await history.commitsTouching(["."]);
  const other = all === null ? found : await halve(change, goal, all, history.stateAt);
  if (other.kind !== "unknown") return other;
  // No commit brings today's answer: it is in the work tree, or in a newer version of this program.
  return { kind: history.uncommitted ? "uncommitted" : "unknown" };
}

/** Whether the recorded commit, judged by today's date, says what is true today: a runbook's test has grown old. */
async function isOfTime(change: TargetChange, before: ReviewState, goal: string, stateAt: StateAt): Promise<boolean> {
  if (before.commit === null || !OF_TIME.has(change.type)) return false;
  const state = await stateAt(before.commit);
  return state !== null && fact(change, state) === goal;
}

/** What a date in the config can change by itself. */
const OF_TIME: ReadonlySet<TargetChange["type"]> = new Set(["verdict", "policy", "answer", "invariant"] as const);

/** Whether today's answer was there before a commit already. */
async function isBefore(change: TargetChange, goal: string, { hash }: Commit, stateAt: StateAt): Promise<boolean> {
  const state = await stateAt(`${hash}^`);
  return state !== null && fact(change, state) === goal;
}

/** The first of the commits after which the audit gives today's answer; `unknown` where none does. */
async function halve(
  change: TargetChange,
  goal: string,
  commits: readonly Commit[],
  stateAt: StateAt,
): Promise<Extract<Origin, { kind: "commit" | "one-of" | "unknown" }>> {
  // Between `low` (still the old answer) and `high` (already today's); the ends are what was recorded and what is now.
  let low = -1;
  let high = commits.length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const state = await stateAt(commits[middle]!.hash);
    if (state === null) return oneOf(commits.slice(low + 1, Math.min(high + 1, commits.length)));
    if (fact(change, state) === goal) high = middle;
    else low = middle;
  }
  const commit = commits[high];
  return commit === undefined ? { kind: "unknown" } : { kind: "commit", commits: [commit] };
}

function oneOf(commits: readonly Commit[]): Extract<Origin, { kind: "one-of" | "unknown" }> {
  return commits.length === 0 ? { kind: "unknown" } : { kind: "one-of", commits };
}

/** Everything that the target's answers and writers stand in, on either side, and the config. */
function filesOf(change: TargetChange, before: ReviewState, after: ReviewState): string[] {
  const names = new Set(["signalbox.yml", "signalbox.yaml"]);
  for (const target of [...sides(change, before), ...sides(change, after)]) {
    for (const file of target.evidence) names.add(file);
    for (const writer of target.writers) names.add(writer.slice(0, writer.lastIndexOf("#")));
  }
  return [...names].sort();
}

function sides(change: TargetChange, state: ReviewState): RecordedTarget[] {
  const ids = change.type === "target-renamed" ? [change.target, change.before] : [change.target];
  return state.targets.filter((target) => ids.includes(target.id));
}

/** What a change is about, read from a state as one text, so that two states can be compared. */
function fact(change: TargetChange, state: ReviewState): string {
  const target = state.targets.find((one) => one.id === change.target);
  if (target === undefined) return "absent";
  switch (change.type) {
    case "target-added":
    case "target-removed":
    case "target-renamed":
      return "present";
    case "verdict":
      return target.verdict;
    case "policy":
      return limitText(target.policy);
    case "configured":
      return limitText(target.configured);
    case "answer":
      return `${answerText(target.answers, change.question)} ${target.answers[change.question].source}`;
    case "invariant":
      return target.invariants[change.name];
    case "writers":
      return target.writers.join(" ");
  }
}
