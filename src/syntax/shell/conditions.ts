import type { Test, Word } from "./ast.ts";
import { atEnd, peek, reader, skipSpace, take, type Reader, type Site } from "./site.ts";
import { readWord } from "./words.ts";

const UNARY = /-[a-zA-Z](?=[\s])/y;
const BINARY = /(?:==|=~|!=|=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef)(?=\s))/y;
const MAX_DEPTH = 60;

/**
 * The inside of `[[ … ]]`; null where it is not a condition.
 * https://www.gnu.org/software/bash/manual/bash.html#index-_005b_005b
 */
export function readCondition(site: Site, start: number, end: number): Test | null {
  const source = reader(site, start, end);
  const test = readOr(source, 0);
  skipSpace(source);
  return test && atEnd(source) ? test : null;
}

function readOr(source: Reader, depth: number): Test | null {
  let left = readAnd(source, depth);
  while (left && operator(source, /\|\|/y)) {
    const right = readAnd(source, depth);
    left = right && { kind: "or", left, right };
  }
  return left;
}

function readAnd(source: Reader, depth: number): Test | null {
  let left = readNot(source, depth);
  while (left && operator(source, /&&/y)) {
    const right = readNot(source, depth);
    left = right && { kind: "and", left, right };
  }
  return left;
}

function operator(source: Reader, pattern: RegExp): boolean {
  skipSpace(source);
  return take(source, pattern) !== null;
}

function readNot(source: Reader, depth: number): Test | null {
  if (depth > MAX_DEPTH) return null;
  if (operator(source, /!(?=[\s(])/y)) {
    const of = readNot(source, depth + 1);
    return of && { kind: "not", of };
  }
  if (peek(source) !== "(") return readPrimary(source);
  source.at += 1;
  const inner = readOr(source, depth + 1);
  return inner && operator(source, /\)/y) ? inner : null;
}

function readPrimary(source: Reader): Test | null {
  const before = source.at;
  const unary = take(source, UNARY)?.[0];
  if (unary) {
    skipSpace(source);
    const operand = readWord(source, "word");
    if (operand.parts.length > 0) return { kind: "unary", operator: unary, operand };
    source.at = before;
  }
  const left = readWord(source, "word");
  if (left.parts.length === 0) return null;
  skipSpace(source);
  const binary = take(source, BINARY)?.[0];
  if (!binary) return { kind: "word", word: left };
  skipSpace(source);
  const right: Word = readWord(source, binary === "=~" ? "regex" : "word");
  return right.parts.length === 0 ? null : { kind: "binary", operator: binary === "=" ? "==" : binary, left, right };
}
