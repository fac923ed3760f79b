import type { SimUnit } from "./types.ts";

/** A job or call of a run with its way from there, as events name it. */
export interface Placed {
  readonly path: string;
  readonly depth: number;
  readonly unit: SimUnit;
  /** Names of the groups on the way, outermost first, its own last. */
  readonly groups: readonly string[];
}

/** Everything inside a run or call, from the outside in. */
export function flatten(
  parent: SimUnit,
  prefix = "",
  depth = 0,
  above: readonly string[] = namesOf(parent),
): readonly Placed[] {
  return parent.jobs.flatMap((unit) => {
    const path = prefix === "" ? unit.id : `${prefix}/${unit.id}`;
    const groups = [...above, ...namesOf(unit)];
    return [{ path, depth, unit, groups }, ...flatten(unit, path, depth + 1, groups)];
  });
}

function namesOf(unit: SimUnit): readonly string[] {
  return unit.groups.map(({ name }) => name);
}
