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
  if (equal.some(surelyDiffers)) return null;
  const differ = question.differ.map((pair) => trim(pair, true));
  return {
    ...question,
    equal: equal.filter(({ a, b }) => a.length > 0 || b.length > 0),
    differ: differ.filter((pair) => !surelyDiffers(pair)),
  };
}

/** Of two texts without a common beginning or end: both begin, or both end, with literals. */
function surelyDiffers({ a, b }: Pair): boolean {
  const [x, y] = [a[0], b[0]];
  if (typeof x === "string" && typeof y === "string") return true;
  const [end, other] = [a.at(-1), b.at(-1)];
  if (typeof end === "string" && typeof other === "string") return true;
  const isRest = (one: Text, rest: Text): boolean => one.length === 0 && rest.some((part) => typeof part === "string");
  return isRest(a, b) || isRest(b, a);
}

function trim<P extends Pair>(pair: P, fold: boolean): P {
  const start = commonStart(pair.a[0], pair.b[0], fold);
  const [a, b] = [withoutStart(pair.a, start), withoutStart(pair.b, start)];
  const end = commonEnd(a.at(-1), b.at(-1), fold);
  if (start === 0 && end === 0) return pair;
  return { ...pair, a: withoutEnd(a, end), b: withoutEnd(b, end) };
}

type End = Text[number] | undefined;

function commonStart(x: End, y: End, fold: boolean): number {
  if (typeof x !== "string" || typeof y !== "string") return 0;
  const most = Math.min(x.length, y.length);
  let length = 0;
  while (length < most && isSame(x[length] as string, y[length] as string, fold)) length += 1;
  return length;
}

function commonEnd(x: End, y: End, fold: boolean): number {
  if (typeof x !== "string" || typeof y !== "string") return 0;
  const most = Math.min(x.length, y.length);
  let length = 0;
  while (length < most && isSame(x.at(-length - 1) as string, y.at(-length - 1) as string, fold)) length += 1;
  return length;
}

function isSame(x: string, y: string, fold: boolean): boolean {
  return x === y || (fold && x.toLowerCase() === y.toLowerCase());
}

function withoutStart(text: Text, length: number): Text {
  if (length === 0) return text;
  const rest = (text[0] as string).slice(length);
  return rest === "" ? text.slice(1) : [rest, ...text.slice(1)];
}

function withoutEnd(text: Text, length: number): Text {
  if (length === 0) return text;
  const last = text.at(-1) as string;
  const rest = last.slice(0, last.length - length);
  return rest === "" ? text.slice(0, -1) : [...text.slice(0, -1), rest];
}
