import { admits, constraintOf, learn, openParts, settle, type Cube } from "./cube.ts";
import { isDerived, isMention, termKey, type Derived, type Mention, type Text } from "./text.ts";

/** A text of more parts than this is a whole file or report, and no name of anything. */
const MOST_PARTS = 100;

function isLong(text: Text): boolean {
  return partsOf(text, MOST_PARTS + 1) > MOST_PARTS;
}

/** How many parts a text has, those inside functions included; counts no further than `most`. */
function partsOf(text: Text, most: number): number {
  let count = text.length;
  for (const part of text) {
    if (count >= most) break;
    if (typeof part !== "string" && isDerived(part)) count += partsOf(part.of, most - count);
  }
  return count;
}

/** Texts with more combinations than this are not written out: nobody would read them, and a solver needs them not. */
const MOST_COMBINATIONS = 1024;

/**
 * The text with finite unknowns written out, one branch per combination of their values; free ones stay.
 * `most`: domains larger than this stay as they are, and so does a text with more combinations than `mostTogether`.
 */
export function enumerate(
  cube: Cube,
  text: Text,
  most = 256,
  mostTogether = MOST_COMBINATIONS,
): readonly { readonly cube: Cube; readonly text: Text }[] {
  const settled = settle(text, cube);
  return isLong(settled) || combinations(cube, settled, most) > mostTogether
    ? [{ cube, text: settled }]
    : writtenOut(cube, settled, most);
}

function writtenOut(cube: Cube, settled: Text, most: number): ReturnType<typeof enumerate> {
  const finite = openTerms(settled).find((part) => sizeOf(cube, part) <= most);
  if (!finite) return [{ cube, text: settled }];
  return values(cube, finite).flatMap((next) => writtenOut(next, settle(settled, next), most));
}

function combinations(cube: Cube, text: Text, most: number): number {
  const sizes = new Map(
    openTerms(text)
      .filter(isMention)
      .map((part) => [termKey(part), sizeOf(cube, part)]),
  );
  return [...sizes.values()].filter((size) => size <= most).reduce((all, size) => all * size, 1);
}

/** How many values an unknown can have. */
export function sizeOf(cube: Cube, part: Mention | Derived): number {
  return constraintOf(cube, part).within?.length ?? Infinity;
}

/** Open parts, looking into derived values down to the mention that decides them. */
export function openTerms(text: Text): readonly (Mention | Derived)[] {
  return openParts(text).flatMap((part) => (isMention(part) ? [part] : [...openTerms(part.of), part]));
}

/** The cube once for each value that a finite unknown can have. */
export function values(cube: Cube, part: Mention | Derived): readonly Cube[] {
  const constraint = constraintOf(cube, part);
  return (constraint.within ?? []).filter((value) => admits(constraint, value)).map((value) => fix(cube, part, value));
}

/** The cube in which an unknown has this value. */
export function fix(cube: Cube, part: Mention | Derived, value: string): Cube {
  return learn(cube, part, { within: [value], not: [], tests: [] });
}
