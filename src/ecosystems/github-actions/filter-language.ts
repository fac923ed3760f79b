import { afterChar, beforeText, isWhole, type Compiled, type Positions } from "./pattern-atoms.ts";

/** Patterns that need more than so many positions together are taken to leave a name over. */
const MOST_POSITIONS = 4096;

/** What a branch or tag may be made of (`git check-ref-format`), one letter for all beyond ASCII. */
const LETTERS = [...Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)), "é"].filter(
  (char) => !"~^:?*[\\".includes(char),
);

/**
 * Whether there is a name of which it is wanted which patterns match it. All patterns are played side by side over every
 * text there is, so that the answer does not depend on which examples somebody thought of.
 */
export function someName(patterns: readonly Compiled[], wanted: (matched: readonly boolean[]) => boolean): boolean {
  const letters = distinctLetters(patterns);
  const start = patterns.map(({ atoms }) => beforeText(atoms));
  const seen = new Set([keyOf(start)]);
  const waiting = [start];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    for (const letter of letters) {
      const next = patterns.map(({ atoms }, index) => afterChar(atoms, at[index] as Positions, letter));
      const key = keyOf(next);
      if (seen.has(key)) continue;
      if (
        seen.size >= MOST_POSITIONS ||
        wanted(patterns.map(({ atoms }, index) => isWhole(atoms, next[index] as Positions)))
      )
        return true;
      seen.add(key);
      waiting.push(next);
    }
  }
  return false;
}

function keyOf(positions: readonly Positions[]): string {
  return positions.map((own) => [...own].sort((a, b) => a - b).join()).join(";");
}

/** Of letters that no pattern tells apart, one. */
function distinctLetters(patterns: readonly Compiled[]): readonly string[] {
  const atoms = patterns.flatMap((pattern) => pattern.atoms);
  const kinds = new Map(
    LETTERS.map((letter) => [
      atoms.map((atom) => (atom.kind === "folders" ? letter === "/" : atom.takes(letter))).join(),
      letter,
    ]),
  );
  return [...kinds.values()];
}
