import { confidenceIn } from "./confidence.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Confidence, Severity } from "../model/report.ts";
import { outerPairs, type Entrant } from "../runs/entrants.ts";
import { isOfOnce, startedOf } from "../runs/once.ts";
import { sharingIndex, type SharingIndex } from "../runs/sharing.ts";
import type { Presence } from "../runs/presence.ts";
import type { Solution } from "../runs/question.ts";
import { solve } from "../runs/solve.ts";
import type { GroupUse } from "../runs/units.ts";
import { placesOf, uniqueSpans, writerIdentity, fileName } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "cancel-mid-write",
  severity: "error",
  summary: "A newer run can stop a writer half-way.",
  docs: {
    what: "Some run that can enter a group which a writer holds has `cancel-in-progress: true`. The newcomer's value decides, the holder's own gives it no protection; a workflow-level group cancels whatever its jobs declare.",
    why: "The runner interrupts the step's shell, waits ten seconds and kills what is left. A killed `terraform apply` leaves its state lock behind and resources that are not in the state; a killed `helm upgrade` leaves the release pending; a killed playbook leaves drained hosts.",
    bad: "concurrency:\n  group: deploy\n  cancel-in-progress: true\njobs:\n  apply:\n    steps:\n      - run: terraform apply -auto-approve",
    good: "concurrency:\n  group: deploy\n  cancel-in-progress: false",
    fix: "Safe: cancelling is switched off for the group (or limited to pull requests where only those are meant).",
  },
};

interface Kill {
  readonly presence: Presence;
  readonly group: GroupUse;
  readonly entrant: Entrant;
  readonly solution: Solution;
}

/** One finding for each target that a newcomer can catch half-way, with every declaration that cancels. */
export function check(audit: Audit): readonly Finding[] {
  const cancelling = audit.entrants.filter(({ use }) => use.cancels);
  if (cancelling.length === 0) return [];
  const index = sharingIndex(cancelling, ({ use }) => use.name);
  return audit.targets.flatMap((target) => {
    const kills = killsOf(target, index);
    return kills.length > 0 ? [findingFor(target, kills)] : [];
  });
}

function killsOf(target: AuditedTarget, cancelling: SharingIndex<Entrant>): readonly Kill[] {
  const kills: Kill[] = [];
  for (const presence of target.presences) {
    if (presence.use.recognition.killed === "harmless") continue;
    for (const group of presence.groups) {
      for (const entrant of cancelling.partners(group.name)) {
        const solution = meets(presence, group, entrant);
        if (solution) kills.push({ presence, group, entrant, solution });
      }
    }
  }
  return kills;
}

/** Another run asks for the very group that the writer holds, and is not kept out before it gets there. */
function meets(presence: Presence, group: GroupUse, entrant: Entrant): Solution | null {
  if (isOfOnce(startedOf(presence), entrant, { a: group.name, b: entrant.use.name })) return null;
  return solve({
    a: presence.cube,
    b: entrant.cube,
    sameRun: false,
    equal: [{ a: group.name, b: entrant.use.name, fold: true }],
    differ: outerPairs(heldBefore(presence, group, entrant), entrant),
  });
}

/** The writer as one who asks for the group, with what it held before. */
function heldBefore({ groups }: Presence, group: GroupUse, entrant: Entrant): Entrant {
  return { ...entrant, outer: groups.slice(0, groups.indexOf(group)) };
}

function findingFor(target: AuditedTarget, kills: readonly Kill[]): Finding {
  const kill = [...kills].sort((a, b) => rank(b) - rank(a))[0] as Kill;
  const { presence, entrant, solution } = kill;
  const name = solution.render("b", entrant.use.name);
  const who = presence.use.unit.run.id === entrant.run.id ? "The next run" : entrant.run.label;
  return {
    rule: meta.id,
    severity: severityOf(kill),
    confidence: confidenceOf(kill),
    target: target.id,
    message: `${who} (${fileName(entrant.run.file)}) enters "${name}" with cancel-in-progress and stops \`${presence.use.recognition.display}\` on ${target.id} wherever it is. ${consequence(presence)}`,
    spans: uniqueSpans([
      ...placesOf(presence.use.act.act),
      ...kills.map((one) => one.entrant.use.declaration.span),
      ...kills.flatMap((one) => placesOf(one.presence.use.act.act)),
    ]),
    identity: [target.id, ...new Set(kills.map((one) => writerIdentity(one.presence)))],
  };
}

const MILD_TO_BAD: readonly Severity[] = ["note", "warning", "error"];

/** The worst first, the certain before the assumed. */
function rank(kill: Kill): number {
  return MILD_TO_BAD.indexOf(severityOf(kill)) * 2 + Number(confidenceOf(kill) === "high");
}

function confidenceOf({ presence, group, entrant, solution }: Kill): Confidence {
  return confidenceIn({
    runs: [presence.use.unit.run, entrant.run],
    cubes: [presence.cube, entrant.cube],
    acts: [presence.use.act.act],
    solution,
    apart: outerPairs(heldBefore(presence, group, entrant), entrant),
  });
}

function severityOf({ presence, entrant }: Kill): Severity {
  // Its group lives in its callers' repositories, of which nothing is known here.
  if (presence.use.unit.run.uncalled || entrant.run.uncalled) return "note";
  return presence.use.recognition.killed === "continues" ? "warning" : "error";
}

function consequence({ use }: Presence): string {
  switch (use.recognition.killed) {
    case "locked":
      return "Being killed leaves the target locked: the next run is refused until somebody unlocks it by hand.";
    case "continues":
      return "The platform goes on without the client, so the next run meets it at work.";
    default:
      return "Being killed leaves it half-changed.";
  }
}
