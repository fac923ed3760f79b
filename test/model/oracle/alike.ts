import type { Job, Step } from "../description.ts";
import type { Writing } from "./run.ts";
import type { Kind } from "./together.ts";

/**
 * Runs that differ only in names of groups and pull requests which others have in the same places: as many of them as can make a
 * difference. All that remain are runs that there are, so that nothing is claimed which no run shows.
 */
export function few(kinds: readonly Kind[], keep: number): readonly Kind[] {
  if (kinds.length <= keep) return kinds;
  const shapes = kinds.map(shapeOf);
  const places = new Map<string, Set<string>>();
  for (const { shape, names } of shapes) {
    names.forEach((name, index) => {
      const known = places.get(name) ?? new Set();
      places.set(name, known.add(`${index} of ${shape}`));
    });
  }
  const profile = numbering();
  const profiles = new Map([...places].map(([name, where]) => [name, profile([...where].sort().join("\n"))]));
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

/** What a run does with its groups, and the pull request that it is about, numbered instead of named. */
interface Shape {
  readonly shape: string;
  readonly names: readonly string[];
}

function shapeOf({ writings, run, pull, once }: Kind): Shape {
  const number = numbering();
  const shape = writings.map((writing) => signature(writing, number));
  const about = [...(pull ? [`pull request ${pull.number}`, `branch ${pull.head}`] : []), ...(once ? [once] : [])];
  const names = new Set([...writings.flatMap(({ groups }) => groups.map(({ name }) => name)), ...about]);
  return { shape: [run, pull !== null, once !== "", ...shape].join("|"), names: [...names] };
}

export function signature({ groups, path, work }: Writing, rename: (name: string) => string = same): string {
  let out = work ? `${numberOf(work)};` : ";";
  for (const { name, owner, block } of groups) out += `${rename(name)}@${owner}@${block},`;
  for (const [job, leg] of path) out += `/${numberOf(job)}.${leg}`;
  return out;
}

function same(name: string): string {
  return name;
}

const numbers = new WeakMap<Job | Step, number>();
let numbered = 0;

/** A job or step by a number of its own. */
export function numberOf(part: Job | Step): number {
  const known = numbers.get(part) ?? (numbered += 1);
  numbers.set(part, known);
  return known;
}

/** Gives names numbers, the same to the same. */
export function numbering(): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const number = known.get(name) ?? String(known.size);
    known.set(name, number);
    return number;
  };
}
