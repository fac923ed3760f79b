import type { RunClass } from "../runs/units.ts";
import { solve } from "../runs/solve.ts";
import type { TargetUses } from "../runs/targets.ts";
import { enumerate } from "../values/decide.ts";
import { idOf, shapeOf } from "../runs/uses.ts";
import type { BypassUse } from "./model.ts";

/** Every step that switches off or breaks open the lock of this target: a writer of it, or a lock breaker aimed at it. */
export function bypassesOf(target: TargetUses, runs: readonly RunClass[]): readonly BypassUse[] {
  const out: BypassUse[] = [];
  for (const run of runs) {
    for (const unit of run.units) {
      for (const act of unit.acts) {
        for (const recognition of act.recognitions) {
          const { bypass } = recognition;
          if (!bypass || recognition.kind !== target.kind || recognition.id === null) continue;
          if (!["write", "lock-breaker"].includes(recognition.role)) continue;
          const hits = enumerate(recognition.cube, recognition.id, 64).some(({ cube, text }) => idOf(target.kind, text) === target.id
            || shapeOf(text) === shapeOf(target.text)
            || solve({ a: cube, b: new Map(), sameRun: false, equal: [{ a: text, b: target.text }], differ: [] }) !== null);
          if (hits) out.push({ unit, act, recognition, what: bypass.what, span: bypass.span, byHand: byHandOnly(run, bypass.byHand === true) || onlyUnlocks(run) });
        }
      }
    }
  }
  return out;
}

function byHandOnly(run: RunClass, asked: boolean): boolean {
  return asked && run.event === "workflow_dispatch";
}

/** A workflow that is started by hand and does nothing but unlock. */
function onlyUnlocks(run: RunClass): boolean {
  return run.event === "workflow_dispatch" && run.units.every(({ acts }) => acts.every(({ recognitions }) => recognitions.every(({ role }) => role !== "write")));
}
