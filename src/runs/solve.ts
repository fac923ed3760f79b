import { admits, constraintOf, type Constraint, type Cube } from "../values/cube.ts";
import { feasible } from "../values/samples.ts";
import { isDerived, isMention, show, termKey, type Derived, type Mention, type Text } from "../values/text.ts";
import { intersect } from "../values/worlds.ts";
import { HEAD_KEY, HEAD_REF, PULL_KEY, REFS, RUN_ID_KEY } from "../ecosystems/github-actions/run-values.ts";
import { answered } from "./answered.ts";
import { bindingOf, equalPairs, equationsAbout, isBorneOut, type SidedEquation } from "./equations.ts";
import { freshCandidates } from "./fresh.ts";
import { isEqual, mayBeEqual, mayDiffer, withKeys, type KeyedPair, type Pair } from "./pairs.ts";
import { isSettledConstant, partValue, rendered, type Values } from "./render.ts";
import { sidedKey, textOf, unify, type Bindings, type Side } from "./unify.ts";

/** Two runs (or two jobs of one run) and what must be equal or different in them. */
export interface Question {
  readonly a: Cube;
  readonly b: Cube;
  readonly sameRun: boolean;
  /** Pairs (text of a, text of b) that must be the same string; `fold`: without regard to case. */
  readonly equal: readonly Pair[];
  /** Pairs that must differ, without regard to case (group names). */
  readonly differ: readonly { readonly a: Text; readonly b: Text }[];
  /** Groups that one side holds at once, which must differ too: what asks for a group that it holds never starts. */
  readonly distinct?: readonly { readonly side: Side; readonly one: Text; readonly other: Text }[];
  /** Of one branch there is one open pull request; forks may have branches of one name, but then other things to write. */
  readonly onePullRequest?: boolean;
  /** What led to each side and concerns what is asked; the solver's own finding. */
  readonly within?: readonly SidedEquation[];
}

/** Concrete values that answer a question. `soft`: it rests on a lossy function or an unknown output being equal. */
export interface Solution {
  readonly soft: boolean;
  /** The text of a side with every unknown written out. */
  render(side: Side, text: Text): string;
  /** The concrete value of an unknown part, undefined where the question did not need one. */
  value(side: Side, key: string): string | undefined;
}

const MOST_TRIES = 3000;

interface Term {
  readonly key: string;
  readonly side: Side;
  readonly part: Mention | Derived;
  readonly constraint: Constraint;
}

/** The first assignment that satisfies the question, null where none does (within a bound on tries). */
export function solve(question: Question): Solution | null {
  return answered(question, solveAnew);
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
  if (!isOpen(question)) return null;
  const within = equationsAbout(cubes, question.sameRun, termsOf(question, cubes).keys());
  const asked = { ...question, within };
  const terms = termsOf(asked, cubes);
  for (const start of starts) {
    const bindings = within.reduce((all, equation) => merge(all, bindingOf(equation, all, question.sameRun)), start);
    const solution = tryOut(asked, terms, bindings);
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

/** Every unknown that has a value of its own, constants and arguments of functions included. */
function termsOf(question: Question, cubes: Readonly<Record<Side, Cube>>): ReadonlyMap<string, Term> {
  const terms = new Map<string, Term>();
  const visit = (side: Side, text: Text): void => {
    for (const part of text) {
      if (typeof part === "string") continue;
      if (isDerived(part)) {
        visit(side, part.of);
        continue;
      }
      for (const given of part.variable.given ?? []) visit(side, given);
      if (isSettledConstant(part)) continue;
      const key = sidedKey(side, part, question.sameRun);
      if (!terms.has(key)) terms.set(key, { key, side, part, constraint: constraintOf(cubes[side], part) });
    }
  };
  for (const { a, b } of [...question.equal, ...question.differ]) {
    visit("a", a);
    visit("b", b);
  }
  for (const { side, one, other } of [...(question.distinct ?? []), ...(question.within ?? [])])
    for (const text of [one, other]) visit(side, text);
  // Which pull request it is depends on its branch, also where only what led here has asked for that.
  for (const side of ["a", "b"] as const) {
    const number = [...terms.values()].some(
      (term) => term.side === side && isMention(term.part) && term.part.variable.key === PULL_KEY,
    );
    if (number && question.onePullRequest && cubes[side].has(HEAD_KEY)) visit(side, HEAD_REF);
  }
  return terms;
}

function tryOut(question: Question, terms: ReadonlyMap<string, Term>, bindings: Bindings): Solution | null {
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
  let tries = 0;
  const walk = (index: number): Solution | null => {
    if (tries > MOST_TRIES) return null;
    const term = order[index];
    if (!term) {
      tries += 1;
      return check(question, terms, values);
    }
    for (const candidate of candidates(term, terms, bindings, values, question)) {
      values.set(term.key, candidate);
      if (isLost(concerned[index], values, question.sameRun)) {
        tries += 1;
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

/** One command's answer in both runs: where it is the same, so is what the command was given. */
interface Couple {
  readonly a: string;
  readonly b: string;
  readonly given: KeyedPair;
}

function couplesOf({ sameRun }: Question, terms: ReadonlyMap<string, Term>): readonly Couple[] {
  if (sameRun) return [];
  const answers = [...terms.values()].filter(
    ({ part }) => isMention(part) && part.variable.kind === "output" && part.variable.given,
  );
  const givenOf = ({ part }: Term): Text => (isMention(part) ? (part.variable.given ?? []).flat() : []);
  return answers
    .filter(({ side }) => side === "a")
    .flatMap((one) =>
      answers
        .filter((other) => other.side === "b" && nameOf(other.part as Mention) === nameOf(one.part as Mention))
        .map((other) => ({ a: one.key, b: other.key, given: withKeys({ a: givenOf(one), b: givenOf(other) }, false) })),
    );
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

/** Values worth trying for a term: what it is bound to, else what its constraint leaves. */
function candidates(
  term: Term,
  terms: ReadonlyMap<string, Term>,
  bindings: Bindings,
  values: ReadonlyMap<string, string>,
  question: Question,
): readonly string[] {
  const bound = bindings.get(term.key);
  // What only a secret, a variable or a command knows is itself: no other name stands for the same value.
  if (isOpaque(term.part)) return freeCandidates(term).filter((value) => admits(term.constraint, value));
  if (bound?.some(({ part }) => typeof part !== "string" && isOpaque(part))) return [];
  if (bound) {
    const known = textOf(bound) ?? null;
    const text = known ? show(known) : boundText(bound, values, question.sameRun);
    if (text !== null) return spellings(term.constraint, text, question);
  }
  const alias = aliases(term.key, bindings, terms, question.sameRun, values);
  return [...new Set([...alias, ...freeCandidates(term)])].filter((value) => admits(term.constraint, value));
}

/** The text, and where the question does not look at case, what differs from it in nothing else. */
function spellings(constraint: Constraint, text: string, question: Question): readonly string[] {
  const fold = [...question.equal, ...(question.within ?? [])].some((pair) => pair.fold);
  const lower = text.toLowerCase();
  const others = fold
    ? [...(constraint.within ?? [lower, text.toUpperCase()]).filter((value) => value.toLowerCase() === lower)]
    : [];
  return [...new Set([text, ...others])].filter((value) => admits(constraint, value));
}

function boundText(
  bound: readonly { side: Side; part: Text[number] }[],
  values: ReadonlyMap<string, string>,
  sameRun: boolean,
): string | null {
  let out = "";
  for (const { side, part } of bound) {
    if (typeof part === "string") out += part;
    else {
      const value = partValue(side, part, values, sameRun);
      if (value === null) return null;
      out += value;
    }
  }
  return out;
}

/** Values that terms bound to this one already have or may have, and literals that bindings ask of it. */
function aliases(
  key: string,
  bindings: Bindings,
  terms: ReadonlyMap<string, Term>,
  sameRun: boolean,
  values: ReadonlyMap<string, string>,
): readonly string[] {
  const out: string[] = [];
  for (const other of linkedTo(key, bindings, sameRun)) {
    const term = terms.get(other);
    if (term) out.push(...freeCandidates(term));
    const value = values.get(other);
    if (value !== undefined) out.push(value);
  }
  for (const [other, bound] of bindings) {
    if (other === key || plainKey(other) !== key) continue;
    const text = boundText(bound, values, sameRun);
    if (text !== null) out.push(text);
  }
  return out;
}

/** Unknowns that are bound to be the same as this one, directly or through others. */
function linkedTo(key: string, bindings: Bindings, sameRun: boolean): ReadonlySet<string> {
  const pairs = [...bindings].flatMap(([other, bound]): readonly (readonly [string, string])[] => {
    const [only] = bound;
    if (bound.length !== 1 || !only || typeof only.part === "string") return [];
    return [[plainKey(other), sidedKey(only.side, only.part, sameRun)]];
  });
  const found = new Set([key]);
  for (const known of found) for (const pair of pairs) if (pair.includes(known)) for (const one of pair) found.add(one);
  found.delete(key);
  return found;
}

/** A key without what tells several bindings of one unknown apart. */
function plainKey(key: string): string {
  return key.replace(/#m?\d+$/u, "");
}

const FREE = new WeakMap<Term, readonly string[]>();

/** What the constraint of a term leaves, worked out once. */
function freeCandidates(term: Term): readonly string[] {
  const known = FREE.get(term) ?? freshCandidates(term);
  FREE.set(term, known);
  return known;
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

function isOpaque(part: Mention | Derived): boolean {
  return isMention(part) && (part.variable.kind === "constant" || part.variable.kind === "output");
}

function hasSoft(text: Text): boolean {
  return text.some(
    (part) =>
      typeof part !== "string" &&
      (isDerived(part) || part.variable.kind === "output" || part.variable.kind === "constant"),
  );
}

/**
 * What two runs cannot do: outputs of different known inputs that are equal, and a chosen value that another determines (a pull request's branch) differing for the same one.
 */
function consistent(
  question: Question,
  terms: ReadonlyMap<string, Term>,
  values: ReadonlyMap<string, string>,
  render: (side: Side, text: Text) => string,
): boolean {
  if (foretold(terms, values, question.sameRun)) return false;
  if (question.sameRun) return true;
  for (const term of terms.values()) {
    if (term.side !== "a" || !isMention(term.part)) continue;
    if (term.part.variable.kind === "unique" && values.get(term.key) === values.get(`b:${termKey(term.part)}`))
      return false;
    if (!term.part.variable.given) continue;
    const own = term.part.variable;
    for (const other of terms.values()) {
      if (
        other.side !== "b" ||
        !isMention(other.part) ||
        nameOf(other.part) !== nameOf(term.part) ||
        !other.part.variable.given
      )
        continue;
      const sameGiven =
        render("a", own.given ? own.given.flat() : []) === render("b", other.part.variable.given.flat());
      const sameValue = values.get(term.key) === values.get(other.key);
      if (own.kind === "output" && sameValue && !sameGiven) return false;
      if (own.kind === "chosen" && sameGiven !== sameValue && (sameGiven || question.onePullRequest === true))
        return false;
    }
  }
  return true;
}

/**
 * Nobody who picks a value knows the number that the run will have, nobody names a branch after any run's number, and
 * ids of runs, which the platform counts, are far beyond the numbers of a repository's pull requests.
 */
function foretold(terms: ReadonlyMap<string, Term>, values: ReadonlyMap<string, string>, sameRun: boolean): boolean {
  const ofKind = (kind: string): readonly Term[] =>
    [...terms.values()].filter(({ part }) => isMention(part) && part.variable.kind === kind);
  const numbers = ofKind("unique")
    .map((term) => ({ number: values.get(term.key) ?? "", isId: keyOf(term.part) === RUN_ID_KEY }))
    .filter(({ number }) => number !== "");
  if (numbers.length === 0) return false;
  return ofKind("chosen").some(({ key, part }) => {
    const [free, pull] = [sameRun || isRefName(part), keyOf(part) === PULL_KEY];
    return numbers.some(({ number, isId }) => (free || (pull && isId)) && values.get(key)?.includes(number) === true);
  });
}

function isRefName(part: Mention | Derived): boolean {
  return isMention(part) && REFS.has(part.variable.key);
}

function nameOf(part: Mention): string {
  return part.variable.base ?? part.variable.label;
}

/** The key under which a solution is asked for a mention's value. */
export function keyOf(part: Mention | Derived): string {
  return termKey(part);
}
