import { equationsOf, type Cube, type Equation } from "../values/cube.ts";
import { isMention, type Mention, type Text } from "../values/text.ts";
import { keysIn, withKeys, type KeyedPair } from "./pairs.ts";
import { rendered, type Values } from "./render.ts";
import { sidedKey, type Bindings, type Side } from "./unify.ts";

/** What led one of the runs to where it is: two of its texts were found to be one, or not. */
export interface SidedEquation extends Equation {
  readonly side: Side;
  readonly holds: boolean;
}

/**
 * What the cubes of a question say of pairs of texts, as far as it concerns unknowns that the question asks about,
 * directly or through another such pair. Left out is what nobody can solve: two compositions that must be equal.
 */
export function equationsAbout(cubes: Readonly<Record<Side, Cube>>, sameRun: boolean, asked: Iterable<string>): readonly SidedEquation[] {
  const sides: readonly Side[] = sameRun ? ["a"] : ["a", "b"];
  const all = sides.flatMap((side) => equationsOf(cubes[side]).map((equation): SidedEquation => ({ ...equation, side })))
    .filter((equation) => !equation.holds || unknownOf(equation) !== null);
  if (all.length === 0) return all;
  const keys = new Set(asked);
  const found = new Set<SidedEquation>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const equation of all) {
      const own = [...keysIn(equation.side, equation.one, sameRun), ...keysIn(equation.side, equation.other, sameRun)];
      if (found.has(equation) || !own.some((key) => keys.has(key))) continue;
      found.add(equation);
      for (const key of own) keys.add(key);
    }
  }
  return [...found];
}

/** Of two texts that are one, the unknown that is all of one of them, and what it therefore is. */
function unknownOf({ one, other }: Equation): { readonly part: Mention; readonly is: Text } | null {
  const single = ([part, more]: Text): Mention | null =>
    part !== undefined && more === undefined && typeof part !== "string" && isMention(part) && part.variable.kind === "chosen" ? part : null;
  const [a, b] = [single(one), single(other)];
  return a ? { part: a, is: other } : b ? { part: b, is: one } : null;
}

/** The value that an equation gives to an unknown. */
export function bindingOf(equation: SidedEquation, sameRun: boolean): Bindings {
  const found = equation.holds ? unknownOf(equation) : null;
  if (!found) return new Map();
  const { part, is } = found;
  const { side } = equation;
  const around = [part.prefix, ...is, part.suffix].filter((piece) => piece !== "");
  return new Map([[sidedKey(side, part, sameRun), around.map((piece) => ({ side, part: piece }))]]);
}

/** The equations that must hold, as pairs that a search can give up early. */
export function equalPairs(equations: readonly SidedEquation[], sameRun: boolean): readonly KeyedPair[] {
  return equations.filter(({ holds }) => holds).map(({ side, one, other, fold }) => withKeys({ a: one, b: other, fold }, sameRun, [side, side]));
}

/** Whether values bear an equation out. */
export function isBorneOut({ side, one, other, fold, holds }: SidedEquation, values: Values, sameRun: boolean): boolean {
  const [x, y] = [rendered(side, one, values, sameRun), rendered(side, other, values, sameRun)];
  return (fold ? x.toLowerCase() === y.toLowerCase() : x === y) === holds;
}
