import {
  concat,
  isDerived,
  isMention,
  termKey,
  type Derived,
  type Mention,
  type Part,
  type Text,
} from "../values/text.ts";

/** Two runs are compared: what belongs to each is named apart, what all runs share (`vars`, `secrets`) is not. */
export type Side = "a" | "b";

/** A part of one side's text; literals belong to no side. */
export interface Sided {
  readonly side: Side;
  readonly part: Part;
}

/** Values that must hold for two texts to be equal: a term of one side is this text (terms of either side). */
export type Bindings = ReadonlyMap<string, readonly Sided[]>;

/** The name of an unknown part in a comparison. A constant has one name on both sides. */
export function sidedKey(side: Side, part: Mention | Derived, sameRun: boolean): string {
  if (isMention(part) && part.variable.kind === "constant" && !part.variable.given) return part.variable.key;
  return sameRun ? termKey(part) : `${side}:${termKey(part)}`;
}

/** How many ways to split a literal over unknown parts are tried. */
const MOST_SOLUTIONS = 12;

/**
 * The ways in which text `left` of side a and `right` of side b can be the same string, as bindings of unknown parts.
 * Complete where each unknown part stands at an end or next to a literal; a lossy function is left to be tried out
 * (`[]` binding), since it cannot be undone.
 */
export function unify(left: Text, right: Text, options: { fold: boolean; sameRun: boolean }): readonly Bindings[] {
  const found: Bindings[] = [];
  const sided = (side: Side, text: Text): readonly Sided[] => text.map((part) => ({ side, part }));
  search(sided("a", left), sided("b", right), new Map(), options, found);
  return found;
}

function search(
  a: readonly Sided[],
  b: readonly Sided[],
  bindings: Bindings,
  options: { fold: boolean; sameRun: boolean },
  found: Bindings[],
): void {
  if (found.length >= MOST_SOLUTIONS) return;
  const [x, y] = [a[0], b[0]];
  if (!x || !y) {
    const rest = x ? a : b;
    if (rest.every(({ part }) => typeof part !== "string")) found.push(emptied(rest, bindings, options.sameRun));
    return;
  }
  if (typeof x.part === "string" && typeof y.part === "string") return literals(a, b, bindings, options, found);
  if (sameTerm(x, y, options.sameRun)) search(a.slice(1), b.slice(1), bindings, options, found);
  if (typeof x.part === "string") return bindHead(b, a, bindings, options, found, true);
  bindHead(a, b, bindings, options, found, false);
  // Of two unknowns either may be the longer one.
  if (typeof y.part !== "string" && a.length > 1) bindHead(b, a, bindings, options, found, true);
}

function literals(
  a: readonly Sided[],
  b: readonly Sided[],
  bindings: Bindings,
  options: { fold: boolean; sameRun: boolean },
  found: Bindings[],
): void {
  const [x, y] = [(a[0] as Sided).part as string, (b[0] as Sided).part as string];
  const length = Math.min(x.length, y.length);
  const [p, q] = [x.slice(0, length), y.slice(0, length)];
  if (options.fold ? p.toLowerCase() !== q.toLowerCase() : p !== q) return;
  const rest = (list: readonly Sided[], text: string): readonly Sided[] =>
    text.length === length ? list.slice(1) : [{ ...(list[0] as Sided), part: text.slice(length) }, ...list.slice(1)];
  search(rest(a, x), rest(b, y), bindings, options, found);
}

/** The unknown head of `a` takes nothing, an unknown of `b`, a stretch of a literal of `b`, or both. */
function bindHead(
  a: readonly Sided[],
  b: readonly Sided[],
  bindings: Bindings,
  options: { fold: boolean; sameRun: boolean },
  found: Bindings[],
  swapped: boolean,
): void {
  const head = a[0] as Sided;
  const go = (value: readonly Sided[], restB: readonly Sided[]): void => {
    const next = bind(head, value, bindings, options.sameRun);
    if (!next) return;
    if (swapped) search(restB, a.slice(1), next, options, found);
    else search(a.slice(1), restB, next, options, found);
  };
  if (a.length === 1) return go(b, []);
  const first = b[0] as Sided;
  const [taken, rest] = typeof first.part === "string" ? [[], b] : [[first], b.slice(1)];
  if (taken.length > 0 && !swapped) go(taken, rest);
  const [literal, ...others] = rest;
  if (!literal || typeof literal.part !== "string") return;
  const text = literal.part;
  const next = (a[1] as Sided).part;
  for (let at = taken.length; at <= text.length; at += 1) {
    if (typeof next === "string" && at < text.length && !startsAlike(text.slice(at), next, options.fold)) continue;
    const left = at === text.length ? others : [{ ...literal, part: text.slice(at) }, ...others];
    go(at === 0 ? [] : [...taken, { ...literal, part: text.slice(0, at) }], left);
    if (typeof next !== "string" && at > 0) break;
  }
}

function startsAlike(text: string, next: string, fold: boolean): boolean {
  const length = Math.min(text.length, next.length);
  const [p, q] = [text.slice(0, length), next.slice(0, length)];
  return fold ? p.toLowerCase() === q.toLowerCase() : p === q;
}

function sameTerm(x: Sided, y: Sided, sameRun: boolean): boolean {
  if (typeof x.part === "string" || typeof y.part === "string") return false;
  if (sidedKey(x.side, x.part, sameRun) !== sidedKey(y.side, y.part, sameRun)) return false;
  return (
    !isMention(x.part) || !isMention(y.part) || (x.part.prefix === y.part.prefix && x.part.suffix === y.part.suffix)
  );
}

function bind(head: Sided, value: readonly Sided[], bindings: Bindings, sameRun: boolean): Bindings | null {
  const part = head.part as Mention | Derived;
  const key = sidedKey(head.side, part, sameRun);
  if (value.some((piece) => typeof piece.part !== "string" && sidedKey(piece.side, piece.part, sameRun) === key)) {
    return value.length === 1 ? bindings : null;
  }
  const whole = isDerived(part) ? value : around(part, value, head.side);
  if (bindings.has(key)) return new Map(bindings).set(`${key}#${bindings.size}`, whole);
  return new Map(bindings).set(key, whole);
}

function around(part: Mention, value: readonly Sided[], side: Side): readonly Sided[] {
  const wrap = (text: string): readonly Sided[] => (text === "" ? [] : [{ side, part: text }]);
  return [...wrap(part.prefix), ...value, ...wrap(part.suffix)];
}

function emptied(rest: readonly Sided[], bindings: Bindings, sameRun: boolean): Bindings {
  return rest.reduce<Bindings>((known, piece) => bind(piece, [], known, sameRun) ?? known, bindings);
}

/** A sided text as one string of a concrete assignment; null where a part has no value. */
export function textOf(value: readonly Sided[]): Text | null {
  return value.every(({ part }) => typeof part === "string") ? concat(value.map(({ part }) => part)) : null;
}
