import type { Job } from "../description.ts";
import type { Held, Played, Writing } from "./run.ts";
import { MANY } from "./pool.ts";

export type Cause = "no-group" | "group-varies" | "groups-differ" | "same-run";

/** What the concrete runs say about one target. `most`: at once, `MANY` for that many or more. */
export interface Verdict {
  readonly most: number;
  readonly causes: ReadonlySet<Cause>;
}

interface Member {
  readonly run: number;
  readonly writing: Writing;
}

/** For every target that a run writes: how many can be in it at once, and why any two can. */
export function verdictsOf(runs: readonly Played[]): ReadonlyMap<string, Verdict> {
  const targets = new Map<string, Played[]>();
  for (const run of runs) {
    for (const target of new Set(run.writings.map((writing) => writing.target))) {
      const known = targets.get(target);
      if (known) known.push(run);
      else targets.set(target, [run]);
    }
  }
  return new Map([...targets].map(([target, own]) => [target, verdictOf(target, own)]));
}

function verdictOf(target: string, runs: readonly Played[]): Verdict {
  const ids = new Set(runs.map(({ start }) => String(start.github["run_id"])));
  const fixed = ids.size === 1 && [...ids].some((id) => target.includes(id));
  if (!fixed) return verdictOfAll(target, runs, false);
  // One run only, and of the ways in which it can end only one at a time.
  const ways = runs.map((run) => verdictOfAll(target, [run], true));
  return {
    most: Math.max(...ways.map(({ most }) => most)),
    causes: new Set(ways.flatMap(({ causes }) => [...causes])),
  };
}

function verdictOfAll(target: string, runs: readonly Played[], fixed: boolean): Verdict {
  const kinds = new Map<string, { readonly writings: readonly Writing[]; count: number }>();
  for (const run of runs) {
    const writings = unique(run.writings.filter((writing) => writing.target === target));
    const key = writings.map(signature).join("|");
    const known = kinds.get(key);
    if (known) known.count += 1;
    else kinds.set(key, { writings, count: 1 });
  }
  const members: Member[] = [];
  let run = 0;
  for (const { writings, count } of few([...kinds.values()])) {
    // A run can be repeated as often as one likes, but for what carries the run's own number.
    const copies = fixed ? Math.min(count, writings.length) : writings.length;
    const bare = writings.some(({ groups }) => groups.length === 0);
    for (let copy = 0; copy < (bare && !fixed ? Math.max(2, copies) : Math.max(1, copies)); copy += 1) {
      run += 1;
      for (const writing of writings) members.push({ run, writing });
    }
  }
  const causes = causesOf(members, fixed);
  const unbounded = !fixed && members.some(({ writing }) => writing.groups.length === 0);
  return { most: unbounded ? MANY : largest(members), causes };
}

/** Kinds of runs that differ only in names which nobody else holds: as many of them as can make a difference. */
function few<K extends { readonly writings: readonly Writing[] }>(kinds: readonly K[]): readonly K[] {
  const holders = new Map<string, number>();
  for (const { writings } of kinds) {
    for (const name of new Set(writings.flatMap(({ groups }) => groups.map((group) => group.name))))
      holders.set(name, (holders.get(name) ?? 0) + 1);
  }
  const alike = new Map<string, K[]>();
  for (const kind of kinds) {
    const key = kind.writings
      .map((writing) =>
        signature({
          ...writing,
          groups: writing.groups.map((group) => (holders.get(group.name) === 1 ? { ...group, name: "*" } : group)),
        }),
      )
      .join("|");
    const list = alike.get(key) ?? [];
    if (list.length < MANY) list.push(kind);
    alike.set(key, list);
  }
  return [...alike.values()].flat();
}

function signature({ groups, path }: Writing): string {
  return `${groups.map(({ name, owner, block }) => `${name}@${owner}@${block}`).join(",")};${path.map(([{ id }, leg]) => `${id}${leg}`).join("/")}`;
}

/** A job that writes twice is there once. */
function unique(writings: readonly Writing[]): readonly Writing[] {
  return [...new Map(writings.map((writing) => [signature(writing), writing])).values()];
}

function causesOf(members: readonly Member[], fixed: boolean): ReadonlySet<Cause> {
  const causes = new Set<Cause>();
  members.forEach((a, index) => {
    for (const b of members.slice(index)) {
      if (a !== b && a.run === b.run && together(a, b)) causes.add("same-run");
      // Two runs of the same kind are as good as one and its copy.
      const twins = a.run === b.run && !fixed;
      if ((a.run !== b.run || twins) && apart(a.writing.groups, b.writing.groups))
        causes.add(causeOf(a.writing.groups, b.writing.groups));
    }
  });
  return causes;
}

function causeOf(a: readonly Held[], b: readonly Held[]): Cause {
  if (a.length === 0 || b.length === 0) return "no-group";
  return a.some(({ block }) => b.some((other) => other.block === block)) ? "group-varies" : "groups-differ";
}

function apart(a: readonly Held[], b: readonly Held[]): boolean {
  return !a.some(({ name }) => b.some((other) => other.name === name));
}

function together(a: Member, b: Member): boolean {
  if (a.run !== b.run) return apart(a.writing.groups, b.writing.groups);
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

/** The largest set of members of which any two can be at work together, up to `MANY`; lanes bound the legs of a job. */
function largest(members: readonly Member[]): number {
  let best = 0;
  let tries = 0;
  const grow = (chosen: readonly Member[], rest: readonly Member[]): void => {
    best = Math.max(best, chosen.length);
    for (let index = 0; index < rest.length; index += 1) {
      tries += 1;
      if (best >= MANY || chosen.length + rest.length - index <= best || tries > 20_000) return;
      const next = rest[index] as Member;
      if (!laneFree(next, chosen)) continue;
      grow(
        [...chosen, next],
        rest.slice(index + 1).filter((other) => together(next, other)),
      );
    }
  };
  grow([], members);
  return Math.min(best, MANY);
}

function laneFree(next: Member, chosen: readonly Member[]): boolean {
  return next.writing.path.every(([job], depth) => {
    const most = job.matrix?.maxParallel ?? null;
    if (most === null) return true;
    const inLane = chosen.filter(
      ({ run, writing }) =>
        run === next.run &&
        writing.path[depth]?.[0] === job &&
        writing.path
          .slice(0, depth)
          .every(([above, leg], at) => next.writing.path[at]?.[0] === above && next.writing.path[at]?.[1] === leg),
    );
    const legs = new Set([...inLane, next].map(({ writing }) => writing.path[depth]?.[1]));
    return legs.size <= most;
  });
}
