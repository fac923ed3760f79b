import { admits, type Constraint } from "../values/cube.ts";
import { samples } from "../values/samples.ts";
import { isDerived } from "../values/text.ts";
import type { Term } from "./terms.ts";
import { uniqueValues } from "./unique.ts";

const FREE_CANDIDATES = 3;

/** Values worth trying for an unknown that nothing binds. */
export function freshCandidates({ part, constraint, side }: Omit<Term, "key">): readonly string[] {
  if (isDerived(part)) return samples(constraint, FREE_CANDIDATES);
  const { variable } = part;
  if (constraint.within) return constraint.within;
  if (variable.kind === "constant") return named(`<${variable.label}>`, constraint);
  if (variable.kind === "output")
    return [`<${variable.label}>`, `<${variable.label} of the other run>`].flatMap((name) => named(name, constraint));
  if (variable.kind === "unique") return uniqueValues(variable, side);
  const found = samples(constraint, FREE_CANDIDATES, variable.examples);
  const varied = found.flatMap((value) => [value, ...lookalikes(value)]).slice(0, FREE_CANDIDATES * 3);
  // The two runs start from different ends, so that the first try differs wherever it may.
  return side === "a" ? [...found, ...varied] : [...[...found].reverse(), ...varied];
}

/** What nobody here knows is called by its own name, so that no two are one; in words that its tests admit, where they refuse the name. */
function named(name: string, constraint: Constraint): readonly string[] {
  if (admits(constraint, name)) return [name];
  const examples = constraint.tests.flatMap(({ test }) => test.examples);
  const around = examples.flatMap((example) => [`${example}${name}`, `${name}${example}`, `${name}${example}${name}`]);
  const fitting = around.filter((value) => admits(constraint, value));
  return fitting.length > 0 ? fitting.slice(0, 1) : samples(constraint, 1);
}

/** Other values that a lossy function may map to the same one. */
function lookalikes(value: string): readonly string[] {
  if (/^\d{1,9}$/u.test(value)) return numbersLike(Number(value));
  return [
    `${value}/2`,
    `${value}-2`,
    `${value}.2`,
    value.replaceAll("/", "-"),
    value.toUpperCase(),
    `2/${value}`,
  ].filter((other) => other !== value);
}

/** The same remainder by round numbers and by small ones, the same first digits, the same quotient. */
function numbersLike(value: number): readonly string[] {
  return [value + 10, value + 100, value + 1000, value + 5040, value * 10, value + 1].map(String);
}
