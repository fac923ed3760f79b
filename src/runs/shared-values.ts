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
export function withSharedValues(question: Question): Question | null {
  if (question.sameRun) return question;
  const { a, b } = question;
  const met = MET.get(a) ?? new WeakMap<Cube, Both | null>();
  MET.set(a, met);
  const known = met.get(b);
  const both = known === undefined ? joined(a, b) : known;
  met.set(b, both);
  if (both === null || (both.a === a && both.b === b)) return both && question;
  return { ...question, ...both };
}

/** What led to each of two runs. */
interface Both {
  readonly a: Cube;
  readonly b: Cube;
}

/** Pairs of writers are asked about again and again, and what is kept of an answer is kept by these very cubes. */
const MET = new WeakMap<Cube, WeakMap<Cube, Both | null>>();

function joined(one: Cube, other: Cube): Both | null {
  let [a, b] = [one, other];
  for (const [key, ours] of one) {
    const theirs = other.get(key);
    if (ours === theirs || !isShared(ours)) continue;
    if (theirs === undefined) {
      b = withConstraint(b, key, ours);
      continue;
    }
    const both = intersect(only(key, ours), only(key, theirs), feasible)?.get(key);
    if (!both) return null;
    a = withConstraint(a, key, both);
    b = withConstraint(b, key, both);
  }
  for (const [key, theirs] of other) if (isShared(theirs) && !one.has(key)) a = withConstraint(a, key, theirs);
  return { a, b };
}

function only(key: string, constraint: Constraint): Cube {
  return new Map([[key, constraint]]);
}

/** Whether it speaks of a value of the repository, or of an environment whose name is known. */
export function isShared({ about }: Constraint): boolean {
  if (!about || !isMention(about) || about.variable.kind !== "constant") return false;
  return (about.variable.given ?? []).every(isLiteral);
}
