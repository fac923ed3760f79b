import { isDerived, type Text } from "../values/text.ts";
import { isSettledConstant, partText, rendered, type Values } from "./render.ts";
import { sidedKey, type Side } from "./unify.ts";

/** Two texts that must come out the same: one of side a, one of side b; `fold`: without regard to case. */
export interface Pair {
  readonly a: Text;
  readonly b: Text;
  readonly fold?: boolean;
}

/** A pair of texts with the unknowns that decide what each of their parts comes out as. */
export interface KeyedPair {
  readonly a: readonly KeyedPart[];
  readonly b: readonly KeyedPart[];
  readonly fold: boolean;
  readonly keys: ReadonlySet<string>;
  /** Whose text each of them is. */
  readonly sides: readonly [Side, Side];
}

interface KeyedPart {
  readonly part: Text[number];
  readonly keys: readonly string[];
}

/** Works out once what `mayBeEqual` asks again and again. */
export function withKeys({ a, b, fold }: Pair, sameRun: boolean, sides: readonly [Side, Side] = ["a", "b"]): KeyedPair {
  const keyed = (side: Side, text: Text): readonly KeyedPart[] =>
    text.map((part) => ({ part, keys: keysIn(side, [part], sameRun) }));
  const [left, right] = [keyed(sides[0], a), keyed(sides[1], b)];
  return {
    a: left,
    b: right,
    sides,
    fold: fold ?? false,
    keys: new Set([...left, ...right].flatMap(({ keys }) => keys)),
  };
}

/** The unknowns that decide what a text comes out as. */
export function keysIn(side: Side, text: Text, sameRun: boolean): readonly string[] {
  return text.flatMap((part) => {
    if (typeof part === "string") return [];
    if (isDerived(part)) return keysIn(side, part.of, sameRun);
    if (isSettledConstant(part)) return (part.variable.given ?? []).flatMap((given) => keysIn(side, given, sameRun));
    return [sidedKey(side, part, sameRun)];
  });
}

/** Whether they are the same, where every unknown has a value. */
export function isEqual({ a, b, fold }: Pair, values: Values, sameRun: boolean): boolean {
  return same(rendered("a", a, values, sameRun), rendered("b", b, values, sameRun), fold);
}

/** Whether two texts agree as far as both are known, and where all is known, altogether. */
export function mayBeEqual({ a, b, fold, sides }: KeyedPair, values: Values, sameRun: boolean): boolean {
  const [x, y] = [beginning(sides[0], a, values, sameRun), beginning(sides[1], b, values, sameRun)];
  const length = Math.min(x.text.length, y.text.length);
  if (!same(x.text.slice(0, length), y.text.slice(0, length), fold)) return false;
  return !(x.isWhole && y.text.length > length) && !(y.isWhole && x.text.length > length);
}

/** Whether two texts are not yet known to be one; case does not count, as it does not in names of groups. */
export function mayDiffer({ a, b, sides }: KeyedPair, values: Values, sameRun: boolean): boolean {
  const [x, y] = [beginning(sides[0], a, values, sameRun), beginning(sides[1], b, values, sameRun)];
  return !x.isWhole || !y.isWhole || !same(x.text, y.text, true);
}

function same(x: string, y: string, fold: boolean | undefined): boolean {
  return fold ? x.toLowerCase() === y.toLowerCase() : x === y;
}

/** What a text begins with, up to the first part that waits for a value. */
function beginning(
  side: Side,
  parts: readonly KeyedPart[],
  values: Values,
  sameRun: boolean,
): { readonly text: string; readonly isWhole: boolean } {
  let text = "";
  for (const { part, keys } of parts) {
    if (!keys.every((key) => values.has(key))) return { text, isWhole: false };
    text += partText(side, part, values, sameRun);
  }
  return { text, isWhole: true };
}
