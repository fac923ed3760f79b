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
  return run.group.uses(run.cube).flatMap(({ cube, use }) => (use ? [{ run, cube, use, units: run.units, outer: [] }] : []));
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
  run: RunClass, unit: JobUnit, declaration: JobUnit["groups"][number], reached: Cube, inside: readonly JobUnit[],
): readonly Entrant[] {
  const before = unit.groups.slice(0, unit.groups.indexOf(declaration));
  return declaration.uses(reached).flatMap(({ cube, use }) => {
    if (!use) return [];
    const outer = before.flatMap((other) => other.uses(cube).slice(0, 1).flatMap((held) => (held.use ? [held.use] : [])));
    return [{ run, cube, use, units: inside, outer }];
  });
}

/** Name pairs of outer groups: two runs can both be inside only where all of them differ. */
export function outerPairs(a: Entrant, b: Entrant): { a: GroupUse["name"]; b: GroupUse["name"] }[] {
  return a.outer.flatMap((one) => b.outer.map((other) => ({ a: one.name, b: other.name })));
}
