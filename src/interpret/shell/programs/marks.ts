import { concat, literal, type Part, type Text } from "../../../values/text.ts";

const OPEN = "\uE000";
const CLOSE = "\uE001";
const MARK = /\uE000(\d+)\uE001/g;

/** Unknown parts written as characters that no document holds, so that documents around them can be computed with. */
export interface Marks {
  readonly parts: Part[];
}

export function newMarks(): Marks {
  return { parts: [] };
}

export function marked(text: Text, marks: Marks): string {
  return text
    .map((part) => {
      if (typeof part === "string") return part;
      marks.parts.push(part);
      return `${OPEN}${marks.parts.length - 1}${CLOSE}`;
    })
    .join("");
}

/** The text with its unknown parts again; null where something was done to a mark that is not passing it on. */
export function unmarked(text: string, marks: Marks): Text | null {
  const pieces = text.split(MARK);
  const texts = pieces.map((piece, index): Text | null => {
    if (index % 2 === 0) return /[\uE000\uE001]/.test(piece) ? null : literal(piece);
    const part = marks.parts[Number(piece)];
    return part === undefined ? null : [part];
  });
  return texts.some((each) => each === null) ? null : concat(...texts.map((each) => each ?? []));
}

/** Whether there is a mark in the text. */
export function hasMark(text: string): boolean {
  return text.includes(OPEN);
}

const LOOKING = new RegExp(
  String.raw`\b(?:test|split|sub|gsub|startswith|endswith|ltrimstr|rtrimstr|length|ascii_downcase|ascii_upcase|` +
    String.raw`contains|index|inside|select|sort|unique|fromjson|tonumber|if)\b|==|!=|<|>|@|\[\s*-?\d*\s*:`,
);

/** Whether a filter of jq looks into strings, so that a mark in them would be taken for text. */
export function looksInside(filter: string): boolean {
  return LOOKING.test(filter);
}
