import type { Recognition } from "../catalogue/recognition.ts";
import { solve } from "../runs/solve.ts";
import type { TargetUses } from "../runs/targets.ts";
import type { JobUnit, RunClass, UnitAct } from "../runs/units.ts";
import { shapeOf } from "../runs/uses.ts";
import type { Cube } from "../values/cube.ts";
import { enumerate } from "../values/enumerate.ts";
import type { Text } from "../values/text.ts";
import type { BypassUse } from "./model.ts";

/** Every step that switches off or breaks open the lock of this target: a writer of it, or a lock breaker aimed at it. */
export function bypassesOf(target: TargetUses, runs: readonly RunClass[]): readonly BypassUse[] {
  const writers = target.members.flatMap(({ use }) => bypassUse(use.unit, use.act, use.recognition, use.cube));
  return [...writers, ...breakersOf(target, runs)];
}

interface Breaker {
  readonly unit: JobUnit;
  readonly act: UnitAct;
  readonly recognition: Recognition;
}

/** Lock breakers of all runs, looked for once for all targets. */
const BREAKERS = new WeakMap<readonly RunClass[], readonly Breaker[]>();

function allBreakers(runs: readonly RunClass[]): readonly Breaker[] {
  const known =
    BREAKERS.get(runs) ??
    runs.flatMap(({ units }) =>
      units.flatMap((unit) =>
        unit.acts.flatMap((act) =>
          act.recognitions
            .filter(({ role }) => role === "lock-breaker")
            .map((recognition) => ({ unit, act, recognition })),
        ),
      ),
    );
  BREAKERS.set(runs, known);
  return known;
}

function breakersOf(target: TargetUses, runs: readonly RunClass[]): readonly BypassUse[] {
  return allBreakers(runs)
    .filter(({ recognition }) => recognition.kind === target.kind && aimsAt(recognition, target))
    .flatMap(({ unit, act, recognition }) => bypassUse(unit, act, recognition, recognition.cube));
}

/** Whether a breaker's id is, or may be, the target's. */
function aimsAt(recognition: Recognition, target: TargetUses): boolean {
  if (recognition.id === null) return false;
  return enumerate(recognition.cube, recognition.id, 64).some(
    ({ cube, text }) =>
      shapeOf(text) === shapeOf(target.text) ||
      sameTail(text, target.text) ||
      solve({ a: cube, b: new Map(), sameRun: false, equal: [{ a: text, b: target.text }], differ: [] }) !== null,
  );
}

/** Both begin with something unknown (a secret, an answer) and end alike: `…/platform/live.tfstate`. */
function sameTail(a: Text, b: Text): boolean {
  const [x, y] = [a.at(-1), b.at(-1)];
  if (typeof x !== "string" || typeof y !== "string" || a.length < 2 || b.length < 2) return false;
  return x === y && x.length > 5;
}

/** What a recognition says of a lock that is switched off, as a use of this job; `[]` where it says nothing. */
export function bypassUse(unit: JobUnit, act: UnitAct, recognition: Recognition, cube: Cube): readonly BypassUse[] {
  const { bypass } = recognition;
  if (!bypass) return [];
  const byHand =
    unit.run.event === "workflow_dispatch" &&
    (bypass.byHand === true || asksForIt(unit.run, cube) || onlyUnlocks(unit.run));
  return [{ unit, act, recognition, what: bypass.what, span: bypass.span, byHand }];
}

/** Reached only where an input has another value than the one it has when nobody fills it in. */
function asksForIt(run: RunClass, cube: Cube): boolean {
  return [...run.inputDefaults].some(([name, value]) => {
    const known = cube.get(`inputs.${name}`);
    return known?.within !== undefined && !known.within.includes(value);
  });
}

/** A workflow that is started by hand and does nothing but unlock. */
function onlyUnlocks(run: RunClass): boolean {
  return run.units.every(({ acts }) =>
    acts.every(({ recognitions }) => recognitions.every(({ role }) => role !== "write")),
  );
}
