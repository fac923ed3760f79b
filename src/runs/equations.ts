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
export function equationsAbout(
  cubes: Readonly<Record<Side, Cube>>,
  sameRun: boolean,
  asked: Iterable<string>,
): readonly SidedEquation[] {
  const sides: readonly Side[] = sameRun ? ["a"] : ["a", "b"];
  const all = sides
    .flatMap((side) => equationsOf(cubes[side]).map((equation): SidedEquation => ({ ...equation, side })))
    .filter((equation) => !equation.holds || unknownsOf(equation).length > 0);
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

/** Of two texts that are one, an unknown that is all of one of them, and what it therefore is. */
interface Unknown {
  readonly part: Mention;
  readonly is: Text;
}

function unknownsOf({ one, other }: Equation): readonly Unknown[] {
  const single = ([part, more]: Text, is: Text): readonly Unknown[] =>
    part !== undefined &&
    more === undefined &&
    typeof part !== "string" &&
    isMention(part) &&
    part.variable.kind === "chosen"
      ? [{ part, is }]
      : [];
  return [...single(one, other), ...single(other, one)];
}

/** The value that an equation gives to an unknown; to one of which nothing is known yet, where it has the choice. */
export function bindingOf(equation: SidedEquation, known: Bindings, sameRun: boolean): Bindings {
  const { side } = equation;
  const found = (equation.holds ? unknownsOf(equation) : []).map(({ part, is }) => ({
    key: sidedKey(side, part, sameRun),
    part,
    is,
  }));
  const chosen = found.find(({ key }) => !known.has(key)) ?? found[0];
  if (!chosen) return new Map();
  const around = [chosen.part.prefix, ...chosen.is, chosen.part.suffix].filter((piece) => piece !== "");
  return new Map([[chosen.key, around.map((piece) => ({ side, part: piece }))]]);
}

/** The equations that must hold, as pairs that a search can give up early. */
export function equalPairs(equations: readonly SidedEquation[], sameRun: boolean): readonly KeyedPair[] {
  return equations
    .filter(({ holds }) => holds)
    .map(({ side, one, other, fold }) => withKeys({ a: one, b: other, fold }, sameRun, [side, side]));
}

/** Whether values bear an equation out. */
export function isBorneOut(
  { side, one, other, fold, holds }: SidedEquation,
  values: Values,
  sameRun: boolean,
): boolean {
  const [x, y] = [rendered(side, one, values, sameRun), rendered(side, other, values, sameRun)];
  return (fold ? x.toLowerCase() === y.toLowerCase() : x === y) === holds;
}
