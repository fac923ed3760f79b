import { canonical, isMention, type Part, type Text } from "./text.ts";

export interface Comparison {
  /** Without regard to case. */
  readonly fold: boolean;
  /** Both texts are of one run, in which an unknown part has one value. */
  readonly oneRun: boolean;
}

/**
 * Two texts without the beginning and the end that they have in common. Null where these differ, so that the two are
 * never one text.
 */
export function withoutCommonEnds(a: Text, b: Text, how: Comparison): readonly [Text, Text] | null {
  const rests = withoutCommonStart(a, b, how);
  return rests && withoutCommonEnd(...rests, how);
}

function withoutCommonStart(a: Text, b: Text, how: Comparison): readonly [Text, Text] | null {
  let [x, y] = [a, b];
  for (let [p, q] = [x[0], y[0]]; p !== undefined && q !== undefined; [p, q] = [x[0], y[0]]) {
    if (typeof p === "string" && typeof q === "string") {
      const length = Math.min(p.length, q.length);
      if (!isSame(p.slice(0, length), q.slice(0, length), how)) return null;
      [x, y] = [replaced(p.slice(length), x.slice(1), []), replaced(q.slice(length), y.slice(1), [])];
    } else if (how.oneRun && isOneValue(p, q)) [x, y] = [x.slice(1), y.slice(1)];
    else break;
  }
  return isLiteralRest(x, y) ? null : [x, y];
}

function withoutCommonEnd(a: Text, b: Text, how: Comparison): readonly [Text, Text] | null {
  let [x, y] = [a, b];
  for (let [p, q] = [x.at(-1), y.at(-1)]; p !== undefined && q !== undefined; [p, q] = [x.at(-1), y.at(-1)]) {
    if (typeof p === "string" && typeof q === "string") {
      const length = Math.min(p.length, q.length);
      const [left, right] = [p.length - length, q.length - length];
      if (!isSame(p.slice(left), q.slice(right), how)) return null;
      [x, y] = [replaced(p.slice(0, left), [], x.slice(0, -1)), replaced(q.slice(0, right), [], y.slice(0, -1))];
    } else if (how.oneRun && isOneValue(p, q)) [x, y] = [x.slice(0, -1), y.slice(0, -1)];
    else break;
  }
  return isLiteralRest(x, y) ? null : [x, y];
}

function replaced(literal: string, after: Text, before: Text): Text {
  return literal === "" ? [...before, ...after] : [...before, literal, ...after];
}

/** A literal beside nothing at all; an unknown part may be empty. */
function isLiteralRest(a: Text, b: Text): boolean {
  const rest = a.length === 0 ? b : b.length === 0 ? a : [];
  return rest.some((part) => typeof part === "string");
}

function isOneValue(x: Part, y: Part): boolean {
  return typeof x !== "string" && typeof y !== "string" && canonical([x]) === canonical([y]) && isSamePart(x, y);
}

/** Whether two parts of one run take the same off the value they mention. */
export function isSamePart(x: Part, y: Part): boolean {
  if (typeof x === "string" || typeof y === "string") return x === y;
  return !isMention(x) || !isMention(y) || (x.prefix === y.prefix && x.suffix === y.suffix);
}

function isSame(a: string, b: string, { fold }: Comparison): boolean {
  return a === b || (fold && a.toLowerCase() === b.toLowerCase());
}
