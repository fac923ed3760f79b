import { admits, type Constraint } from "../values/cube.ts";
import { samples } from "../values/samples.ts";
import { isMention, show, type Text } from "../values/text.ts";
import type { Test } from "../values/variable.ts";
import { freshCandidates } from "./fresh.ts";
import type { Question } from "./question.ts";
import { partValue } from "./render.ts";
import { isOpaque, type Term } from "./terms.ts";
import { sidedKey, textOf, type Bindings, type Side, type Sided } from "./unify.ts";

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
  const within = fitting(term, terms, bindings, question.sameRun);
  return [...new Set([...within, ...alias, ...freeCandidates(term)])].filter((value) => admits(term.constraint, value));
}

/** Values with which a text that is asked to be so is so: the commit's last digit, where a branch is called after it. */
function fitting(
  term: Term,
  terms: ReadonlyMap<string, Term>,
  bindings: Bindings,
  sameRun: boolean,
): readonly string[] {
  const asked = [...bindings].flatMap(([other, bound]) => {
    const around = bound.length > 1 ? aroundOf(term.key, bound, sameRun) : null;
    const held = terms.get(plainKey(other));
    return around && held
      ? held.constraint.tests.map(({ test, holds }) => ({ test: inside(test, around), holds }))
      : [];
  });
  if (asked.every(({ test, holds }) => freeCandidates(term).every((value) => test.check(value) === holds))) return [];
  const { constraint, part } = term;
  const likely = isMention(part) ? (part.variable.examples ?? []) : [];
  return samples({ ...constraint, tests: [...constraint.tests, ...asked] }, 1, likely);
}

interface Around {
  readonly before: string;
  readonly after: string;
}

/** What stands before and after an unknown, where that is all literal. */
function aroundOf(key: string, bound: readonly Sided[], sameRun: boolean): Around | null {
  const at = bound.findIndex(({ side, part }) => typeof part !== "string" && sidedKey(side, part, sameRun) === key);
  const held = bound[at]?.part;
  if (held === undefined || typeof held === "string" || !isMention(held) || held.prefix + held.suffix !== "")
    return null;
  const before = textOf(bound.slice(0, at));
  const after = textOf(bound.slice(at + 1));
  return before && after ? { before: show(before), after: show(after) } : null;
}

/** The question about a text, as one about a part of it. */
function inside(test: Test, { before, after }: Around): Test {
  return {
    id: `${before}·${after} ${test.id}`,
    check: (value) => test.check(`${before}${value}${after}`),
    examples: test.examples.map((example) => example.slice(example.startsWith(before) ? before.length : 0)),
  };
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

/** Values that terms bound to this one already have or may have, and literals that bindings ask of any of them. */
function aliases(
  key: string,
  bindings: Bindings,
  terms: ReadonlyMap<string, Term>,
  sameRun: boolean,
  values: ReadonlyMap<string, string>,
): readonly string[] {
  const out: string[] = [];
  const linked = linkedTo(key, bindings, sameRun);
  for (const other of linked) {
    const term = terms.get(other);
    if (term) out.push(...freeCandidates(term));
    const value = values.get(other);
    if (value !== undefined) out.push(value);
  }
  for (const [other, bound] of bindings) {
    const of = plainKey(other);
    if (other === key || (of !== key && !linked.has(of))) continue;
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
