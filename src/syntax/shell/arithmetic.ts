import type { Arithmetic, Word, WordPart } from "./ast.ts";
import { atEnd, holeWithin, peek, reader, take, takeUpTo, type Reader, type Site } from "./site.ts";
import { readWord } from "./words.ts";
import { table } from "../../values/table.ts";

/** Binding strength of the binary operators. https://www.gnu.org/software/bash/manual/bash.html#Shell-Arithmetic */
const STRENGTH: Readonly<Record<string, number>> = table({
  ",": 1,
  "||": 4,
  "&&": 5,
  "|": 6,
  "^": 7,
  "&": 8,
  "==": 9,
  "!=": 9,
  "<": 10,
  ">": 10,
  "<=": 10,
  ">=": 10,
  "<<": 11,
  ">>": 11,
  "+": 12,
  "-": 12,
  "*": 13,
  "/": 13,
  "%": 13,
  "**": 14,
});
const CHOICE = 3;
const ASSIGN = 2;
const UNARY = 15;

const SPACE = /[\s\\]+/y;
const NUMBER = /0[xX][0-9a-fA-F]+|[0-9]+#[0-9a-zA-Z@_]+|[0-9]+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const ASSIGNMENT = /(<<|>>|[-+*/%&|^])?=(?!=)/y;
const BINARY = /\*\*|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>&|^,]/y;
const MAX_DEPTH = 60;

/** Reads an arithmetic expression; `unreadable` where it is none. */
export function readArithmetic(site: Site, start: number, end: number): Arithmetic {
  const source = reader(site, start, end);
  skip(source);
  if (atEnd(source)) return { kind: "number", value: 0 };
  const expression = readBinary(source, 1, 0);
  skip(source);
  return expression && atEnd(source) ? expression : unreadable(site, start, end);
}

function unreadable(site: Site, start: number, end: number): Arithmetic {
  for (let hole = holeWithin(site, start, end); hole >= 0; hole = holeWithin(site, site.holes[hole]?.end ?? end, end)) {
    site.contexts[hole] = "arithmetic";
  }
  return { kind: "unreadable", text: site.text.slice(start, end) };
}

function skip(source: Reader): void {
  takeUpTo(source, SPACE);
}

function readBinary(source: Reader, least: number, depth: number): Arithmetic | null {
  if (depth > MAX_DEPTH) return null;
  let left = readUnary(source, least, depth + 1);
  while (left) {
    skip(source);
    const before = source.at;
    if (peek(source) === "?" && least <= CHOICE) {
      left = readChoice(source, left, depth);
      continue;
    }
    const operator = take(source, BINARY)?.[0];
    const strength = operator ? STRENGTH[operator] : undefined;
    if (operator === undefined || strength === undefined || strength < least) {
      source.at = before;
      return left;
    }
    const right = readBinary(source, operator === "**" ? strength : strength + 1, depth + 1);
    if (!right) return null;
    left = { kind: "binary", operator, left, right };
  }
  return left;
}

function readChoice(source: Reader, condition: Arithmetic, depth: number): Arithmetic | null {
  source.at += 1;
  const then = readBinary(source, 1, depth + 1);
  skip(source);
  if (!then || peek(source) !== ":") return null;
  source.at += 1;
  const otherwise = readBinary(source, ASSIGN, depth + 1);
  return otherwise && { kind: "choice", condition, then, otherwise };
}

function readUnary(source: Reader, least: number, depth: number): Arithmetic | null {
  skip(source);
  if (depth > MAX_DEPTH) return null;
  const step = take(source, /\+\+|--/y)?.[0];
  if (step) {
    skip(source);
    const variable = readVariable(source);
    if (variable)
      return { kind: "step", name: variable.name, index: variable.index, by: step === "++" ? 1 : -1, before: true };
    // `--5` is twice a minus.
    const of = readUnary(source, UNARY, depth + 1);
    return (
      of && {
        kind: "unary",
        operator: step === "++" ? "+" : "-",
        of: { kind: "unary", operator: step === "++" ? "+" : "-", of },
      }
    );
  }
  const operator = take(source, /[-+!~]/y)?.[0] as "-" | "+" | "!" | "~" | undefined;
  if (operator) {
    const of = readUnary(source, UNARY, depth + 1);
    return of && { kind: "unary", operator, of };
  }
  return readPrimary(source, least, depth);
}

function readPrimary(source: Reader, least: number, depth: number): Arithmetic | null {
  if (peek(source) === "(") {
    source.at += 1;
    const inner = readBinary(source, 1, depth + 1);
    skip(source);
    if (!inner || peek(source) !== ")") return null;
    source.at += 1;
    return inner;
  }
  if (/[$"'`]/.test(peek(source)) || holeWithin(source.site, source.at, source.at + 1) >= 0) return readText(source);
  const number = take(source, NUMBER)?.[0];
  if (number !== undefined) return { kind: "number", value: parseNumber(number) };
  const variable = readVariable(source);
  return variable && readAssignment(source, variable, least, depth);
}

function readVariable(source: Reader): { readonly name: string; readonly index: Word | null } | null {
  const name = take(source, NAME)?.[0];
  if (name === undefined) return null;
  if (peek(source) !== "[") return { name, index: null };
  source.at += 1;
  const index = readWord(source, "subscript");
  if (peek(source) === "]") source.at += 1;
  return { name, index };
}

function readAssignment(
  source: Reader,
  variable: { readonly name: string; readonly index: Word | null },
  least: number,
  depth: number,
): Arithmetic | null {
  const step = take(source, /\+\+|--/y)?.[0];
  if (step) return { kind: "step", ...variable, by: step === "++" ? 1 : -1, before: false };
  const before = source.at;
  skip(source);
  // Only a whole side can be assigned to: `1 + n += 2` is an error.
  const match = least <= ASSIGN ? take(source, ASSIGNMENT) : null;
  if (!match) {
    source.at = before;
    return { kind: "variable", ...variable };
  }
  const value = readBinary(source, ASSIGN, depth + 1);
  return value && { kind: "assign", ...variable, operator: match[1] ?? "", value };
}

/** `$x`, `${x}3`, a quoted string, a hole: text that is a number or an expression once it is known. */
function readText(source: Reader): Arithmetic | null {
  const start = source.at;
  const parts: WordPart[] = [];
  while (!atEnd(source) && /[$"'`A-Za-z0-9_]/.test(peek(source))) {
    const end = nextStop(source);
    const word = readWord(reader(source.site, source.at, end), "word");
    if (word.end === source.at) return null;
    parts.push(...word.parts);
    source.at = word.end;
  }
  for (const part of parts) if (part.kind === "hole") source.site.contexts[part.hole] = "arithmetic";
  return { kind: "word", word: { parts, start, end: source.at } };
}

/** Plain text of a word within arithmetic ends at the next operator. */
function nextStop(source: Reader): number {
  if (!/[A-Za-z0-9_]/.test(peek(source))) return endOfQuoted(source);
  let at = source.at;
  while (at < source.end && /[A-Za-z0-9_#]/.test(source.site.text[at] ?? "")) at += 1;
  return at;
}

/** The end of one `$…` or quoted part, found by reading it. */
function endOfQuoted(source: Reader): number {
  const { site, at, end } = source;
  if (peek(source) !== "$" || /[({]/.test(peek(source, 1))) {
    const trial = reader(site, at, end);
    readOnePart(trial);
    return trial.at;
  }
  const name = reader(site, at + 1, end);
  if (!take(name, NAME)) take(name, /[0-9@*#?$!-]/y);
  return Math.max(name.at, at + 1);
}

function readOnePart(source: Reader): void {
  const { site, at, end } = source;
  if (peek(source) === '"' || peek(source) === "'") {
    const quote = peek(source);
    const close = site.text.indexOf(quote, at + 1);
    source.at = close < 0 || close >= end ? end : close + 1;
    return;
  }
  let depth = 0;
  let i = at;
  do {
    const c = site.text[i];
    if (c === "(" || c === "{") depth += 1;
    if (c === ")" || c === "}") depth -= 1;
    if (c === "`" && i > at) depth = 0;
    else if (c === "`") depth = 1;
    i += 1;
  } while (i < end && (depth > 0 || i === at + 1));
  source.at = i;
}

/** `12`, `0x1f`, `017`, `2#101`. */
export function parseNumber(text: string): number {
  const based = /^([0-9]+)#(.+)$/.exec(text);
  if (based) return Number.parseInt(based[2] ?? "", Math.min(Math.max(Number(based[1]), 2), 36));
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return Number(text);
}
