import { literalOf } from "../values/text.ts";
import { generalised, holds, schemeOf, type Scheme } from "./scheme.ts";
import { valuesOf, type Selector } from "./selectors.ts";
import { targetsOf, type WritingJob } from "./writing-jobs.ts";

/** A way in which a job names the groups of its targets. */
interface InUse {
  readonly scheme: Scheme;
  readonly text: string;
  /** Of how many targets it speaks. */
  readonly targets: number;
  /** Made of a name for one target, by what tells that target from others. */
  readonly widened: boolean;
  /** The group of a whole run: lending it ties in jobs that do not write. */
  readonly outer: boolean;
}

/**
 * The ways in which jobs name the groups of these targets already, best first: what tells targets apart before one name
 * for all, then the one that most jobs wait under. A run's group is lent only where it covers more than half.
 */
export function schemesInUse(jobs: readonly WritingJob[], selector: Selector | null): readonly Scheme[] {
  const written = jobs.flatMap((job) => [...ownGroups(job, selector), ...outerGroups(job)]);
  const unique = written.filter(
    ({ text, widened }, index) =>
      written.findIndex((other) => other.text === text && other.widened === widened) === index,
  );
  const ranked = unique
    .map((one) => ({ ...one, held: jobs.filter((job) => holds(one.scheme, job)).length }))
    .filter(({ outer, held }) => !outer || held * 2 > jobs.length);
  const tells = ({ scheme }: InUse): number => Number(scheme.some((part) => typeof part !== "string"));
  return ranked
    .sort(
      (a, b) =>
        tells(b) - tells(a) ||
        b.held - a.held ||
        Number(a.widened) - Number(b.widened) ||
        a.text.length - b.text.length ||
        b.targets - a.targets ||
        (a.text < b.text ? -1 : 1),
    )
    .map(({ scheme }) => scheme);
}

function ownGroups(job: WritingJob, selector: Selector | null): readonly InUse[] {
  const text = job.job.concurrency?.group?.text;
  if (text === undefined) return [];
  const common = { text, targets: targetsOf(job).length, outer: false };
  const scheme = schemeOf(text, job);
  const direct = scheme ? [{ ...common, scheme, widened: false }] : [];
  const [target, ...more] = targetsOf(job);
  const name = target !== undefined && more.length === 0 ? literalOf(valuesOf(text, job)?.get(target) ?? []) : null;
  const wider = name && target !== undefined && selector ? generalised(name, target, selector) : null;
  return wider ? [...direct, { ...common, scheme: wider, widened: true }] : direct;
}

/** Groups of the run or of a caller that nothing cancels. */
function outerGroups(job: WritingJob): readonly InUse[] {
  const { concurrency } = job.workflow;
  const lends =
    concurrency?.group && (concurrency.cancelInProgress === null || concurrency.cancelInProgress.value === false);
  const common = { targets: targetsOf(job).length, outer: true, widened: false };
  const scheme = lends && concurrency.group ? schemeOf(concurrency.group.text, job) : null;
  const own = scheme ? [{ ...common, text: concurrency?.group?.text ?? "", scheme }] : [];
  return [...own, ...literalsHeld(job).map((name) => ({ ...common, text: name, scheme: [name] }))];
}

/** Certain names of groups further out: a caller's, whose text would mean something else here. */
function literalsHeld({ uses, file }: WritingJob): readonly string[] {
  const names = uses.map(({ use, cube }) =>
    use.unit.groups
      .filter(({ span }) => span.file !== file.path)
      .flatMap((group) =>
        group.uses(cube).flatMap(({ use: held }) => (held && !held.cancels ? [literalOf(held.name)] : [])),
      ),
  );
  const [first = []] = names;
  return [...new Set(first)].filter(
    (name): name is string => name !== null && name !== "" && names.every((own) => own.includes(name)),
  );
}
