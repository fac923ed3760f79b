import { concat, literal, type Part, type Text } from "../values/text.ts";

/** The literal beginning of a text, up to its first unknown part. */
export function headOf(text: Text): string {
  const [first] = text;
  return typeof first === "string" ? first : "";
}

/** The literal end of a text, after its last unknown part. */
export function tailOf(text: Text): string {
  const last = text[text.length - 1];
  return typeof last === "string" ? last : "";
}

/** The literal stretches, with `hole` where something is unknown: for looking at a text, never for its identity. */
export function sketch(text: Text, hole = "\u0000"): string {
  return text.map((part) => (typeof part === "string" ? part : hole)).join("");
}

/** The text without its first `length` characters, which must be literal. */
export function dropFront(text: Text, length: number): Text {
  const [first, ...rest] = text;
  if (length === 0 || typeof first !== "string") return text;
  return concat([first.slice(length)], rest);
}

/** The text without its last `length` characters, which must be literal. */
export function dropBack(text: Text, length: number): Text {
  const last = text[text.length - 1];
  if (length === 0 || typeof last !== "string") return text;
  return concat(text.slice(0, -1), [last.slice(0, last.length - length)]);
}

/** Stretches between literal separators: `a:{x}` split at `:` gives `a` and `{x}`. Unknown parts are not cut. */
export function splitText(text: Text, separator: string | RegExp): readonly Text[] {
  const out: Text[] = [];
  let current: Part[] = [];
  for (const part of text) {
    if (typeof part !== "string") {
      current.push(part);
      continue;
    }
    const [first = "", ...others] = part.split(separator);
    current.push(first);
    for (const other of others) {
      out.push(concat(current));
      current = [other];
    }
  }
  out.push(concat(current));
  return out;
}

/** What stands before and after the first occurrence of a literal separator; null where there is none. */
export function cutAt(text: Text, separator: string): readonly [Text, Text] | null {
  const index = text.findIndex((part) => typeof part === "string" && part.includes(separator));
  if (index < 0) return null;
  const part = text[index] as string;
  const at = part.indexOf(separator);
  return [
    concat(text.slice(0, index), [part.slice(0, at)]),
    concat([part.slice(at + separator.length)], text.slice(index + 1)),
  ];
}

/** As `cutAt`, at the last occurrence. */
export function cutAtLast(text: Text, separator: string): readonly [Text, Text] | null {
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const part = text[index];
    if (typeof part !== "string") continue;
    const at = part.lastIndexOf(separator);
    if (at < 0) continue;
    return [
      concat(text.slice(0, index), [part.slice(0, at)]),
      concat([part.slice(at + separator.length)], text.slice(index + 1)),
    ];
  }
  return null;
}

/** The text without blanks around it, as far as these are literal. */
export function trimText(text: Text): Text {
  const head = headOf(text);
  const front = dropFront(text, head.length - head.trimStart().length);
  const tail = tailOf(front);
  return dropBack(front, tail.length - tail.trimEnd().length);
}

/** Texts joined by a literal. */
export function joinTexts(texts: readonly Text[], separator: string): Text {
  return texts.reduce<Text>((sum, text, index) => (index === 0 ? text : concat(sum, literal(separator), text)), []);
}
