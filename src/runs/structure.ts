import type { Constraint, Cube } from "../values/cube.ts";
import { isDerived, type Part, type Text } from "../values/text.ts";
import type { Test, Variable } from "../values/variable.ts";

/** Numbers that tell things with one structure: each is written out once, and then known by who it is. */
export interface Structures {
  cube(cube: Cube): number;
  text(text: Text): number;
}

const MOST = 50_000;

/**
 * Two cubes (two texts) have one number exactly where they say the same in the same order, whichever workflow they come
 * from, so that nothing which looks at them can tell them apart. Names of tests and functions say all that they do.
 */
export function createStructures(): Structures {
  const numbers = createNumbers();
  return { cube: (cube) => numbers(cube, writeCube), text: (text) => numbers(text, writeText) };
}

/** Gives a thing its number; `write` says what it is, with the numbers of what it is made of. */
type Numbers = <T extends object>(one: T, write: (one: T, numbers: Numbers) => string) => number;

function createNumbers(): Numbers {
  const known = new WeakMap<object, number>();
  const written = new Map<string, number>();
  let last = 0;
  const numbers: Numbers = (one, write) => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const structure = write(one, numbers);
    let number = written.get(structure);
    if (number === undefined) {
      // A number is never given twice, so that what is forgotten only costs another number.
      if (written.size >= MOST) written.clear();
      last += 1;
      number = last;
      written.set(structure, number);
    }
    known.set(one, number);
    return number;
  };
  return numbers;
}

function writeCube(cube: Cube, numbers: Numbers): string {
  let out = "cube";
  for (const [key, constraint] of cube) out += `\n${key}\n${numbers(constraint, writeConstraint)}`;
  return out;
}

function writeConstraint({ within, not, tests, unsure, own, equates }: Constraint, numbers: Numbers): string {
  return JSON.stringify([
    "constraint",
    within ?? null,
    not,
    tests.map(({ test, holds }) => [numbers(test, writeTest), holds]),
    unsure ?? false,
    own ? numbers(own, writeConstraint) : null,
    equates ? [numbers(equates.one, writeText), numbers(equates.other, writeText), equates.fold] : null,
  ]);
}

function writeText(text: Text, numbers: Numbers): string {
  const writePart = (part: Part): unknown => {
    if (typeof part === "string") return part;
    if (isDerived(part)) return [part.name, numbers(part.of, writeText)];
    return [numbers(part.variable, writeVariable), part.prefix, part.suffix];
  };
  return JSON.stringify(["text", ...text.map(writePart)]);
}

function writeVariable(variable: Variable, numbers: Numbers): string {
  const { key, label, kind, domain, nonEmpty, given, base, setting, examples, tests } = variable;
  return JSON.stringify([
    "variable",
    key,
    label,
    kind,
    domain ?? null,
    nonEmpty ?? false,
    given?.map((text) => numbers(text, writeText)) ?? null,
    base ?? null,
    setting ?? false,
    examples ?? null,
    tests?.map((test) => numbers(test, writeTest)) ?? null,
  ]);
}

function writeTest({ id, examples, complete, edges }: Test): string {
  return JSON.stringify(["test", id, examples, complete ?? false, edges ?? null]);
}
