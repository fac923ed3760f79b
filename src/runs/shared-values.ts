import { withConstraint, type Constraint, type Cube } from "../values/cube.ts";
import { feasible } from "../values/samples.ts";
import { isLiteral, isMention, literalOf } from "../values/text.ts";
import { intersect } from "../values/worlds.ts";
import type { Question } from "./question.ts";

/**
 * The question with what either run knows of the values that all runs share (`github.repository`, a variable of the
 * repository): a condition on one of them that one run passes lets the other past it too. Null where what the two know
 * contradicts itself, so that there are no such two runs.
 */
export function withSharedValues(question: Question): Question | null {
  if (question.sameRun) return question;
  let { a, b } = question;
  for (const [key, ours] of question.a) {
    const theirs = question.b.get(key);
    if (ours === theirs || !(isShared(ours) || (theirs && isOfOneThing(ours, theirs)))) continue;
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

/** Whether both speak of what one known thing decides: whether `refs/heads/main` is protected. */
function isOfOneThing({ about: one }: Constraint, { about: other }: Constraint): boolean {
  if (!one || !other || !isMention(one) || !isMention(other) || one.variable.kind !== "chosen") return false;
  const [ours, theirs] = [one, other].map(({ variable }) => variable.given?.map(literalOf) ?? [null]);
  return ours !== undefined && !ours.includes(null) && ours.join("\n") === theirs?.join("\n");
}

/** Whether it speaks of a value of the repository, or of an environment whose name is known. */
export function isShared({ about }: Constraint): boolean {
  if (!about || !isMention(about) || about.variable.kind !== "constant") return false;
  return (about.variable.given ?? []).every(isLiteral);
}
