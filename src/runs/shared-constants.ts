import { withConstraint, type Constraint, type Cube } from "../values/cube.ts";
import { feasible } from "../values/samples.ts";
import { isLiteral, isMention } from "../values/text.ts";
import { intersect } from "../values/worlds.ts";
import type { Question } from "./question.ts";

/**
 * The question with what either run knows of the values that all runs share (`github.repository`, a variable of the
 * repository): a condition on one of them that one run passes lets the other past it too. Null where what the two know
 * contradicts itself, so that there are no such two runs.
 */
export function withSharedConstants(question: Question): Question | null {
  if (question.sameRun) return question;
  let { a, b } = question;
  for (const [key, ours] of question.a) {
    const theirs = question.b.get(key);
    if (!isShared(ours) || ours === theirs) continue;
    if (theirs === undefined) {
      b = withConstraint(b, key, ours);
      continue;
    }
    const both = intersect(only(key, ours), only(key, theirs), feasible)?.get(key);
    if (!both) return null;
    a = withConstraint(a, key, both);
    b = withConstraint(b, key, both);
  }
  for (const [key, theirs] of question.b)
    if (isShared(theirs) && !question.a.has(key)) a = withConstraint(a, key, theirs);
  return a === question.a && b === question.b ? question : { ...question, a, b };
}

function only(key: string, constraint: Constraint): Cube {
  return new Map([[key, constraint]]);
}

/** Whether it speaks of a value of the repository, or of an environment whose name is known. */
export function isShared({ about }: Constraint): boolean {
  if (!about || !isMention(about) || about.variable.kind !== "constant") return false;
  return (about.variable.given ?? []).every(isLiteral);
}
