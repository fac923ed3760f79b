import { oneLine } from "../../reporters/view/clean.ts";

/** A word as bash takes it back when it is pasted. What a terminal or a job log would obey stands there as an escape. */
export function shellWord(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  if (oneLine(word) === word) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${word.replace(/[^ -~]|['\\#]/g, unit)}'`;
}

function unit(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
