import { canonical, concat, literalOf, type Text } from "../../values/text.ts";
import type { Edges, Test } from "../../values/variable.ts";
import type { Piece } from "./pieces.ts";
import { table } from "../../values/table.ts";

const CLASSES: Readonly<Record<string, string>> = table({
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  blank: " \\t",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9A-Fa-f",
  word: "\\w",
  cntrl: "\\x00-\\x1f",
  print: "\\x20-\\x7e",
  graph: "\\x21-\\x7e",
});

/** A pattern whose characters are known: its regular expression, and whether it has any wildcard. */
export interface Pattern {
  readonly source: string;
  readonly wild: boolean;
  readonly literal: string;
}

/** A quoted character stands for itself; an unquoted one may be a wildcard. */
interface Char {
  readonly c: string;
  readonly quoted: boolean;
}

/**
 * The pattern that the pieces spell; null where they hold unknown parts.
 * https://www.gnu.org/software/bash/manual/bash.html#Pattern-Matching
 */
export function patternOf(pieces: readonly Piece[]): Pattern | null {
  const chars: Char[] = [];
  for (const piece of pieces) {
    const text = literalOf(piece.text);
    if (text === null) return null;
    for (const c of text) chars.push({ c, quoted: piece.quoted });
  }
  const wild = chars.some(
    ({ c, quoted }, index) => !quoted && (/[*?[]/.test(c) || (/[@+!]/.test(c) && chars[index + 1]?.c === "(")),
  );
  return {
    source: translate(unescaped(chars), false),
    wild,
    literal: unescaped(chars)
      .map(({ c }) => c)
      .join(""),
  };
}

/** A backslash that came out of an expansion quotes what follows it. */
function unescaped(chars: readonly Char[]): readonly Char[] {
  const out: Char[] = [];
  for (let index = 0; index < chars.length; index += 1) {
    const { c, quoted } = chars[index] as Char;
    const next = chars[index + 1];
    if (c !== "\\" || quoted || !next) out.push({ c, quoted });
    else {
      out.push({ c: next.c, quoted: true });
      index += 1;
    }
  }
  return out;
}

/** `inPath`: wildcards stop at slashes, as in file names. */
function translate(chars: readonly Char[], inPath: boolean): string {
  let out = "";
  for (let at = 0; at < chars.length; at += 1) {
    const { c, quoted } = chars[at] as Char;
    const group =
      !quoted && /[@*+?!]/.test(c) && chars[at + 1]?.c === "(" && !chars[at + 1]?.quoted ? closing(chars, at + 1) : -1;
    const set = !quoted && c === "[" ? bracket(chars, at) : null;
    if (group > 0) {
      out += extended(c, chars.slice(at + 2, group), chars.slice(group + 1), inPath);
      at = group;
    } else if (set) {
      out += set.source;
      at = set.end;
    } else if (!quoted && c === "*") out += inPath ? "[^/]*" : ".*";
    else if (!quoted && c === "?") out += inPath ? "[^/]" : ".";
    else out += escape(c);
  }
  return out;
}

export function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function closing(chars: readonly Char[], open: number): number {
  let depth = 0;
  for (let at = open; at < chars.length; at += 1) {
    const { c, quoted } = chars[at] as Char;
    if (quoted) continue;
    if (c === "(") depth += 1;
    if (c === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function extended(kind: string, inner: readonly Char[], rest: readonly Char[], inPath: boolean): string {
  const options: Char[][] = [[]];
  let depth = 0;
  for (const char of inner) {
    if (!char.quoted && char.c === "(") depth += 1;
    if (!char.quoted && char.c === ")") depth -= 1;
    if (!char.quoted && char.c === "|" && depth === 0) options.push([]);
    else options[options.length - 1]?.push(char);
  }
  const body = options.map((option) => translate(option, inPath)).join("|");
  if (kind === "!")
    return `(?!(?:${body})${rest.length === 0 ? "$" : translate(rest, inPath)})${inPath ? "[^/]*" : ".*"}`;
  return `(?:${body})${kind === "@" ? "" : kind}`;
}

function bracket(chars: readonly Char[], open: number): { readonly source: string; readonly end: number } | null {
  let at = open + 1;
  const negated = chars[at]?.c === "!" || chars[at]?.c === "^";
  if (negated) at += 1;
  let body = "";
  for (let first = true; at < chars.length; first = false) {
    const c = chars[at]?.c ?? "";
    if (c === "]" && !first) return body === "" ? null : { source: `[${negated ? "^" : ""}${body}]`, end: at };
    const named = c === "[" ? namedClass(chars, at) : null;
    body += named ? named.source : c === "-" ? "-" : c.replace(/[\\\][^]/, "\\$&");
    at = named ? named.end : at + 1;
  }
  return null;
}

function namedClass(chars: readonly Char[], at: number): { readonly source: string; readonly end: number } | null {
  const text = chars
    .slice(at, at + 12)
    .map(({ c }) => c)
    .join("");
  const match = /^\[:(\w+):\]/.exec(text);
  const source = match ? CLASSES[match[1] ?? ""] : undefined;
  return match && source !== undefined ? { source, end: at + match[0].length } : null;
}

const compiled = new Map<string, RegExp | null>();

/** A regular expression, null where JavaScript does not take it. Compiled once. */
export function regexOf(source: string, flags: string): RegExp | null {
  const key = `${flags}/${source}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  let regex: RegExp | null;
  try {
    regex = new RegExp(source, flags);
  } catch {
    regex = null;
  }
  if (compiled.size > 2000) compiled.clear();
  compiled.set(key, regex);
  return regex;
}

/** Nested repetitions take exponential time on long subjects; such a pattern is answered only for short ones. */
const NESTED = /\([^()]*(?:[*+]|\{\d*,)[^()]*\)(?:[*+]|\{)/;
const LONG = 60;

export function isTooCostly(source: string, subject: string): boolean {
  if (subject.length <= LONG) return false;
  if (subject.length > 100_000) return true;
  const stars = (source.match(/[*+]/g) ?? []).length;
  return NESTED.test(source) || (stars > 6 && subject.length > 4000);
}

/**
 * A question about a value; of the examples only those that really pass are kept, for a wrong one would rule it out.
 */
export function question(id: string, check: (value: string) => boolean, examples: readonly string[]): Test {
  return { id, check, examples: examples.filter(check) };
}

/** Whether a known string matches a known pattern as a whole. */
export function matches(pattern: Pattern, subject: string, fold: boolean): boolean {
  if (!pattern.wild)
    return fold ? subject.toLowerCase() === pattern.literal.toLowerCase() : subject === pattern.literal;
  const regex = isTooCostly(pattern.source, subject) ? null : regexOf(`^(?:${pattern.source})$`, fold ? "sui" : "su");
  return regex?.test(subject) ?? false;
}

/** The pattern as a question about an unknown value. */
export function globTest(pattern: Pattern, fold: boolean): Test {
  const test = question(
    `glob${fold ? " (any case)" : ""}:${pattern.literal}`,
    (value) => matches(pattern, value, fold),
    examplesOf(pattern.literal),
  );
  return fold ? test : { ...test, edges: [edgesOf(pattern.literal)] };
}

/** The literal beginning and end of what a pattern with wildcards matches. */
export function edgesOf(pattern: string): Edges {
  const before = /^[^*?[\]@+!()|\\]*/.exec(pattern)?.[0] ?? "";
  const after = /[^*?[\]@+!()|\\]*$/.exec(pattern.slice(before.length))?.[0] ?? "";
  return { before, after };
}

/** Values that a pattern takes, in the manner of real ones. */
function examplesOf(pattern: string): readonly string[] {
  const plain = pattern.replace(/\[!?\^?([^\]])[^\]]*\]/g, "$1").replace(/[@+?*]\(([^|)]*)[^)]*\)/g, "$1");
  return [...new Set(["1", "x", "alder", ""].map((fill) => plain.replace(/\*/g, fill).replace(/\?/g, "x")))];
}

export function fileNamePattern(pieces: readonly Piece[]): RegExp | null {
  const chars: Char[] = [];
  for (const piece of pieces) for (const c of literalOf(piece.text) ?? "") chars.push({ c, quoted: piece.quoted });
  return regexOf(`^(?:${translate(chars, true)})$`, "su");
}

/** Pieces as one text, whatever is quoted. */
export function plainText(pieces: readonly Piece[]): Text {
  return concat(...pieces.map(({ text }) => text));
}

export function patternName(pieces: readonly Piece[]): string {
  return canonical(plainText(pieces));
}
