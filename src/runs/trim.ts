import { withoutCommonEnds } from "../values/common-ends.ts";
import type { Text } from "../values/text.ts";
import type { Question } from "./question.ts";

interface Pair {
  readonly a: Text;
  readonly b: Text;
  readonly fold?: boolean;
}

/**
 * The question without what decides nothing in it: the literal beginning and end that two texts have in common, pairs
 * that surely differ where they must, and pairs of one literal where they must be equal. The legs of a matrix, whose
 * names differ in such literals, ask one question then. Null where two texts that must be equal surely are not.
 */
export function trimmed(question: Question): Question | null {
  const equal = question.equal.map((pair) => trim(pair, pair.fold === true));
  if (equal.includes(null)) return null;
  return {
    ...question,
    equal: equal.flatMap((pair) => (pair && (pair.a.length > 0 || pair.b.length > 0) ? [pair] : [])),
    differ: question.differ.flatMap((pair) => trim(pair, true) ?? []),
  };
}

/** Null: the two are never one text. */
function trim<P extends Pair>(pair: P, fold: boolean): P | null {
  const rests = withoutCommonEnds(pair.a, pair.b, { fold, oneRun: false });
  return rests && { ...pair, a: rests[0], b: rests[1] };
}
