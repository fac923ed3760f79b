import { unescapeAnsi } from "./ansi.ts";
import { readArithmetic } from "./arithmetic.ts";
import type { HoleContext, Word, WordPart } from "./ast.ts";
import { readBraces } from "./parameter.ts";
import { atEnd, holeWithin, peek, reader, take, takeUpTo, type Reader, type Site } from "./site.ts";
import { skipAnsi, skipArithmetic, skipSingle } from "./skip.ts";

/**
 * What a word is read as, which says where it ends:
 * - `word`: an argument, ends at blanks and operators; `case`: the same in a pattern list;
 * - `regex`: the right side of `=~`, in which `|` and balanced parentheses are text;
 * - `brace` and `pattern`: inside `${…}`, up to `}` (a pattern also up to `/`);
 * - `quoted-brace`: the same within quotes;
 * - `subscript`: up to `]`; `quotes`: up to `"`; `heredoc`: up to the reader's end.
 */
export type Mode =
  | "word"
  | "case"
  | "regex"
  | "brace"
  | "pattern"
  | "quoted-brace"
  | "subscript"
  | "quotes"
  | "heredoc";

/** Characters that mean only themselves, per mode. What is neither plain nor special ends the word. */
const PLAIN: Readonly<Record<Mode, RegExp>> = {
  word: /[^\s;&|<>()'"\\$`]+/y,
  case: /[^\s;&|<>()'"\\$`]+/y,
  regex: /[^\s()'"\\$`]+/y,
  brace: /[^}'"\\$`]+/y,
  pattern: /[^}/'"\\$`]+/y,
  "quoted-brace": /[^}"\\$`]+/y,
  subscript: /[^\]'"\\$`]+/y,
  quotes: /[^"\\$`]+/y,
  heredoc: /[^\\$`]+/y,
};

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPECIAL = /[0-9@*#?$!-]/y;
const TILDE = /~([A-Za-z0-9_.-]*)(?=[/:\s;&|)}]|$)/y;

/** Reads one word; it has no parts where none stands here. `inQuotes`: everything in it is quoted. */
export function readWord(source: Reader, mode: Mode, inQuotes = false): Word {
  const start = source.at;
  const parts: WordPart[] = [];
  if (mode === "word" || mode === "brace") readTilde(source, parts);
  while (!atEnd(source) && readPart(source, mode, parts, inQuotes));
  return { parts, start, end: source.at };
}

/** Reads a value after `=`, where `~` also stands after a colon. */
export function readTilde(source: Reader, parts: WordPart[]): void {
  const match = take(source, TILDE);
  if (match) parts.push({ kind: "tilde", user: match[1] ?? "" });
}

/** The body of a here-document. */
export function readHeredoc(site: Site, start: number, end: number, raw: boolean, stripTabs: boolean): Word {
  const parts: WordPart[] = [];
  const source = reader(site, start, end);
  const lines = stripTabs ? lineEnds(site.text, start, end) : [end];
  for (const lineEnd of lines) {
    if (stripTabs) take(source, /\t+/y);
    if (raw) pushPlain(source.site, parts, source.at, lineEnd, true, "heredoc-raw");
    const line = reader(site, raw ? lineEnd : source.at, lineEnd);
    while (!atEnd(line) && readPart(line, "heredoc", parts, true));
    source.at = Math.max(line.at, lineEnd);
  }
  return { parts, start, end };
}

function lineEnds(text: string, start: number, end: number): readonly number[] {
  const out: number[] = [];
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) out.push(at + 1);
  if (out[out.length - 1] !== end) out.push(end);
  return out;
}

/** Reads the next part of a word into `parts`; false where the word ends. */
function readPart(source: Reader, mode: Mode, parts: WordPart[], inQuotes: boolean): boolean {
  const start = source.at;
  const quoted = inQuotes || mode === "quotes" || mode === "heredoc" || mode === "quoted-brace";
  if (takeUpTo(source, PLAIN[mode])) {
    pushPlain(source.site, parts, start, source.at, quoted, contextOf(mode, quoted));
    return true;
  }
  switch (peek(source)) {
    case "\\":
      return readEscape(source, mode, parts, quoted);
    case "$":
      return readDollar(source, parts, quoted);
    case "`":
      return readSubstitution(source, parts, quoted);
    case "'":
      return mode === "heredoc" || quoted ? readChar(source, parts, quoted) : readSingle(source, parts);
    case '"':
      return readDouble(source, mode, parts);
    case "<":
    case ">":
      return peek(source, 1) === "(" && (mode === "word" || mode === "case") && readProcess(source, parts);
    case "(":
      return (mode === "regex" || isExtended(parts)) && readGroup(source, mode, parts);
    default:
      return false;
  }
}

function contextOf(mode: Mode, quoted: boolean): HoleContext {
  if (mode === "heredoc") return "heredoc";
  return quoted ? "double" : "bare";
}

function readChar(source: Reader, parts: WordPart[], quoted: boolean): boolean {
  pushText(parts, peek(source), quoted);
  source.at += 1;
  return true;
}

/** Plain characters, in which holes may stand: their filler is plain too. */
export function pushPlain(
  site: Site,
  parts: WordPart[],
  start: number,
  end: number,
  quoted: boolean,
  context: HoleContext,
): void {
  let at = start;
  for (let next = holeWithin(site, at, end); next >= 0; next = holeWithin(site, at, end)) {
    const hole = site.holes[next] as { start: number; end: number };
    pushText(parts, site.text.slice(at, hole.start), quoted);
    parts.push({ kind: "hole", hole: next, quoted });
    site.contexts[next] = context;
    at = hole.end;
  }
  pushText(parts, site.text.slice(at, end), quoted);
}

function pushText(parts: WordPart[], text: string, quoted: boolean): void {
  if (text === "") return;
  const last = parts[parts.length - 1];
  if (last?.kind === "text" && last.quoted === quoted) parts[parts.length - 1] = { ...last, text: last.text + text };
  else parts.push({ kind: "text", text, quoted });
}

function readEscape(source: Reader, mode: Mode, parts: WordPart[], quoted: boolean): boolean {
  const next = peek(source, 1);
  source.at = Math.min(source.at + 2, source.end);
  if (next === "\n") return true;
  const special = mode === "heredoc" ? "$`\\" : mode === "quoted-brace" ? '$`"\\}' : '$`"\\';
  if (quoted && !special.includes(next)) pushText(parts, `\\${next}`, true);
  else if (next === "") pushText(parts, "\\", true);
  else pushText(parts, next, true);
  return true;
}

function readSingle(source: Reader, parts: WordPart[]): boolean {
  const start = source.at + 1;
  const end = Math.min(skipSingle(source.site.text, start), source.end);
  const closed = source.site.text[end - 1] === "'" && end > start;
  parts.push({ kind: "text", text: "", quoted: true });
  pushPlain(source.site, parts, start, closed ? end - 1 : end, true, "single");
  source.at = end;
  return true;
}

function readDouble(source: Reader, mode: Mode, parts: WordPart[]): boolean {
  if (mode === "heredoc") return readChar(source, parts, true);
  if (mode === "quotes") return false;
  source.at += 1;
  const inner = readWord(source, mode === "quoted-brace" ? "quoted-brace" : "quotes", true);
  // `""` is a word; `"$@"` without arguments is none.
  if (inner.parts.length === 0) parts.push({ kind: "text", text: "", quoted: true });
  for (const part of inner.parts) {
    if (part.kind === "text") pushText(parts, part.text, true);
    else parts.push(part);
  }
  if (peek(source) === '"') source.at += 1;
  return true;
}

function readDollar(source: Reader, parts: WordPart[], quoted: boolean): boolean {
  const { site, at } = source;
  const next = peek(source, 1);
  const glued = holeWithin(site, at + 1, at + 2);
  if (glued >= 0) {
    site.contexts[glued] = "command";
    return readChar(source, parts, quoted);
  }
  if (next === "{") return readBraces(source, parts, quoted);
  if (next === "(")
    return isArithmetic(source) ? readExpansion(source, parts, quoted) : readSubstitution(source, parts, quoted);
  if (next === "'" && !quoted) return readAnsi(source, parts);
  if (next === '"' && !quoted) {
    source.at += 1;
    return true;
  }
  source.at += 1;
  const name = take(source, NAME)?.[0] ?? take(source, SPECIAL)?.[0];
  if (name === undefined) pushText(parts, "$", quoted);
  else parts.push(plainParameter(site, name, at, source.at, quoted));
  return true;
}

function plainParameter(site: Site, name: string, start: number, end: number, quoted: boolean): WordPart {
  const hole = holeWithin(site, start, end);
  if (hole >= 0) site.contexts[hole] = "command";
  return {
    kind: "parameter",
    quoted,
    parameter: { name, index: null, indirect: false, length: false, operation: null, start, end },
  };
}

function isArithmetic(source: Reader): boolean {
  if (peek(source, 2) !== "(") return false;
  const end = skipArithmetic(source.site.text, source.at + 3);
  return end !== null && end <= source.end;
}

function readExpansion(source: Reader, parts: WordPart[], quoted: boolean): boolean {
  const start = source.at + 3;
  const end = skipArithmetic(source.site.text, start) ?? source.end;
  parts.push({ kind: "arithmetic", expression: readArithmetic(source.site, start, end - 2), quoted });
  source.at = end;
  return true;
}

function readSubstitution(source: Reader, parts: WordPart[], quoted: boolean): boolean {
  const start = source.at;
  const { body, end } = source.site.substitution(start);
  parts.push({ kind: "command", body, quoted, start, end });
  source.at = Math.min(Math.max(end, start + 1), source.end);
  return true;
}

function readProcess(source: Reader, parts: WordPart[]): boolean {
  const start = source.at;
  const into = peek(source) === ">";
  const { body, end } = source.site.substitution(start);
  parts.push({ kind: "process", into, body, start, end });
  source.at = Math.min(Math.max(end, start + 1), source.end);
  return true;
}

function readAnsi(source: Reader, parts: WordPart[]): boolean {
  const start = source.at + 2;
  const end = Math.min(skipAnsi(source.site.text, start), source.end);
  parts.push({ kind: "text", text: "", quoted: true });
  pushText(parts, unescapeAnsi(source.site.text.slice(start, end - 1)), true);
  source.at = end;
  return true;
}

/** `@(`, `*(` and their like open an extended pattern. */
function isExtended(parts: readonly WordPart[]): boolean {
  const last = parts[parts.length - 1];
  return last?.kind === "text" && !last.quoted && /[@*+?!]$/.test(last.text);
}

/** A parenthesis within a pattern or a regular expression, up to the one that closes it. */
function readGroup(source: Reader, mode: Mode, parts: WordPart[]): boolean {
  readChar(source, parts, false);
  while (!atEnd(source) && peek(source) !== ")") {
    if (readPart(source, mode, parts, false)) continue;
    if (peek(source) === "\n") return true;
    readChar(source, parts, false);
  }
  if (peek(source) === ")") readChar(source, parts, false);
  return true;
}
