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
  const known = new WeakMap<object, number>();
  const written = new Map<string, number>();
  let last = 0;

  function numbered<T extends object>(one: T, write: (one: T) => string): number {
    const before = known.get(one);
    if (before !== undefined) return before;
    const structure = write(one);
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
  }

  const ofCube = (cube: Cube): number => numbered(cube, writeCube);
  const ofText = (text: Text): number => numbered(text, writeText);

  function writeCube(cube: Cube): string {
    let out = "cube";
    for (const [key, constraint] of cube) out += `\n${key}\n${numbered(constraint, writeConstraint)}`;
    return out;
  }

  function writeConstraint({ within, not, tests, unsure, equates }: Constraint): string {
    return JSON.stringify([
      "constraint",
      within ?? null,
      not,
      tests.map(({ test, holds }) => [numbered(test, writeTest), holds]),
      unsure ?? false,
      equates ? [ofText(equates.one), ofText(equates.other), equates.fold] : null,
    ]);
  }

  function writeText(text: Text): string {
    return JSON.stringify(["text", ...text.map(writePart)]);
  }

  function writePart(part: Part): unknown {
    if (typeof part === "string") return part;
    if (isDerived(part)) return [part.name, ofText(part.of)];
    return [numbered(part.variable, writeVariable), part.prefix, part.suffix];
  }

  function writeVariable({ key, label, kind, domain, nonEmpty, given, base, examples, tests }: Variable): string {
    return JSON.stringify([
      "variable",
      key,
      label,
      kind,
      domain ?? null,
      nonEmpty ?? false,
      given?.map(ofText) ?? null,
      base ?? null,
      examples ?? null,
      tests?.map((test) => numbered(test, writeTest)) ?? null,
    ]);
  }

  return { cube: ofCube, text: ofText };
}

function writeTest({ id, examples, complete, edges }: Test): string {
  return JSON.stringify(["test", id, examples, complete ?? false, edges ?? null]);
}
