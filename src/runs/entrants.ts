import type { Cube } from "../values/cube.ts";
import type { GroupUse, JobUnit, RunClass } from "./units.ts";

/**
 * Somebody that asks for a group: a run (before any job exists, also when all its jobs will be skipped), a call, or a
 * job (after `needs` and `if:`). `units` are the jobs that live and die with it.
 */
export interface Entrant {
  readonly run: RunClass;
  readonly cube: Cube;
  readonly use: GroupUse;
  readonly units: readonly JobUnit[];
  /** Groups that it holds already when it asks. */
  readonly outer: readonly GroupUse[];
}

/** Everybody that can ask for a group, once for each way in which its name comes out. */
export function entrantsOf(runs: readonly RunClass[]): readonly Entrant[] {
  return runs.flatMap((run) => [...runEntrants(run), ...unitEntrants(run)]);
}

function runEntrants(run: RunClass): readonly Entrant[] {
  if (!run.group) return [];
  return run.group
    .uses(run.cube)
    .flatMap(({ cube, use }) => (use ? [{ run, cube, use, units: run.units, outer: [] }] : []));
}

function unitEntrants(run: RunClass): readonly Entrant[] {
  const entrants: Entrant[] = [];
  const seen = new Set<string>();
  for (const unit of run.units) {
    for (const declaration of unit.groups) {
      if (declaration.level === "workflow") continue;
      const key = `${declaration.id}|${declaration.owner}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const inside = run.units.filter(({ groups }) => groups.includes(declaration));
      for (const reached of unit.reached) entrants.push(...entering(run, unit, declaration, reached, inside));
    }
  }
  return entrants;
}

function entering(
  run: RunClass,
  unit: JobUnit,
  declaration: JobUnit["groups"][number],
  reached: Cube,
  inside: readonly JobUnit[],
): readonly Entrant[] {
  const before = unit.groups.slice(0, unit.groups.indexOf(declaration));
  return declaration.uses(reached).flatMap(({ cube, use }) => {
    if (!use) return [];
    const outer = before.flatMap((other) =>
      other
        .uses(cube)
        .slice(0, 1)
        .flatMap((held) => (held.use ? [held.use] : [])),
    );
    return [{ run, cube, use, units: inside, outer }];
  });
}

/** Name pairs of outer groups: two runs can both be inside only where all of them differ. */
export function outerPairs(a: Entrant, b: Entrant): { a: GroupUse["name"]; b: GroupUse["name"] }[] {
  return a.outer.flatMap((one) => b.outer.map((other) => ({ a: one.name, b: other.name })));
}

/**
 * Whether two group names may be the same, by their literal beginnings and ends: a cheap question before the solver's,
 * since most names of a repository have nothing in common.
 */
export function mayShare(a: GroupUse["name"], b: GroupUse["name"]): boolean {
  return (
    alike(a[0], b[0], (text, length) => text.slice(0, length)) &&
    alike(a.at(-1), b.at(-1), (text, length) => text.slice(text.length - length)) &&
    (a.length !== 1 ||
      b.length !== 1 ||
      typeof a[0] !== "string" ||
      typeof b[0] !== "string" ||
      a[0].length === b[0].length)
  );
}

function alike(
  x: GroupUse["name"][number] | undefined,
  y: GroupUse["name"][number] | undefined,
  cut: (text: string, length: number) => string,
): boolean {
  if (typeof x !== "string" || typeof y !== "string") return true;
  const length = Math.min(x.length, y.length);
  return cut(x, length).toLowerCase() === cut(y, length).toLowerCase();
}
