import { samePieces } from "../../values/same.ts";
import {
  canonical,
  concat,
  derive,
  isDerived,
  isMention,
  literal,
  literalOf,
  termKey,
  type Part,
  type Text,
} from "../../values/text.ts";

/** Whether two texts are the same expression (and so the same string in every run). */
export function sameText(a: Text, b: Text): boolean {
  return samePieces(a, b, (x, y) => {
    if (isMention(x) && isMention(y))
      return x.prefix === y.prefix && x.suffix === y.suffix && x.variable.key === y.variable.key;
    return isDerived(x) && isDerived(y) && termKey(x) === termKey(y);
  });
}

/**
 * A function that works on each character by itself (`tr a-z A-Z`, `${x//\//-}`): applied to known stretches, named on
 * unknown parts.
 */
export function mapParts(text: Text, name: string, apply: (value: string) => string): Text {
  return concat(
    ...text.map((part): Text => (typeof part === "string" ? literal(apply(part)) : derive(name, [part], apply))),
  );
}

/** A function of the whole text. */
export function mapWhole(text: Text, name: string, apply: (value: string) => string): Text {
  return derive(name, text, apply);
}

/** The known beginning of a text. */
export function leading(text: Text): string {
  const [first] = text;
  return typeof first === "string" ? first : "";
}

/** The known end of a text. */
export function trailing(text: Text): string {
  const last = text[text.length - 1];
  return typeof last === "string" ? last : "";
}

export function dropLeading(text: Text, length: number): Text {
  const [first, ...rest] = text;
  return typeof first === "string" ? concat([first.slice(length)], rest) : text;
}

export function dropTrailing(text: Text, length: number): Text {
  const last = text[text.length - 1];
  return typeof last === "string" ? concat(text.slice(0, -1), [last.slice(0, last.length - length)]) : text;
}

/** What `$( … )` leaves of an output. */
export function withoutFinalNewlines(text: Text): Text {
  let out = text;
  for (let end = trailing(out); end.endsWith("\n"); end = trailing(out)) {
    out = dropTrailing(out, end.length - end.replace(/\n+$/, "").length);
  }
  return out;
}

/** The lines of a text; unknown parts are taken to hold no newline. A final newline ends the last line. */
export function linesOf(text: Text): readonly Text[] {
  const lines: Part[][] = [[]];
  for (const part of text) {
    if (typeof part !== "string") lines[lines.length - 1]?.push(part);
    else {
      const [first = "", ...more] = part.split("\n");
      if (first !== "") lines[lines.length - 1]?.push(first);
      for (const line of more) lines.push(line === "" ? [] : [line]);
    }
  }
  if (lines[lines.length - 1]?.length === 0) lines.pop();
  return lines;
}

/** Lines as a text again, each with its newline. */
export function joinLines(lines: readonly Text[]): Text {
  return concat(...lines.flatMap((line) => [line, ["\n"]]));
}

export function joinTexts(texts: readonly Text[], separator: string): Text {
  return concat(...texts.flatMap((text, index) => (index === 0 ? [text] : [literal(separator), text])));
}

/** Splits at every known occurrence of the separator; unknown parts are taken not to hold it. */
export function splitText(text: Text, separator: RegExp): readonly Text[] {
  const pieces: Part[][] = [[]];
  for (const part of text) {
    if (typeof part !== "string") pieces[pieces.length - 1]?.push(part);
    else {
      part.split(separator).forEach((piece, index) => {
        if (index > 0) pieces.push([]);
        if (piece !== "") pieces[pieces.length - 1]?.push(piece);
      });
    }
  }
  return pieces;
}

/** For messages and names: the text if known, else its canonical form. */
export function nameOf(text: Text): string {
  return literalOf(text) ?? canonical(text);
}

export function lengthOf(text: Text): number {
  let length = 0;
  for (const part of text) length += typeof part === "string" ? part.length : 1;
  return length;
}
