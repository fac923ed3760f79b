import type { TargetUses } from "../runs/targets.ts";
import { canonical } from "../values/text.ts";
import type { AuditedTarget, BypassUse } from "./model.ts";

/**
 * Targets of an earlier audit that have the same writers in the same runs now, to be taken as they were. Runs that were
 * not walked again are the same objects, and so are their uses. The config must be the same; a runbook that came or went
 * counts as a change of its target.
 */
export function keptTargets(
  earlier: readonly AuditedTarget[],
  changed: ReadonlySet<string>,
): (target: TargetUses, bypasses: readonly BypassUse[]) => AuditedTarget | null {
  const byId = new Map(earlier.map((target) => [target.id, target]));
  return (target, bypasses) => {
    const known = byId.get(target.id);
    return known &&
      !changed.has(known.recoveryPath?.runbook ?? "") &&
      sameUses(known.uses, target) &&
      sameBypasses(known.bypasses, bypasses)
      ? known
      : null;
  };
}

function sameUses(a: TargetUses, b: TargetUses): boolean {
  return (
    a.members.length === b.members.length &&
    canonical(a.text) === canonical(b.text) &&
    a.members.every((one, index) => {
      const other = b.members[index];
      return (
        other !== undefined &&
        one.use === other.use &&
        one.reaches === other.reaches &&
        canonical(one.id) === canonical(other.id)
      );
    })
  );
}

function sameBypasses(a: readonly BypassUse[], b: readonly BypassUse[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index];
      return (
        one.act === other?.act &&
        one.unit === other.unit &&
        one.recognition === other.recognition &&
        one.byHand === other.byHand
      );
    })
  );
}
