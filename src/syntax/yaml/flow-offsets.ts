import type { ScalarStyle } from "./node.ts";
import type { Offsets } from "./scalar-source.ts";
import { table } from "../../values/table.ts";

interface Out {
  text: string;
  readonly starts: number[];
  readonly ends: number[];
}

/** Offsets of a plain or quoted scalar: line folding (YAML 1.2.2, 7.3), `''`, backslash escapes. */
export function flowOffsets(whole: string, style: ScalarStyle, start: number, end: number): Offsets {
  const out: Out = { text: "", starts: [], ends: [] };
  const closed = style === "plain" ? 0 : 1;
  let at = start + closed;
  const last = end - closed;
  while (at < last) at = step(whole, style, at, last, out);
  return out;
}

function step(whole: string, style: ScalarStyle, at: number, last: number, out: Out): number {
  const char = whole[at] as string;
  if (char === "\n" || char === "\r") return fold(whole, at, last, out);
  if (char === " " || char === "\t") return blanks(whole, at, last, out);
  if (style === "single" && char === "'" && whole[at + 1] === "'") return push(out, "'", at, at + 2);
  if (style === "double" && char === "\\") return escape(whole, at, last, out);
  return push(out, char, at, at + 1);
}

/** Blanks before a line break are dropped, others are kept. */
function blanks(whole: string, at: number, last: number, out: Out): number {
  let next = at;
  while (next < last && (whole[next] === " " || whole[next] === "\t")) next += 1;
  if (next < last && (whole[next] === "\n" || whole[next] === "\r")) return fold(whole, next, last, out);
  for (let index = at; index < next; index += 1) push(out, whole[index] as string, index, index + 1);
  return next;
}

/** A line break is a blank; each empty line after it is a line break; the next line's indentation is dropped. */
function fold(whole: string, at: number, last: number, out: Out): number {
  const first = afterBreak(whole, at);
  let next = first;
  let empty = 0;
  for (;;) {
    let probe = next;
    while (probe < last && (whole[probe] === " " || whole[probe] === "\t")) probe += 1;
    if (probe >= last || (whole[probe] !== "\n" && whole[probe] !== "\r")) {
      if (empty === 0) push(out, " ", at, first);
      return probe;
    }
    const after = afterBreak(whole, probe);
    push(out, "\n", probe, after);
    empty += 1;
    next = after;
  }
}

const SIMPLE: Readonly<Record<string, string>> = table({
  "0": "\0",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  "\t": "\t",
});
const CODES: Readonly<Record<string, number>> = table({ x: 2, u: 4, U: 8 });

function escape(whole: string, at: number, last: number, out: Out): number {
  const letter = whole[at + 1] ?? "";
  if (letter === "\n" || letter === "\r") return continuation(whole, afterBreak(whole, at + 1), last);
  const digits = Object.hasOwn(CODES, letter) ? (CODES[letter] as number) : 0;
  if (digits > 0) {
    const code = Number.parseInt(whole.slice(at + 2, at + 2 + digits), 16);
    const char = code <= 0x10ffff ? String.fromCodePoint(code) : "";
    for (const unit of char.split("")) push(out, unit, at, at + 2 + digits);
    return at + 2 + digits;
  }
  push(out, Object.hasOwn(SIMPLE, letter) ? (SIMPLE[letter] as string) : `\\${letter}`, at, at + 2);
  return at + 2;
}

/** A backslash at the end of a line takes the break away; empty lines after it still count. */
function continuation(whole: string, from: number, last: number): number {
  let next = from;
  while (next < last && (whole[next] === " " || whole[next] === "\t")) next += 1;
  return next;
}

function afterBreak(whole: string, at: number): number {
  return at + (whole[at] === "\r" && whole[at + 1] === "\n" ? 2 : 1);
}

function push(out: Out, char: string, start: number, end: number): number {
  out.text += char;
  out.starts.push(start);
  out.ends.push(end);
  return end;
}
