import { feasible } from "../values/samples.ts";
import { intersect, simplify, without } from "../values/worlds.ts";
import type { Cube } from "../values/cube.ts";
import type { Entrant } from "./entrants.ts";
import type { JobUnit } from "./units.ts";
import type { Use } from "./uses.ts";

/** One way in which an entrant can end: the writers that it gets to. */
export interface Outcome {
  readonly cube: Cube;
  readonly uses: readonly Use[];
  /** That writers are left out was decided by something unknown beforehand (a path filter, a diff). */
  readonly unsure: boolean;
}

/** Above this many ways the rest is left out; a lost run is then perhaps not seen, none is invented. */
const MOST_OUTCOMES = 96;

/** What an entrant may come to, by the writers that it reaches. `usesOf`: the writers of a unit. */
export function outcomesOf(entrant: Entrant, usesOf: (unit: JobUnit) => readonly Use[]): readonly Outcome[] {
  let open: readonly Outcome[] = [{ cube: entrant.cube, uses: [], unsure: false }];
  for (const drafts of byJob(entrant.units)) {
    if (drafts.every((unit) => usesOf(unit).length === 0)) continue;
    open = merge(
      open.flatMap((outcome) =>
        drafts.flatMap((unit) => [
          ...unit.reached.flatMap((reached) => within(outcome, reached, usesOf(unit))),
          ...unit.skipped.flatMap((skipped) => leftOut(outcome, skipped)),
        ]),
      ),
    ).slice(0, MOST_OUTCOMES);
  }
  return open;
}

/**
 * The units of one job (and leg): each stands for some of the runs, those in which it is skipped included; a call that
 * is skipped skips everything in it.
 */
function byJob(units: readonly JobUnit[]): readonly (readonly JobUnit[])[] {
  const jobs = new Map<string, JobUnit[]>();
  for (const unit of units) {
    const key = pathKey(unit);
    const list = jobs.get(key);
    if (list) list.push(unit);
    else jobs.set(key, [unit]);
  }
  const calls = units.filter(({ skipped }) => skipped.length > 0);
  return [...jobs].map(([key, own]) => [...own, ...calls.filter((call) => key.startsWith(`${pathKey(call)}/`))]);
}

function pathKey({ path }: JobUnit): string {
  return path.map(({ job, leg }) => `${job}[${leg}]`).join("/");
}

function within(outcome: Outcome, reached: Cube, uses: readonly Use[]): readonly Outcome[] {
  const cube = intersect(outcome.cube, reached, feasible);
  if (!cube) return [];
  let open: readonly Outcome[] = [{ ...outcome, cube }];
  for (const use of uses) {
    open = merge(
      open.flatMap((known): readonly Outcome[] => {
        const inside = intersect(known.cube, use.cube, feasible);
        const hits = inside ? [{ ...known, cube: inside, uses: [...known.uses, use] }] : [];
        const rest = without(known.cube, use.cube).filter((one) => [...one.values()].every(feasible));
        return [...hits, ...rest.flatMap((one) => narrowed(known, one))];
      }),
    ).slice(0, MOST_OUTCOMES);
  }
  return open;
}

function leftOut(outcome: Outcome, skipped: Cube): readonly Outcome[] {
  const cube = intersect(outcome.cube, skipped, feasible);
  return cube ? narrowed(outcome, cube) : [];
}

/** A way that leads past the writer; one that an unknown answer decides is none, since the newer run asks again. */
function narrowed(outcome: Outcome, cube: Cube): readonly Outcome[] {
  const by = narrowedBy(cube, outcome.cube);
  return by === "answer" ? [] : [{ ...outcome, cube, unsure: outcome.unsure || by === "gate" }];
}

/** Answers that say what a change touches; all others come out alike for the newer run, which does the work again. */
const GATE =
  /paths?-filter|changed-files|file-changes|path-changes|git (?:diff|log|show|rev-list)|--name-only|\baffected\b/iu;

/** How the cube was narrowed by something that nobody knows beforehand: by a look at what has changed, otherwise, or not. */
function narrowedBy(cube: Cube, before: Cube): "gate" | "answer" | null {
  const unsure = [...cube].filter(([key, constraint]) => constraint.unsure === true && before.get(key) !== constraint);
  if (unsure.length === 0) return null;
  return unsure.some(([key]) => GATE.test(key)) ? "gate" : "answer";
}

function merge(outcomes: readonly Outcome[]): readonly Outcome[] {
  const groups = new Map<string, Outcome[]>();
  const ids = new Map<Use, number>();
  const name = (use: Use): number => {
    const id = ids.get(use) ?? ids.size;
    ids.set(use, id);
    return id;
  };
  for (const outcome of outcomes) {
    const key = `${outcome.uses.map(name).join(",")}|${outcome.unsure}`;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()].flatMap((same) =>
    simplify(same.map(({ cube }) => cube)).map((cube) => ({ ...(same[0] as Outcome), cube })),
  );
}
