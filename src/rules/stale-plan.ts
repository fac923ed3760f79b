import { confidenceIn } from "./confidence.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Recognition } from "../catalogue/recognition.ts";
import type { Presence } from "../runs/presence.ts";
import { solve } from "../runs/solve.ts";
import type { JobUnit, RunClass, UnitAct } from "../runs/units.ts";
import { idOf } from "../runs/uses.ts";
import { canonical } from "../values/text.ts";
import { placesOf, uniqueSpans } from "./places.ts";
import type { RuleMeta } from "./types.ts";
import { placeOf } from "../model/place.ts";

export const meta: RuleMeta = {
  id: "stale-plan",
  severity: "note",
  summary: "A saved plan is applied in a later job, and others may write in between.",
  docs: {
    what: "`terraform plan -out` in one job, `terraform apply PLANFILE` in another (often behind an approval), and no group covers both.",
    why: "Terraform refuses the plan as stale if the state has moved on, so the approved change is never made; at worst it is approved against something that is no longer there.",
    bad: "jobs:\n  plan:  { steps: [{ run: terraform plan -out=tfplan }] }\n  apply: { needs: plan, environment: production, steps: [{ run: terraform apply tfplan }] }",
    good: "concurrency: terraform-prod   # at workflow level, it covers plan and apply",
    fix: "Left to people: a group over both jobs also makes later plans wait for the approval.",
  },
};

interface PlanAct {
  readonly unit: JobUnit;
  readonly act: UnitAct;
  readonly recognition: Recognition;
}

/** One note for each step that applies a plan which another job of the run has saved. */
export function check(audit: Audit): readonly Finding[] {
  const seen = new Set<string>();
  return audit.runs.flatMap((run) => {
    const acts = planActs(run);
    return acts
      .filter(({ recognition }) => recognition.plan?.applies)
      .flatMap((applied): readonly Finding[] => {
        const saved = acts.find(
          (other) => other.recognition.plan?.saves && other.unit.job !== applied.unit.job && sameTarget(other, applied),
        );
        const key = placeOf(applied.act.act.span);
        if (!saved || seen.has(key) || covered(audit, saved, applied)) return [];
        seen.add(key);
        const id = idOf(applied.recognition.kind, applied.recognition.id ?? []);
        return [
          {
            rule: meta.id,
            severity: meta.severity,
            confidence: confidenceIn({
              runs: [run],
              cubes: [saved.recognition.cube, applied.recognition.cube],
              acts: [saved.act.act, applied.act.act],
            }),
            target: id,
            message: `Job ${applied.unit.job} applies the plan that job ${saved.unit.job} saved, and nothing keeps others out of ${id} in between: the plan is then refused as stale.`,
            spans: uniqueSpans([...placesOf(applied.act.act), ...placesOf(saved.act.act)]),
            identity: [id, applied.unit.file, applied.unit.job, saved.unit.job],
          },
        ];
      });
  });
}

function planActs(run: RunClass): readonly PlanAct[] {
  return run.units.flatMap((unit) =>
    unit.acts.flatMap((act) =>
      act.recognitions
        .filter(({ plan, id }) => plan !== null && id !== null)
        .map((recognition) => ({ unit, act, recognition })),
    ),
  );
}

function sameTarget(a: PlanAct, b: PlanAct): boolean {
  return (
    a.recognition.kind === b.recognition.kind && canonical(a.recognition.id ?? []) === canonical(b.recognition.id ?? [])
  );
}

/**
 * A group is held from before the plan until after the apply (the run's, or a call's that holds both jobs), and every
 * other writer of the target asks for it too.
 */
function covered({ targets }: Audit, saved: PlanAct, applied: PlanAct): boolean {
  const held = applied.unit.groups
    .filter(({ level }) => level !== "job")
    .filter((one) => saved.unit.groups.includes(one));
  if (held.length === 0) return false;
  return targets.every(({ presences }) =>
    presences
      .filter(({ use }) => use.unit === applied.unit && use.act === applied.act)
      .every((own) => presences.every((other) => keptOut(own, held, other))),
  );
}

function keptOut(own: Presence, held: JobUnit["groups"], other: Presence): boolean {
  const differ = own.groups
    .filter(({ declaration }) => held.includes(declaration))
    .flatMap((one) => other.groups.map((theirs) => ({ a: one.name, b: theirs.name })));
  return solve({ a: own.cube, b: other.cube, sameRun: false, equal: [{ a: own.id, b: other.id }], differ }) === null;
}
