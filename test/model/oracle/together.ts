import type { Job } from "../description.ts";
import type { Writing } from "./run.ts";
import type { Pull } from "./starts.ts";

/** One job that writes. */
export interface Member {
  readonly run: number;
  readonly kind: Kind;
  readonly writing: Writing;
}

/** What a run does in one target; runs that nothing distinguishes there are one kind. */
export interface Kind {
  readonly writings: readonly Writing[];
  /** Its number where the target has it, else empty: of that number there is one run. */
  readonly run: string;
  readonly pull: Pull | null;
  /** What happens once to the one pull request that starts such runs, else empty: of those there is one run. */
  readonly once: string;
}

/** Nothing keeps them from being two: no group, and not that one commit is written by one step, which is no collision. */
export function apart(a: Pick<Writing, "groups" | "work">, b: Pick<Writing, "groups" | "work">): boolean {
  if (a.work !== null && a.work === b.work) return false;
  return !a.groups.some(({ name }) => b.groups.some((other) => other.name === name));
}

/**
 * Whether there can be two runs of these kinds: no number is that of two, no branch and no pull request either, and no
 * pull request is opened or closed twice.
 */
export function canBeTwo(a: Kind, b: Kind): boolean {
  if (a.run !== "" && a.run === b.run) return false;
  if (a.once !== "" && a.once === b.once) return false;
  return !a.pull || !b.pull || (a.pull.head === b.pull.head) === (a.pull.number === b.pull.number);
}

/** Whether two jobs can be at work at the same time. */
export function together(a: Member, b: Member): boolean {
  if (a.run !== b.run) return canBeTwo(a.kind, b.kind) && apart(a.writing, b.writing);
  if (inOrder(a.writing.path, b.writing.path)) return false;
  return !a.writing.groups.some(({ name, owner }) =>
    b.writing.groups.some((other) => other.name === name && other.owner !== owner),
  );
}

/** One job, one after the other through `needs`, or legs of which one runs at a time. */
function inOrder(a: Writing["path"], b: Writing["path"]): boolean {
  const at = a.findIndex(([job, leg], index) => b[index]?.[0] !== job || b[index]?.[1] !== leg);
  const [x, y] = [a[at], b[at]];
  if (at < 0 || !x || !y) return true;
  if (x[0] === y[0]) return x[0].matrix?.maxParallel === 1;
  return waitsFor(x[0], y[0], a[at - 1]?.[0]) || waitsFor(y[0], x[0], b[at - 1]?.[0]);
}

const siblings = new WeakMap<Job, readonly Job[]>();

/** Jobs of one workflow know each other through this. */
export function introduce(jobs: readonly Job[]): void {
  for (const job of jobs) siblings.set(job, jobs);
}

function waitsFor(late: Job, early: Job, _caller: Job | undefined): boolean {
  const others = siblings.get(late) ?? [];
  return late.needs.some(
    (id) => id === early.id || others.some((other) => other.id === id && waitsFor(other, early, undefined)),
  );
}
