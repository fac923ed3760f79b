import { confidenceIn, hasUnknown } from "./confidence.ts";
import type { Cube } from "../values/cube.ts";
import { canonical } from "../values/text.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Confidence, Severity } from "../model/report.ts";
import { outerPairs, type Entrant } from "../runs/entrants.ts";
import { elementsApart, isOver, ordered } from "../runs/order.ts";
import { outcomesOf, type Outcome } from "../runs/outcomes.ts";
import { placeOf } from "../model/place.ts";
import { sharingIndex, type SharingIndex } from "../runs/sharing.ts";
import { isOfOnce } from "../runs/once.ts";
import type { Question, Solution } from "../runs/question.ts";
import { solve } from "../runs/solve.ts";
import type { JobUnit } from "../runs/units.ts";
import { idOf, type Use } from "../runs/uses.ts";
import { fileName, placesOf, uniqueSpans } from "./places.ts";
import { judgeLoss, type Loss } from "./lost-work.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "dropped-runs",
  severity: "error",
  summary: "A waiting run can be replaced by one that does not do its work.",
  docs: {
    what: "A concurrency group keeps one running and one waiting member: a newcomer silently replaces the one that waits. Here the newcomer can be one that does not do the lost one's work: another target, another job, another leg of the same matrix, a run whose jobs are all skipped, another branch.",
    why: "The lost run ends as `cancelled`, nobody is told, and nothing later does its work: a region keeps the old version, a release is never published.",
    bad: "jobs:\n  apply:\n    strategy:\n      matrix:\n        stack: [network, cluster, dns]\n    concurrency: terraform-apply   # of three legs one waits and one is dropped",
    good: "    concurrency:\n      group: terraform-apply-${{ matrix.stack }}\n      queue: max",
    fix: "Safe: `queue: max` keeps up to a hundred waiting runs (github.com only), or the group gets the expression that tells the targets apart.",
  },
};

interface Drop {
  readonly lost: Entrant;
  readonly use: Use;
  readonly newcomer: Entrant;
  readonly loss: Loss;
  readonly solution: Solution | null;
  /** What has led the two of them there. */
  readonly cubes: readonly Cube[];
  /** Whether it may be lost at all depends on what nobody knows. */
  readonly unsure: boolean;
}

const RANK: Readonly<Record<Severity, number>> = { error: 3, warning: 2, note: 1 };

/** One finding for each group declaration whose waiting members can lose their work, with the worst loss. */
export function check(audit: Audit): readonly Finding[] {
  const usesOf = usesByUnit(audit.uses);
  const outcomes = new Map<Entrant, readonly Outcome[]>();
  const outcomesFor = (entrant: Entrant): readonly Outcome[] => {
    const known = outcomes.get(entrant) ?? outcomesOf({ ...entrant, units: workOf(entrant, usesOf) }, usesOf);
    outcomes.set(entrant, known);
    return known;
  };
  const worst = new Map<string, Drop>();
  const all = sharingIndex(audit.entrants, ({ use }) => use.name);
  const newcomers = sharingIndex(
    audit.entrants.filter(({ use }) => use.queue !== "max" || use.cancels),
    ({ use }) => use.name,
  );
  for (const lost of audit.entrants) {
    const key = placeOf(lost.use.declaration.span);
    const known = worst.get(key);
    if (known?.loss.severity === "error" || lost.units.every((unit) => usesOf(unit).length === 0)) continue;
    const drop = worstDrop(lost, newcomers, outcomesFor) ?? legDrop(lost, all, usesOf);
    if (drop && (!known || RANK[drop.loss.severity] > RANK[known.loss.severity])) worst.set(key, drop);
  }
  return [...worst.values()].map(findingFor);
}

/** The jobs by which an entrant does its work: its own, or where these only prepare it (a plan), those behind them. */
function workOf({ run, units }: Entrant, usesOf: (unit: JobUnit) => readonly Use[]): readonly JobUnit[] {
  if (units.some((unit) => usesOf(unit).length > 0)) return units;
  const behind = run.units.filter((unit) => usesOf(unit).length > 0 && units.some((own) => isOver(own, unit)));
  return behind.length > 0
    ? run.units.filter((unit) => behind.some(({ job, file }) => unit.job === job && unit.file === file))
    : units;
}

function usesByUnit(uses: readonly Use[]): (unit: JobUnit) => readonly Use[] {
  const map = new Map<JobUnit, Use[]>();
  for (const use of uses) {
    const list = map.get(use.unit);
    if (list) list.push(use);
    else map.set(use.unit, [use]);
  }
  return (unit) => map.get(unit) ?? [];
}

function worstDrop(
  lost: Entrant,
  newcomers: SharingIndex<Entrant>,
  outcomesFor: (entrant: Entrant) => readonly Outcome[],
): Drop | null {
  let worst: Drop | null = null;
  for (const newcomer of newcomers.partners(lost.use.name)) {
    if (!solve(sharing(lost, newcomer, lost.cube, newcomer.cube))) continue;
    for (const mine of outcomesFor(lost)) {
      for (const use of mine.uses) {
        for (const theirs of outcomesFor(newcomer)) {
          const [held, asked] = [
            { run: lost.run, cube: mine.cube },
            { run: newcomer.run, cube: theirs.cube },
          ];
          if (isOfOnce(held, asked, { a: lost.use.name, b: newcomer.use.name })) continue;
          const question = sharing(lost, newcomer, mine.cube, theirs.cube);
          const loss = judgeLoss(use, lost, newcomer, theirs, question);
          if (loss && (!worst || RANK[loss.severity] > RANK[worst.loss.severity]))
            worst = {
              lost,
              use,
              newcomer,
              loss,
              solution: loss.solution,
              cubes: [mine.cube, theirs.cube],
              unsure: theirs.unsure,
            };
          if (worst?.loss.severity === "error") return worst;
        }
      }
    }
  }
  return worst;
}

/**
 * Both ask for one group, and are not kept out before they come to it. Of names that are made alike only values that
 * differ in nothing but case would need the fold: nobody has a branch `fix` beside a branch `FIX`.
 */
function sharing(lost: Entrant, newcomer: Entrant, a: Outcome["cube"], b: Outcome["cube"]): Question {
  const [mine, theirs] = [lost.use.name, newcomer.use.name];
  return {
    a,
    b,
    sameRun: false,
    equal: [{ a: mine, b: theirs, fold: canonical(mine) !== canonical(theirs) }],
    differ: outerPairs(lost, newcomer),
    onePullRequest: true,
  };
}

/** Three or more jobs of one run that ask for one group: one runs, one waits, the third takes its place. */
function legDrop(
  lost: Entrant,
  entrants: SharingIndex<Entrant>,
  usesOf: (unit: JobUnit) => readonly Use[],
): Drop | null {
  if (lost.use.declaration.level === "workflow" || lost.use.queue === "max") return null;
  const unit = lost.units[0];
  if (!unit) return null;
  const rivals = entrants.partners(lost.use.name).filter((other) => areRivals(lost, unit, other));
  const [first, second] = rivals;
  const use = lost.units.flatMap(usesOf)[0];
  const concurrent =
    first &&
    second &&
    rivals.some((one) =>
      rivals.some((other) => one !== other && !ordered(one.units[0] as JobUnit, other.units[0] as JobUnit)),
    );
  if (!first || !use || !concurrent) return null;
  const loss: Loss = {
    severity: "error",
    why: "another job or leg of the same run, which does other work",
    solution: null,
  };
  const cubes = [lost.cube, ...rivals.map(({ cube }) => cube)];
  return {
    lost,
    use,
    newcomer: first,
    loss,
    solution: null,
    cubes,
    unsure: [first, second].some((rival) => mayBeOther(lost, rival)),
  };
}

/** Whether another job of the same run may ask for the group at the same time. */
function areRivals(lost: Entrant, unit: JobUnit, other: Entrant): boolean {
  const rival = other.units[0];
  if (other.run !== lost.run || !rival || rival === unit) return false;
  if (other.use.declaration.owner === lost.use.declaration.owner || ordered(unit, rival)) return false;
  const equal = [{ a: lost.use.name, b: other.use.name, fold: true }];
  return solve({ a: lost.cube, b: other.cube, sameRun: true, equal, differ: elementsApart(unit, rival) }) !== null;
}

function confidenceOf({ lost, use, newcomer, loss, solution, cubes, unsure }: Drop): Confidence {
  const confidence = confidenceIn({
    runs: [lost.run, newcomer.run],
    cubes: [...cubes, use.cube],
    acts: [use.act.act],
    solution,
    apart: [...outerPairs(lost, newcomer), ...(loss.apart ? [loss.apart] : [])],
  });
  // Nobody says whether a newcomer with `queue: single` takes the place of one that waits with `queue: max`.
  const isMixed = lost.use.queue === "max" && !newcomer.use.cancels;
  return confidence === "high" && (unsure || isMixed) ? "medium" : confidence;
}

/** Whether only a value that nobody knows makes the two names one. */
function mayBeOther({ use: { name } }: Entrant, rival: Entrant): boolean {
  return canonical(name) !== canonical(rival.use.name) && hasUnknown([...name, ...rival.use.name]);
}

function findingFor(drop: Drop): Finding {
  const { lost, use, newcomer, loss, solution } = drop;
  const id = idOf(use.recognition.kind, use.id);
  const name = solution ? solution.render("a", lost.use.name) : lost.use.name.join("");
  const who = newcomer.run === lost.run ? "the next run" : `${newcomer.run.label} (${fileName(newcomer.run.file)})`;
  return {
    rule: meta.id,
    // Its group lives in its callers' repositories, of which nothing is known here.
    severity: lost.run.uncalled || newcomer.run.uncalled ? "note" : loss.severity,
    confidence: confidenceOf(drop),
    target: id,
    message: `While one member of "${name}" runs and ${lost.run.label} (${fileName(lost.run.file)}) waits, ${who} takes the waiting place: ${loss.why}. \`${use.recognition.display}\` on ${id} is then never done.`,
    spans: uniqueSpans([lost.use.declaration.span, ...placesOf(use.act.act), newcomer.use.declaration.span]),
    identity: [`${lost.use.declaration.span.file}#${lost.use.declaration.level}#${lost.units[0]?.job ?? ""}`],
  };
}
