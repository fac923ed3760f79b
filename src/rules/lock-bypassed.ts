import { confidenceIn } from "./confidence.ts";
import { bypassUse } from "../audit/bypasses.ts";
import type { Audit, AuditedTarget, BypassUse } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { placesOf, uniqueSpans } from "./places.ts";
import type { RuleMeta } from "./types.ts";
import { placeOf } from "../model/place.ts";

export const meta: RuleMeta = {
  id: "lock-bypassed",
  severity: "error",
  summary: "A step switches a target's lock off or breaks it open.",
  docs: {
    what: "`-lock=false` on a command that writes, `force-unlock`, deleting the lock object or breaking its lease, deleting a Helm release record that is pending, a switch such as `PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK`. A note where only somebody who asks for it by hand reaches it.",
    why: "The lock protects the target from everybody, not only from this repository's runs. A step that breaks it takes it from whoever holds it, in the middle of their work.",
    bad: "- run: terraform apply -auto-approve -lock=false",
    good: "- run: terraform apply -auto-approve -lock-timeout=5m",
    fix: "Safe: the switch is removed. Breaking a lock open belongs into a runbook, or a workflow of its own that is started by hand.",
  },
};

/** One finding for each step that bypasses a lock, naming its targets. */
export function check(audit: Audit): readonly Finding[] {
  const steps = new Map<string, { bypass: BypassUse; targets: AuditedTarget[] }>();
  for (const target of audit.targets) {
    for (const bypass of target.bypasses) {
      const key = placeOf(bypass.span);
      const known = steps.get(key);
      if (!known) steps.set(key, { bypass, targets: [target] });
      else if (!known.targets.includes(target)) known.targets.push(target);
      if (known && !bypass.byHand) known.bypass = bypass;
    }
  }
  return [...[...steps.values()].map(({ bypass, targets }) => findingFor(bypass, targets)), ...ofUnknownTargets(audit)];
}

/** That a lock is switched off is certain, whichever target it is the lock of. */
function ofUnknownTargets(audit: Audit): readonly Finding[] {
  const found = audit.unresolved.flatMap(({ unit, act, recognition }) =>
    bypassUse(unit, act, recognition, recognition.cube),
  );
  const steps = new Map(found.map((bypass) => [`${placeOf(bypass.span)}:${bypass.what}`, bypass]));
  return [...steps.values()].map(
    (bypass): Finding => ({
      ...findingFor(bypass, []),
      message: `${bypass.what}, so that a ${bypass.recognition.kind} which cannot be worked out is left without its lock: whoever is at work there is no longer protected.`,
    }),
  );
}

function findingFor(bypass: BypassUse, targets: readonly AuditedTarget[]): Finding {
  const ids = targets.map(({ id }) => id);
  const named = ids.length > 3 ? `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more` : ids.join(", ");
  return {
    rule: meta.id,
    severity: bypass.byHand ? "note" : "error",
    confidence: confidenceIn({
      runs: [bypass.unit.run],
      cubes: [bypass.recognition.cube],
      acts: [bypass.act.act],
    }),
    target: ids[0] ?? null,
    message: `${bypass.what}, so that ${named} is left without its lock: whoever is at work there, from this repository or any other place, is no longer protected.`,
    spans: uniqueSpans([...placesOf(bypass.act.act), bypass.span]),
    identity: [...ids, `${bypass.unit.file}#${bypass.unit.job}`, bypass.what],
  };
}
