import { admits } from "../values/cube.ts";
import { feasible } from "../values/samples.ts";
import { isDerived, type Text } from "../values/text.ts";
import { intersect } from "../values/worlds.ts";
import { answered } from "./answered.ts";
import { candidates } from "./candidates.ts";
import { consistent, couplesOf, type Couple } from "./consistent.ts";
import { withSharedValues } from "./shared-values.ts";
import { trimmed } from "./trim.ts";
import { isForced } from "./forced.ts";
import { bindingOf, equalPairs, equationsAbout, isBorneOut } from "./equations.ts";
import { isEqual, mayBeEqual, mayDiffer, withKeys, type KeyedPair, type Pair } from "./pairs.ts";
import type { Question, Solution } from "./question.ts";
import { rendered, type Values } from "./render.ts";
import { isOpaque, termsOf, type Term } from "./terms.ts";
import { unify, type Bindings, type Side } from "./unify.ts";

const MOST_TRIES = 3000;
/** What every way to make the texts equal gets, also after others have used up the rest. */
const LEAST_TRIES = 250;

/** The first assignment that satisfies the question, null where none does (within a bound on tries). */
export function solve(question: Question): Solution | null {
  // Asked very often with names in which nothing is unknown.
  if (!isOpen(question)) return null;
  const shared = withSharedValues(question);
  const asked = shared && trimmed(shared);
  return asked && answered(asked, solveAnew);
}

function solveAnew(question: Question): Solution | null {
  const both = question.sameRun ? intersect(question.a, question.b, feasible) : question.a;
  if (!both) return null;
  const cubes = question.sameRun ? { a: both, b: both } : { a: question.a, b: question.b };
  const starts = question.equal.reduce<readonly Bindings[]>(
    (known, pair) =>
      known.flatMap((bindings) =>
        unify(pair.a, pair.b, { fold: pair.fold ?? false, sameRun: question.sameRun }).map((more) =>
          merge(bindings, more),
        ),
      ),
    [new Map()],
  );
  const within = equationsAbout(cubes, question.sameRun, termsOf(question, cubes).keys());
  const asked = { ...question, within };
  const terms = termsOf(asked, cubes);
  const budget = { tries: MOST_TRIES };
  for (const start of starts) {
    const bindings = within.reduce((all, equation) => merge(all, bindingOf(equation, all, question.sameRun)), start);
    if (question.differ.some((pair) => isForced(pair, bindings, question.sameRun))) continue;
    budget.tries = Math.max(budget.tries, LEAST_TRIES);
    const solution = tryOut(asked, terms, bindings, budget);
    if (solution) return solution;
  }
  return null;
}

/** Whether the pairs of which everything is known hold. */
function isOpen({ equal, differ, sameRun }: Question): boolean {
  const known = ({ a, b }: Pair): boolean => [...a, ...b].every((part) => typeof part === "string");
  const nothing: Values = new Map();
  return (
    equal.every((pair) => !known(pair) || isEqual(pair, nothing, sameRun)) &&
    differ.every((pair) => !known(pair) || !isEqual({ ...pair, fold: true }, nothing, sameRun))
  );
}

function merge(a: Bindings, b: Bindings): Bindings {
  const out = new Map(a);
  for (const [key, value] of b) out.set(out.has(key) ? `${key}#m${out.size}` : key, value);
  return out;
}

function tryOut(
  question: Question,
  terms: ReadonlyMap<string, Term>,
  bindings: Bindings,
  budget: { tries: number },
): Solution | null {
  const keyed = (list: readonly Pair[]): readonly KeyedPair[] => list.map((pair) => withKeys(pair, question.sameRun));
  const [equal, differ] = [
    [...keyed(question.equal), ...equalPairs(question.within ?? [], question.sameRun)],
    keyed(question.differ),
  ];
  const asked = ({ key }: Term): number =>
    equal.some(({ keys }) => keys.has(key)) ? 0 : differ.some(({ keys }) => keys.has(key)) ? 1 : 2;
  const rank = (term: Term): number => Number(bindings.has(term.key) && !isOpaque(term.part)) * 3 + asked(term);
  const order = [...terms.values()].sort((x, y) => rank(x) - rank(y));
  // Texts that differ in what is known of them already are not made equal by what comes after, nor equal ones different.
  const couples = couplesOf(question, terms);
  const concerned = order.map(
    ({ key }): Concerned => ({
      equal: equal.filter(({ keys }) => keys.has(key)),
      differ: differ.filter(({ keys }) => keys.has(key)),
      couples: couples.filter(({ a, b, given }) => a === key || b === key || given.keys.has(key)),
    }),
  );
  const values = new Map<string, string>();
  const walk = (index: number): Solution | null => {
    if (budget.tries <= 0) return null;
    const term = order[index];
    if (!term) {
      budget.tries -= 1;
      return check(question, terms, values);
    }
    const found = candidates(term, terms, bindings, values, question);
    if (found.length === 0) budget.tries -= 1;
    for (const candidate of found) {
      values.set(term.key, candidate);
      if (isLost(concerned[index], values, question.sameRun)) {
        budget.tries -= 1;
        continue;
      }
      const solution = walk(index + 1);
      if (solution) return solution;
    }
    values.delete(term.key);
    return null;
  };
  return walk(0);
}

/** What a value that was just given may spoil. */
interface Concerned {
  readonly equal: readonly KeyedPair[];
  readonly differ: readonly KeyedPair[];
  readonly couples: readonly Couple[];
}

function isLost(concerned: Concerned | undefined, values: Values, sameRun: boolean): boolean {
  if (!concerned) return false;
  return (
    concerned.equal.some((pair) => !mayBeEqual(pair, values, sameRun)) ||
    concerned.differ.some((pair) => !mayDiffer(pair, values, sameRun)) ||
    concerned.couples.some(
      ({ a, b, given }) => values.has(a) && values.get(a) === values.get(b) && !mayBeEqual(given, values, sameRun),
    )
  );
}

function check(
  question: Question,
  terms: ReadonlyMap<string, Term>,
  values: ReadonlyMap<string, string>,
): Solution | null {
  const render = (side: Side, text: Text): string => rendered(side, text, values, question.sameRun);
  for (const term of terms.values()) {
    if (!admits(term.constraint, values.get(term.key) ?? "")) return null;
  }
  if (!consistent(question, terms, values, render)) return null;
  if (!question.equal.every((pair) => isEqual(pair, values, question.sameRun))) return null;
  for (const { a, b } of question.differ) {
    if (render("a", a).toLowerCase() === render("b", b).toLowerCase()) return null;
  }
  if (!(question.within ?? []).every((equation) => isBorneOut(equation, values, question.sameRun))) return null;
  for (const { side, one, other } of question.distinct ?? []) {
    if (render(side, one).toLowerCase() === render(side, other).toLowerCase()) return null;
  }
  return solutionOf(
    values,
    question.sameRun,
    question.equal.some(({ a, b }) => hasSoft(a) || hasSoft(b)),
  );
}

/** Apart from what was asked, which a kept solution would keep alive. */
function solutionOf(values: ReadonlyMap<string, string>, sameRun: boolean, soft: boolean): Solution {
  return {
    soft,
    render: (side, text) => rendered(side, text, values, sameRun),
    value: (side, key) => values.get(sameRun ? key : `${side}:${key}`) ?? values.get(key),
  };
}

function hasSoft(text: Text): boolean {
  return text.some(
    (part) =>
      typeof part !== "string" &&
      (isDerived(part) || part.variable.kind === "output" || part.variable.kind === "constant"),
  );
}
