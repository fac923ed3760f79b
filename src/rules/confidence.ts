import type { AuditedTarget } from "../audit/model.ts";
import type { Act } from "../interpret/machine.ts";
import type { Confidence } from "../model/report.ts";
import type { Meeting } from "../runs/meet.ts";
import type { Solution } from "../runs/question.ts";
import type { Use } from "../runs/uses.ts";
import type { RunClass } from "../runs/units.ts";
import type { Side } from "../runs/unify.ts";
import type { Constraint, Cube } from "../values/cube.ts";
import { concat, isDerived, variablesOf, type Text } from "../values/text.ts";
import type { Variable } from "../values/variable.ts";

/** What a finding rests on. */
export interface Grounds {
  readonly runs: readonly RunClass[];
  /** The decisions that lead to what is claimed. */
  readonly cubes: readonly Cube[];
  readonly acts?: readonly Act[];
  readonly solution?: Solution | null;
  /** Names of the first side and of the second that must differ. */
  readonly apart?: readonly { readonly a: Text; readonly b: Text }[];
}

/**
 * `high` only where nothing was assumed: no value that only a secret, a variable or a command knows decides whether the
 * runs get there, whether the target is one, or whether their groups differ. What only other repositories start is `low`.
 */
export function confidenceIn(grounds: Grounds): Confidence {
  if (grounds.runs.some(({ uncalled }) => uncalled)) return "low";
  const { cubes, acts = [], solution, apart = [] } = grounds;
  const assumes =
    grounds.runs.some(({ assumed }) => assumed) ||
    acts.some(({ kind }) => kind === "glimpse") ||
    cubes.some(isAssumed) ||
    solution?.soft === true ||
    !apart.every((pair) => surelyDiffer(pair, solution ?? null));
  return assumes ? "medium" : "high";
}

/** How sure it is that these two writers meet. */
export function confidenceOfMeeting({ a, b, solution, cause }: Meeting): Confidence {
  const pairs = a.groups.flatMap((one) =>
    b.groups
      .filter((other) => cause !== "same-run" || one.declaration.owner !== other.declaration.owner)
      .map((other) => ({ a: one.name, b: other.name })),
  );
  return confidenceIn({
    runs: [a.use.unit.run, b.use.unit.run],
    cubes: [a.cube, b.cube],
    acts: [a.use.act.act, b.use.act.act],
    solution,
    apart: pairs,
  });
}

/** The writers of a target, each in the runs in which it is there. */
export function writersOf({ presences }: AuditedTarget): readonly Pick<Use, "unit" | "act" | "cube">[] {
  return presences.map(({ use, cube }) => ({ unit: use.unit, act: use.act, cube }));
}

const ORDER: readonly Confidence[] = ["high", "medium", "low"];

/** How sure it is that any of these writes at all. */
export function confidenceOfWriters(uses: readonly Pick<Use, "unit" | "act" | "cube">[]): Confidence {
  const all = uses.map(({ unit, act, cube }) => confidenceIn({ runs: [unit.run], cubes: [cube], acts: [act.act] }));
  return ORDER.find((one) => all.includes(one)) ?? "high";
}

/** Whether something that nobody knows beforehand has decided the way. */
export function isAssumed(cube: Cube): boolean {
  const known = ASSUMED.get(cube) ?? [...cube.values()].some(isOfUnknown);
  ASSUMED.set(cube, known);
  return known;
}

/** Of a writer that meets many others it is asked for each meeting. */
const ASSUMED = new WeakMap<Cube, boolean>();

function isOfUnknown({ unsure, equates, about }: Constraint): boolean {
  // A comparison of two values that people choose is worked out, not guessed.
  if (equates && !hasUnknown([...equates.one, ...equates.other])) return false;
  return unsure === true || (about !== undefined && variablesOf([about]).some(({ setting }) => setting === true));
}

/** Whether a part of the text is a value that nobody knows. */
export function hasUnknown(text: Text): boolean {
  return text.some(isOpaquePart);
}

function isOpaquePart(part: Text[number]): boolean {
  return typeof part !== "string" && variablesOf([part]).some(isOpaque);
}

function isOpaque({ kind }: Variable): boolean {
  return kind === "constant" || kind === "output";
}

/** Stands for a value that nobody knows, whatever it is. */
const ANYTHING = "\u0001";

/** Two names that differ whatever the values are that nobody knows. */
function surelyDiffer({ a, b }: { readonly a: Text; readonly b: Text }, solution: Solution | null): boolean {
  if (!solution || !hasUnknown([...a, ...b])) return true;
  const [x, y] = [masked(solution, "a", a), masked(solution, "b", b)];
  // One unknown on both sides may have one value: what stands around it must differ.
  if (namesOf(a) === namesOf(b)) return x !== y;
  return conflict(before(x), before(y)) || conflict(reversed(x), reversed(y));
}

function masked(solution: Solution, side: Side, text: Text): string {
  const parts = text.map((part): Text => (isOpaquePart(part) ? [ANYTHING] : [part]));
  return solution.render(side, concat(...parts)).toLowerCase();
}

function namesOf(text: Text): string {
  const names = text.filter(isOpaquePart).map((part) => {
    if (typeof part === "string" || isDerived(part)) return "";
    return `${part.prefix}|${part.variable.label}|${part.suffix}`;
  });
  return names.join(ANYTHING);
}

function before(text: string): string {
  return text.slice(0, text.includes(ANYTHING) ? text.indexOf(ANYTHING) : text.length);
}

function reversed(text: string): string {
  return before([...text].reverse().join(""));
}

/** Neither is the beginning of the other. */
function conflict(x: string, y: string): boolean {
  return !x.startsWith(y) && !y.startsWith(x);
}
