import type { Recognition } from "../catalogue/recognition.ts";
import type { Cube } from "../values/cube.ts";
import { isConsistent } from "../values/decide.ts";
import { enumerate } from "../values/enumerate.ts";
import { canonical, isDerived, isMention, show, type Text } from "../values/text.ts";
import { simplify } from "../values/worlds.ts";
import type { JobUnit, RunClass, UnitAct } from "./units.ts";
import { placeOf } from "../model/place.ts";

/** One writer in one target, for all runs of a cube in which its id has this value. */
export interface Use {
  readonly unit: JobUnit;
  readonly act: UnitAct;
  readonly recognition: Recognition;
  readonly cube: Cube;
  /** Identity without the kind; finite unknowns are written out, free ones stand. */
  readonly id: Text;
}

/** Ids of one kind with more values than this stay templates. */
const MOST_VALUES = 300;

/** Every writer whose target is known, once for each value of its id; equal ones are merged. */
export function usesOf(runs: readonly RunClass[]): readonly Use[] {
  return runs.flatMap(usesOfRun);
}

/** Worked out once for each run: an audit of a changed tree has most of them as they were. */
const OF_RUN = new WeakMap<RunClass, readonly Use[]>();

function usesOfRun(run: RunClass): readonly Use[] {
  const known = OF_RUN.get(run);
  if (known) return known;
  const uses = run.units.flatMap((unit) => {
    const merged = new Map<string, Use[]>();
    for (const use of writesIn(unit, false)) {
      if (!isConsistent(use.cube)) continue;
      const place = `${placeOf(use.act.act.span)}:${use.recognition.kind}:${canonical(use.id)}`;
      const same = merged.get(place);
      if (same) same.push(use);
      else merged.set(place, [use]);
    }
    return [...merged.values()].flatMap(mergeCubes);
  });
  OF_RUN.set(run, uses);
  return uses;
}

/** What a job writes, once for each value of each target's id; `refused`: what a pinned version keeps from running. */
function* writesIn(unit: JobUnit, refused: boolean): Generator<Use> {
  for (const act of unit.acts) {
    for (const recognition of act.recognitions) {
      const { role, id, cube } = recognition;
      if (role !== "write" || id === null || (recognition.refused !== null) !== refused) continue;
      for (const one of enumerate(cube, id, MOST_VALUES))
        yield { unit, act, recognition, cube: one.cube, id: one.text };
    }
  }
}

function mergeCubes(same: readonly Use[]): readonly Use[] {
  const [first] = same;
  if (!first || same.length === 1) return same;
  return simplify(same.map(({ cube }) => cube)).map((cube) => ({ ...first, cube }));
}

/** Writers that a pinned version keeps from ever running: nobody meets them, but what they are for is known. */
export function refusedOf(runs: readonly RunClass[]): readonly Use[] {
  return runs.flatMap(({ units }) => units.flatMap((unit) => [...writesIn(unit, true)]));
}

/** Writers whose target nobody can work out. */
export function unresolvedOf(runs: readonly RunClass[]): readonly Omit<Use, "id">[] {
  return runs.flatMap((run) =>
    run.units.flatMap((unit) =>
      unit.acts.flatMap((act) =>
        act.recognitions
          .filter((recognition) => recognition.role === "write" && recognition.id === null)
          .map((recognition) => ({ unit, act, recognition, cube: recognition.cube })),
      ),
    ),
  );
}

/**
 * A name for all ids that can be the same thing up to the choice of free values: `preview-{*}` for a pull request's
 * number here and an input there. Constants and outputs keep their names.
 */
export function shapeOf(text: Text): string {
  return text
    .map((part) => {
      if (typeof part === "string") return part;
      if (isDerived(part)) return `{${part.name}(${shapeOf(part.of)})}`;
      if (part.variable.kind === "chosen" || part.variable.kind === "unique") return `{*${part.prefix}*${part.suffix}}`;
      return `{${part.variable.base ?? part.variable.label}${(part.variable.given ?? []).map((given) => `@${shapeOf(given)}`).join("")}}`;
    })
    .join("");
}

/** The target's id as people and reports name it. */
export function idOf(kind: string, text: Text): string {
  return `${kind}:${show(text)}`;
}

/** Whether the id depends on the run: a free value is left in it. */
export function isTemplate(text: Text): boolean {
  return text.some((part) => (isMention(part) ? part.variable.kind !== "constant" : isDerived(part)));
}
