import { admits, type Constraint } from "./cube.ts";

/** Plain names in the manner of real ones; none is likely to be a literal of a repository. */
const NAMES = [
  "alder-7",
  "birch-8",
  "cedar-9",
  "7",
  "8",
  "v7.1.2",
  "v8.0.3",
  "1a2b3c4",
  "Larch",
  "release/7.1",
  "feature/alder",
];

/** Candidates that are tried; of a value with hundreds of patterns there would be millions. */
const MOST_TRIES = 3000;

/**
 * Concrete values that satisfy a constraint, different ones as far as possible; fewer than `wanted` where none are
 * found. Tries `likely` ones, the examples of the tests, their combinations and plain names.
 */
export function samples(constraint: Constraint, wanted: number, likely: readonly string[] = []): readonly string[] {
  if (constraint.within) return constraint.within.filter((value) => admits(constraint, value)).slice(0, wanted);
  const found = new Set<string>();
  for (const value of likely) if (found.size < wanted && admits(constraint, value)) found.add(value);
  let tries = MOST_TRIES;
  for (const candidate of candidates(constraint)) {
    if (found.size >= wanted || (tries -= 1) < 0) break;
    if (admits(constraint, candidate)) found.add(candidate);
  }
  return [...found];
}

function* candidates(constraint: Constraint): Generator<string> {
  const examples = constraint.tests.flatMap(({ test }) => test.examples);
  yield* examples;
  // Plain names pass every test that only excludes something, however many there are.
  yield* NAMES;
  for (const example of examples) {
    for (const name of NAMES)
      yield* [
        `${example}-${name}`,
        `${example}${name}`,
        `${example}/${name}`,
        `${name}-${example}`,
        `${name}/${example}`,
      ];
  }
  for (const a of examples) for (const b of examples) if (a !== b) yield* overlaps(a, b);
  // What expressions compare without regard to case, a filter may keep out in one spelling only.
  const respelt = examples.flatMap(spellings).filter((spelling) => !examples.includes(spelling));
  yield* respelt;
  for (const a of respelt) for (const b of examples) yield* overlaps(a, b);
  for (const a of examples) for (const b of respelt) yield* overlaps(a, b);
  if (constraint.tests.length > 2) yield* ofThree(examples);
  yield "";
}

/** `release/x`, `prod` and `1` together: what begins, holds and ends as three tests ask. */
function* ofThree(examples: readonly string[]): Generator<string> {
  for (const a of examples) {
    for (const b of examples) {
      if (a !== b) for (const ab of overlaps(a, b)) for (const c of examples) yield* overlaps(ab, c);
    }
  }
}

function spellings(example: string): readonly string[] {
  return [example.toUpperCase(), example.charAt(0).toUpperCase() + example.slice(1), example.toLowerCase()];
}

/** Two examples laid over each other: `release/x` and `x-prod` give `release/x-prod`. */
function* overlaps(a: string, b: string): Generator<string> {
  yield a + b;
  yield `${a}-${b}`;
  yield `${a}/${b}`;
  for (let length = Math.min(a.length, b.length); length > 0; length -= 1) {
    if (a.endsWith(b.slice(0, length))) yield a + b.slice(length);
  }
}

/**
 * Whether some value satisfies the constraint. A free value passes any set of tests for which a sample is found; where
 * none is, it is taken for possible only if no single test stands in the way of all examples of another, so that
 * `main` can never be a `release/**` but two odd patterns are not declared contradictory for want of imagination.
 */
export function feasible(constraint: Constraint): boolean {
  if (constraint.within) return constraint.within.some((value) => admits(constraint, value));
  if (samples(constraint, 1).length > 0) return true;
  const wanted = constraint.tests.filter(({ holds }) => holds);
  if (wanted.some(({ test }) => test.complete)) return false;
  if (wanted.length < 2) return wanted.length === 0 || wanted.every(({ test }) => test.examples.length === 0);
  return wanted.some(({ test }) => test.examples.length === 0);
}
