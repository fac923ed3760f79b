import { oneLine } from "../../reporters/view/clean.ts";

/** A word as bash takes it back when it is pasted. What a terminal or a job log would obey stands there as an escape. */
export function shellWord(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  if (oneLine(word) === word) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${word.replace(/[^ -~]|['\\#]/gu, codePoint)}'`;
}

function codePoint(char: string): string {
  const hex = (char.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
}
