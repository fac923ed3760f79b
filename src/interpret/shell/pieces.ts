import { literalOf, type Part, type Text } from "../../values/text.ts";
import { scalar } from "./variables.ts";
import type { World } from "./world.ts";

/** A stretch of a word after expansion. */
export interface Piece {
  readonly text: Text;
  readonly quoted: boolean;
  /** It came from an unquoted expansion: blanks in it separate words. */
  readonly splits: boolean;
  /** A new word starts behind it (`"$@"`). */
  readonly ends?: boolean;
}

export type Field = readonly Piece[];

export function quoted(text: Text): Piece {
  return { text, quoted: true, splits: false };
}

/**
 * The words that the pieces of one word make: unquoted expansions are split at blanks of IFS, known characters only.
 * https://www.gnu.org/software/bash/manual/bash.html#Word-Splitting
 */
export function splitFields(pieces: readonly Piece[], world: World): readonly Field[] {
  const fields: Piece[][] = [];
  let current: Piece[] | null = null;
  const ifs = pieces.some((piece) => piece.splits) ? splitterOf(world) : null;
  for (const piece of pieces) {
    if (piece.splits && ifs) current = splitPiece(piece, ifs, fields, current);
    else if (piece.quoted || piece.text.length > 0) (current ??= open(fields)).push(piece);
    if (piece.ends) current = null;
  }
  return fields;
}

function open(fields: Piece[][]): Piece[] {
  const field: Piece[] = [];
  fields.push(field);
  return field;
}

interface Splitter {
  readonly blank: string;
  readonly hard: string;
}

function splitterOf(world: World): Splitter | null {
  const text = scalar(world, "IFS");
  const ifs = text === null ? " \t\n" : literalOf(text);
  if (ifs === null || ifs === "") return null;
  return { blank: [...ifs].filter((c) => /\s/.test(c)).join(""), hard: [...ifs].filter((c) => !/\s/.test(c)).join("") };
}

function splitPiece(piece: Piece, ifs: Splitter, fields: Piece[][], before: Piece[] | null): Piece[] | null {
  let current = before;
  /** A separator that is no blank was seen and nothing followed it yet. */
  for (const part of piece.text) {
    if (typeof part !== "string") {
      (current ??= open(fields)).push({ text: [part], quoted: false, splits: false });
      continue;
    }
    current = splitLiteral(part, ifs, fields, current);
  }
  return current;
}

function splitLiteral(text: string, ifs: Splitter, fields: Piece[][], before: Piece[] | null): Piece[] | null {
  let current = before;
  let word = "";
  let afterBlank = false;
  const flush = (): void => {
    if (word !== "") (current ??= open(fields)).push({ text: [word], quoted: false, splits: false });
    word = "";
  };
  for (const c of text) {
    if (ifs.blank.includes(c)) {
      flush();
      if (current) afterBlank = true;
      current = null;
    } else if (ifs.hard.includes(c)) {
      flush();
      // Two separators in a row have an empty word between them; blanks around one belong to it.
      if (!current && !afterBlank) open(fields);
      afterBlank = false;
      current = null;
    } else {
      afterBlank = false;
      word += c;
    }
  }
  flush();
  return current;
}

/** A part that nobody knows. */
export function isUnknown(part: Part): boolean {
  return typeof part !== "string";
}
