import type { Job } from "../description.ts";
import type { Held, Played, Writing } from "./run.ts";
import { MANY } from "./pool.ts";
import type { Pull } from "./starts.ts";

export type Cause = "no-group" | "group-varies" | "groups-differ" | "same-run";

/** What the concrete runs say about one target. `most`: at once, `MANY` for that many or more. */
export interface Verdict {
  readonly most: number;
  readonly causes: ReadonlySet<Cause>;
}

interface Member {
  readonly run: number;
  readonly kind: Kind;
  readonly writing: Writing;
}

/** What a run does in one target; runs that nothing distinguishes there are one kind. */
interface Kind {
  readonly writings: readonly Writing[];
  /** Its number where the target has it, else empty: of that number there is one run. */
  readonly run: string;
  readonly pull: Pull | null;
}

/** For every target that a run writes: how many can be in it at once, and why any two can. */
export function verdictsOf(runs: readonly Played[], keep: number): ReadonlyMap<string, Verdict> {
  const targets = new Map<string, Map<string, Kind>>();
  const odd = oddPulls(runs);
  for (const { start, writings } of runs) {
    const run = String(start.github["run_id"]);
    const pull = start.pull && (odd.has(start.pull.head) || odd.has(start.pull.number)) ? start.pull : null;
    for (const [target, own] of byTarget(writings)) {
      // Only where the run's number is in the target is it of use to know which run it was.
      const fixed = target.includes(run) ? run : "";
      const key = `${fixed} ${pull ? `${pull.number} ${pull.head}` : ""} ${[...own.keys()].join("|")}`;
      const kinds = targets.get(target) ?? new Map<string, Kind>();
      targets.set(target, kinds);
      if (!kinds.has(key)) kinds.set(key, { writings: [...own.values()], run: fixed, pull });
    }
  }
  return new Map([...targets].map(([target, kinds]) => [target, verdictOf([...kinds.values()], keep)]));
}

/** Branches with several numbers and numbers with several branches: no two of them are there beside each other. */
function oddPulls(runs: readonly Played[]): ReadonlySet<string | number> {
  const [numbers, heads] = [new Map<string, number>(), new Map<number, string>()];
  const odd = new Set<string | number>();
  for (const { start } of runs) {
    if (!start.pull) continue;
    const { head, number } = start.pull;
    if ((numbers.get(head) ?? number) !== number) odd.add(head);
    if ((heads.get(number) ?? head) !== head) odd.add(number);
    numbers.set(head, number);
    heads.set(number, head);
  }
  return odd;
}

/** A job that writes twice is there once. */
function byTarget(writings: readonly Writing[]): ReadonlyMap<string, ReadonlyMap<string, Writing>> {
  const out = new Map<string, Map<string, Writing>>();
  for (const writing of writings) {
    const own = out.get(writing.target) ?? new Map<string, Writing>();
    own.set(signature(writing), writing);
    out.set(writing.target, own);
  }
  return out;
}

function verdictOf(kinds: readonly Kind[], keep: number): Verdict {
  const members: Member[] = [];
  let run = 0;
  for (const kind of few(kinds, keep)) {
    // A run can be repeated as often as one likes, but for what carries the run's own number.
    const copies = kind.run === "" ? Math.min(MANY, kind.writings.length) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      run += 1;
      for (const writing of kind.writings) members.push({ run, kind, writing });
    }
  }
  const unbounded = members.some(({ kind, writing }) => kind.run === "" && writing.groups.length === 0);
  return { most: unbounded ? MANY : largest(members), causes: causesOf(members) };
}

/**
 * Runs that differ only in names of groups which others hold in the same places: as many of them as can make a
 * difference. All that remain are runs that there are, so that nothing is claimed which no run shows.
 */
function few(kinds: readonly Kind[], keep: number): readonly Kind[] {
  if (kinds.length <= keep) return kinds;
  const shapes = kinds.map(shapeOf);
  const places = new Map<string, Set<string>>();
  for (const { shape, names } of shapes) {
    names.forEach((name, index) => {
      const known = places.get(name) ?? new Set();
      places.set(name, known.add(`${index} of ${shape}`));
    });
  }
  const profiles = new Map([...places].map(([name, where]) => [name, [...where].sort().join("\n")]));
  const kept = new Map<string, Set<string>>();
  const isNew = (name: string, place: string): boolean => {
    const names = kept.get(place) ?? new Set();
    kept.set(place, names);
    return names.size < keep && names.size < names.add(name).size;
  };
  const enough = new Map<string, number>();
  const chosen = kinds.filter((_, index) => {
    const { shape, names } = shapes[index] as Shape;
    return names.map((name, place) => isNew(name, `${place} of ${shape} as ${profiles.get(name)}`)).includes(true);
  });
  const known = new Set([...kept.values()].flatMap((names) => [...names]));
  const others = kinds.filter((kind, index) => {
    const { shape, names } = shapes[index] as Shape;
    const count = enough.get(shape) ?? 0;
    if (chosen.includes(kind) || count >= keep * keep || !names.every((name) => known.has(name))) return false;
    enough.set(shape, count + 1);
    return true;
  });
  return [...chosen, ...others];
}

/** What a run does with its groups numbered instead of named. */
interface Shape {
  readonly shape: string;
  readonly names: readonly string[];
}

function shapeOf({ writings, run, pull }: Kind): Shape {
  const names: string[] = [];
  const number = (name: string): string => {
    if (!names.includes(name)) names.push(name);
    return String(names.indexOf(name));
  };
  const shape = writings.map((writing) =>
    signature({ ...writing, groups: writing.groups.map((group) => ({ ...group, name: number(group.name) })) }),
  );
  return { shape: [run, pull ? `${pull.number} ${pull.head}` : "", ...shape].join("|"), names };
}

function signature({ groups, path }: Writing): string {
  return `${groups.map(({ name, owner, block }) => `${name}@${owner}@${block}`).join(",")};${path.map(([{ id }, leg]) => `${id}${leg}`).join("/")}`;
}

function causesOf(members: readonly Member[]): ReadonlySet<Cause> {
  const causes = new Set<Cause>();
  const runs = new Map<number, Member[]>();
  for (const member of members) runs.set(member.run, [...(runs.get(member.run) ?? []), member]);
  for (const own of runs.values()) {
    if (causes.has("same-run")) break;
    if (own.some((a, index) => own.slice(index + 1).some((b) => together(a, b)))) causes.add("same-run");
  }
  // Two runs of one kind are as good as one and its copy.
  const holdings = [
    ...new Map(
      members.map(({ kind, writing: { groups } }) => [
        `${kind.run}:${kind.pull?.number}:${kind.pull?.head}:${groups.map(({ name, block }) => `${name}@${block}`).join()}`,
        { kind, groups },
      ]),
    ).values(),
  ];
  holdings.forEach((a, index) => {
    if (causes.size === 4) return;
    for (const b of holdings.slice(index)) {
      if (canBeTwo(a.kind, b.kind) && apart(a.groups, b.groups)) causes.add(causeOf(a.groups, b.groups));
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

/** Whether there can be two runs of these kinds: no number is that of two, no branch and no pull request either. */
function canBeTwo(a: Kind, b: Kind): boolean {
  if (a.run !== "" && a.run === b.run) return false;
  return !a.pull || !b.pull || (a.pull.head === b.pull.head) === (a.pull.number === b.pull.number);
}

function together(a: Member, b: Member): boolean {
  if (a.run !== b.run) return canBeTwo(a.kind, b.kind) && apart(a.writing.groups, b.writing.groups);
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
