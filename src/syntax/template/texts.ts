import { canonical, mention, concat, literal, show, type Part, type Text } from "../../values/text.ts";
import { hole, piecesOf, type Word } from "./holes.ts";

/** The unknown parts that stand as holes in the words of one call, by the holes' names. */
export type HoleTable = Map<string, Part>;

/** A text as a word: each unknown part becomes a hole with the name that reports give it, noted in the table. */
export function toWord(text: Text, table: HoleTable): Word {
  return text.map((part) => (typeof part === "string" ? part : hole(nameIn(table, part)))).join("");
}

/** Two parts can look alike and still differ; the second gets a mark. */
function nameIn(table: HoleTable, part: Exclude<Part, string>): string {
  let name = show([part]).replaceAll(/[{}]/g, "");
  while (table.has(name) && !isSame(table.get(name), part)) name += "'";
  table.set(name, part);
  return name;
}

function isSame(a: Part | undefined, b: Part): boolean {
  return a === b || (a !== undefined && canonical([a]) === canonical([b]));
}

/**
 * A word as a text again. A hole that no table knows is named by an expression of the template's own (a fact, a value
 * of a cluster): it is answered while the tool runs, and may differ from run to run.
 */
export function toText(word: Word, table: HoleTable): Text {
  const parts = piecesOf(word).map((piece): Text => {
    if ("text" in piece) return literal(piece.text);
    const part = table.get(piece.hole);
    return part === undefined ? mention({ key: `template:${piece.hole}`, label: piece.hole, kind: "output" }) : [part];
  });
  return concat(...parts);
}

/** The parts behind the holes of some words. */
export function partsIn(words: readonly Word[], table: HoleTable): readonly Part[] {
  const names = words.flatMap(piecesOf).flatMap((piece) => ("hole" in piece ? [piece.hole] : []));
  return [...new Set(names)].flatMap((name) => table.get(name) ?? []);
}
