import { constraintOf, type Constraint, type Cube } from "../values/cube.ts";
import { isDerived, isMention, type Derived, type Mention, type Text } from "../values/text.ts";
import { HEAD_KEY, HEAD_REF, PULL_KEY } from "../ecosystems/github-actions/run-values.ts";
import type { Question } from "./question.ts";
import { isSettledConstant } from "./render.ts";
import { sidedKey, type Side } from "./unify.ts";

/** An unknown of a question that has a value of its own. */
export interface Term {
  readonly key: string;
  readonly side: Side;
  readonly part: Mention | Derived;
  readonly constraint: Constraint;
}

/** Every unknown that has a value of its own, constants and arguments of functions included. */
export function termsOf(question: Question, cubes: Readonly<Record<Side, Cube>>): ReadonlyMap<string, Term> {
  const terms = new Map<string, Term>();
  const visit = (side: Side, text: Text): void => {
    for (const part of text) {
      if (typeof part === "string") continue;
      if (isDerived(part)) {
        visit(side, part.of);
        continue;
      }
      for (const given of part.variable.given ?? []) visit(side, given);
      if (isSettledConstant(part)) continue;
      const key = sidedKey(side, part, question.sameRun);
      if (!terms.has(key)) terms.set(key, { key, side, part, constraint: constraintOf(cubes[side], part) });
    }
  };
  for (const { a, b } of [...question.equal, ...question.differ]) {
    visit("a", a);
    visit("b", b);
  }
  for (const { side, one, other } of [...(question.distinct ?? []), ...(question.within ?? [])])
    for (const text of [one, other]) visit(side, text);
  // Which pull request it is depends on its branch, also where only what led here has asked for that.
  for (const side of ["a", "b"] as const) {
    const number = [...terms.values()].some(
      (term) => term.side === side && isMention(term.part) && term.part.variable.key === PULL_KEY,
    );
    if (number && question.onePullRequest && cubes[side].has(HEAD_KEY)) visit(side, HEAD_REF);
  }
  return terms;
}

/** Whether only a secret, a variable or a command knows the value. */
export function isOpaque(part: Mention | Derived): boolean {
  return isMention(part) && (part.variable.kind === "constant" || part.variable.kind === "output");
}

/** By what name an answer is known in every run that asks for it. */
export function nameOf(part: Mention): string {
  return part.variable.base ?? part.variable.label;
}
