import { admits, type Constraint } from "../values/cube.ts";
import { show, type Text } from "../values/text.ts";
import { freshCandidates } from "./fresh.ts";
import type { Question } from "./question.ts";
import { partValue } from "./render.ts";
import { isOpaque, type Term } from "./terms.ts";
import { sidedKey, textOf, type Bindings, type Side } from "./unify.ts";

/** Values worth trying for a term: what it is bound to, else what its constraint leaves. */
export function candidates(
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
