import {
  concat,
  derive,
  isDerived,
  isMention,
  termKey,
  type Derived,
  type Mention,
  type Part,
  type Text,
} from "./text.ts";
import type { Test } from "./variable.ts";

/** What is known of one unknown part. `within`: one of these; `not`: none of these; `tests`: these hold or do not. */
export interface Constraint {
  readonly within?: readonly string[];
  readonly not: readonly string[];
  readonly tests: readonly { readonly test: Test; readonly holds: boolean }[];
  /** Decided by something that nobody knows beforehand (a command's answer), not by what started the run. */
  readonly unsure?: boolean;
  /** What is true of the unknown part in every run, by its variable; what has been found out never contradicts it. */
  readonly own?: Constraint;
  /** Of a yes or no: the two texts of which it says whether they are one. */
  readonly equates?: Equation;
  /** The unknown part itself, of which the cube's key is only the name. */
  readonly about?: Mention | Derived;
}

/** Two texts of one run; `fold`: without regard to case. */
export interface Equation {
  readonly one: Text;
  readonly other: Text;
  readonly fold: boolean;
}

/**
 * The decisions that lead to a point of a run: for each unknown part (by `termKey`) what has been found out about it.
 * A cube stands for all runs that satisfy it. Immutable.
 */
export type Cube = ReadonlyMap<string, Constraint>;

export const ANY: Cube = new Map();
const FREE: Constraint = { not: [], tests: [] };

/** What the cube says of an unknown part, its variable's own domain and tests included. */
export function constraintOf(cube: Cube, part: Mention | Derived): Constraint {
  const known = cube.get(termKey(part));
  if (isDerived(part)) return known ?? FREE;
  const { domain } = part.variable;
  if (known)
    return known.within || !domain
      ? known
      : { ...known, within: domain.filter((value) => admits(known, value)), not: [], tests: [] };
  return ownConstraint(part.variable);
}

/** What every value of the variable satisfies. */
function ownConstraint({ domain, nonEmpty, tests }: Mention["variable"]): Constraint {
  if (domain) return { within: domain, not: [], tests: [] };
  if (!nonEmpty && !tests) return FREE;
  return { not: nonEmpty ? [""] : [], tests: (tests ?? []).map((test) => ({ test, holds: true })) };
}

/** Whether a concrete value satisfies a constraint. */
export function admits(constraint: Constraint, value: string): boolean {
  if (constraint.within && !constraint.within.includes(value)) return false;
  if (constraint.not.includes(value)) return false;
  return constraint.tests.every(({ test, holds }) => test.check(value) === holds);
}

export function withConstraint(cube: Cube, key: string, constraint: Constraint): Cube {
  const next = new Map(cube);
  next.set(key, constraint);
  return next;
}

/** Whether an unknown part is decided by a command's answer rather than by what started the run. */
export function isUnsure(part: Mention | Derived): boolean {
  if (isDerived(part)) return part.of.some((inner) => typeof inner !== "string" && isUnsure(inner));
  return part.variable.kind === "condition" || part.variable.kind === "output";
}

/** The cube with what has been found out about one unknown part. */
export function learn(cube: Cube, part: Mention | Derived, constraint: Constraint): Cube {
  const own = isDerived(part) || constraint.own ? {} : { own: ownConstraint(part.variable) };
  const unsure = isUnsure(part) ? { unsure: true } : {};
  return withConstraint(cube, termKey(part), { ...constraint, ...own, ...unsure, about: part });
}

/** The text with every part that the cube has fixed to one value written out. */
export function settle(text: Text, cube: Cube): Text {
  if (!text.some((part) => typeof part !== "string")) return text;
  const parts = text.map((part) => settlePart(part, cube));
  return concat(...parts);
}

function settlePart(part: Part, cube: Cube): Text {
  if (typeof part === "string") return [part];
  const constraint = constraintOf(cube, part);
  const only = constraint.within?.length === 1 ? constraint.within[0] : undefined;
  if (isDerived(part)) {
    if (only !== undefined) return only === "" ? [] : [only];
    const of = settle(part.of, cube);
    return of === part.of ? [part] : derive(part.name, of, part.apply);
  }
  if (only !== undefined) return [stripped(part, only)].filter((value) => value !== "");
  return [settleGiven(part, cube)];
}

/** An output of known inputs: settle those too, so that its name says what it was given. */
function settleGiven(part: Mention, cube: Cube): Part {
  const { given } = part.variable;
  if (!given?.some((text) => text.some((inner) => typeof inner !== "string"))) return part;
  const known = SETTLED.get(cube) ?? new WeakMap<Mention, Mention>();
  SETTLED.set(cube, known);
  const before = known.get(part);
  if (before) return before;
  const settled = given.map((text) => settle(text, cube));
  const after = settled.every((text, index) => text === given[index])
    ? part
    : { ...part, variable: { ...part.variable, given: settled } };
  known.set(part, after);
  return after;
}

/** Outputs of outputs of outputs have most of what they were given in common, which is settled once. */
const SETTLED = new WeakMap<Cube, WeakMap<Mention, Mention>>();

/** What is left of a variable's value after the mention's prefix and suffix are taken off. */
export function stripped(part: Mention, value: string): string {
  const end = value.length - (value.endsWith(part.suffix) ? part.suffix.length : 0);
  const start = value.startsWith(part.prefix) ? part.prefix.length : 0;
  return value.slice(Math.min(start, end), end);
}

/** The text with values that are known but for their case written out in one way: for what does not look at case. */
export function speltOut(text: Text, cube: Cube): Text {
  return concat(...text.map((part): Text => (typeof part === "string" ? [part] : spelling(part, cube))));
}

function spelling(part: Mention | Derived, cube: Cube): Text {
  if (isDerived(part)) return [part];
  const known = constraintOf(cube, part).tests.find(({ test, holds }) => holds && test.complete === true);
  const [one, ...others] = known?.test.examples ?? [];
  if (one === undefined || others.some((other) => other.toLowerCase() !== one.toLowerCase())) return [part];
  return [stripped(part, one)].filter((value) => value !== "");
}

/** The parts of a text that are not known, each once. */
export function openParts(text: Text): readonly (Mention | Derived)[] {
  const found = new Map<string, Mention | Derived>();
  for (const part of text) if (typeof part !== "string" && !found.has(termKey(part))) found.set(termKey(part), part);
  return [...found.values()];
}

/** The text when the unknown part `key` has this value. */
export function substitute(text: Text, key: string, value: string): Text {
  return concat(
    ...text.map((part): Text => {
      if (typeof part === "string") return [part];
      if (termKey(part) === key) return isMention(part) ? [stripped(part, value)] : [value];
      if (isDerived(part)) return derive(part.name, substitute(part.of, key, value), part.apply);
      return [part];
    }),
  );
}

/** The questions of a cube about two texts that have been answered, and the answers. */
export function equationsOf(cube: Cube): readonly (Equation & { readonly holds: boolean })[] {
  return [...cube.values()].flatMap(({ equates, within }) =>
    equates && within?.length === 1 ? [{ ...equates, holds: within[0] === "true" }] : [],
  );
}
