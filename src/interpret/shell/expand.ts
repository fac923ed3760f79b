import type { Arithmetic, Word, WordPart } from "../../syntax/shell/ast.ts";
import { assignmentOf } from "../../syntax/shell/simple.ts";
import { concat, EMPTY, literal, type Text } from "../../values/text.ts";
import { HOME } from "../machine.ts";
import { evaluateExpansion } from "./arithmetic.ts";
import { captured, substituted } from "./capture.ts";
import { tellCut, type Frame } from "./frame.ts";
import { fileNames } from "./globbing.ts";
import { expandParameter } from "./parameter.ts";
import { plainText } from "./patterns.ts";
import { quoted, splitFields, type Piece } from "./pieces.ts";
import { limited } from "./unknown.ts";
import { scalar } from "./variables.ts";
import { mapValue, one, bind, type Outcome, type World } from "./world.ts";

/**
 * Words as a command gets them: expanded, split, file names matched.
 * https://www.gnu.org/software/bash/manual/bash.html#Shell-Expansions
 */
export function expandWords(words: readonly Word[], world: World, frame: Frame): Outcome<readonly Text[]> {
  let outcomes: Outcome<readonly Text[]> = one(world, []);
  for (const word of words) {
    if (assignmentOf(word)) continue;
    const plain = plainWord(word);
    outcomes =
      plain !== null
        ? mapValue(outcomes, (fields) => [...fields, plain])
        : bind(outcomes, (fields, next) =>
            mapValue(expandFields(word, next, frame), (more) => bounded([...fields, ...more], word, frame)),
          );
  }
  return outcomes;
}

/** A function that calls itself with its arguments twice has a million of them soon. */
const MOST_WORDS = 2_048;

function bounded(fields: readonly Text[], word: Word, frame: Frame): readonly Text[] {
  if (fields.length <= MOST_WORDS) return fields;
  tellCut(frame, word, `a command with more than ${MOST_WORDS} words; the others were left out`);
  return fields.slice(0, MOST_WORDS);
}

/** A word of which everything is written out. */
function plainWord(word: Word): Text | null {
  const [part] = word.parts;
  if (word.parts.length !== 1 || part?.kind !== "text") return null;
  if (!part.quoted && /[*?[]/.test(part.text)) return null;
  return literal(part.text);
}

function expandFields(word: Word, world: World, frame: Frame): Outcome<readonly Text[]> {
  return bind(expandPieces(word, world, frame), (pieces, next) => {
    const fields = splitFields(pieces, next);
    return one(
      next,
      fields.flatMap((field) => fileNames(field, next, frame) ?? [limited(plainText(field))]),
    );
  });
}

/** One string, neither split nor matched with file names: the value of an assignment, the subject of `case`. */
export function expandText(word: Word, world: World, frame: Frame): Outcome<Text> {
  const plain = plainWord(word);
  if (plain !== null) return one(world, plain);
  return mapValue(expandPieces(word, world, frame), joinedText);
}

/** `"$@"` where one string is wanted: the words with blanks between them. */
function joinedText(pieces: readonly Piece[]): Text {
  return limited(
    concat(
      ...pieces.flatMap((piece, index) =>
        piece.ends && index < pieces.length - 1 ? [piece.text, [" "]] : [piece.text],
      ),
    ),
  );
}

/** The word's parts, expanded, each with what decides how it may be split and matched. */
export function expandPieces(word: Word, world: World, frame: Frame): Outcome<readonly Piece[]> {
  let outcomes: Outcome<readonly Piece[]> = one(world, []);
  for (const part of word.parts) {
    outcomes = bind(outcomes, (pieces, next) => {
      const more = expandPart(part, next, frame);
      return pieces.length === 0 ? more : mapValue(more, (added) => [...pieces, ...added]);
    });
  }
  return outcomes;
}

function expandPart(part: WordPart, world: World, frame: Frame): Outcome<readonly Piece[]> {
  switch (part.kind) {
    case "text":
      return one(world, [{ text: literal(part.text), quoted: part.quoted, splits: false }]);
    case "hole":
      return one(world, [{ text: frame.code.holes[part.hole] ?? EMPTY, quoted: part.quoted, splits: false }]);
    case "parameter":
      return expandParameter(part.parameter, part.quoted, world, frame);
    case "tilde":
      return one(world, [quoted(homeOf(part.user, world))]);
    case "command":
      return mapValue(captured(part.body, world, frame, part), (text) => [
        { text, quoted: part.quoted, splits: !part.quoted },
      ]);
    case "arithmetic":
      return mapValue(evaluateExpansion(part.expression, world, frame), (text) => [
        { text, quoted: part.quoted, splits: !part.quoted },
      ]);
    case "process":
      return mapValue(substituted(part, world, frame), (path) => [quoted(path)]);
  }
}

function homeOf(user: string, world: World): Text {
  if (user === "") return scalar(world, "HOME") ?? [HOME];
  if (user === "+") return world.cwd;
  return user === "runner" ? [HOME] : [`/home/${user}`];
}

/** A number that an expression of the shell asks for; null where it is not known. */
export function evaluateNumber(expression: Arithmetic, world: World, frame: Frame): Outcome<number | null> {
  return mapValue(evaluateExpansion(expression, world, frame), (text) => {
    const [only] = text;
    return text.length === 1 && typeof only === "string" ? Number(only) : null;
  });
}
