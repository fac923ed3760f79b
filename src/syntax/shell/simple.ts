import type { ArrayElement, Assignment, Redirect, RedirectOperator, Simple, Word, WordPart } from "./ast.ts";
import { expandBraces } from "./braces.ts";
import { atEnd, holeWithin, peek, skipBlank, skipSpace, take, takeUpTo, type Reader } from "./site.ts";
import { readHeredoc, readTilde, readWord } from "./words.ts";

/** Builtins whose arguments may be assignments. */
const DECLARATIONS = new Set(["export", "local", "declare", "typeset", "readonly"]);

const REDIRECT = /(\d+|\{[A-Za-z_]\w*\})?(&>>|&>|>>|>\||>&|<&|<>|<<<|<<-?|<(?!\()|>(?!\())/y;
const ASSIGNMENT = /([A-Za-z_]\w*)(\[)?/y;
const COMMENT = /#[^\n]*/y;

/**
 * Reads one simple command up to a newline, `;` or the reader's end, and moves behind what ends it. Null where nothing
 * stands here.
 */
export function readSimple(source: Reader): Simple | null {
  const start = source.at;
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  let end = start;
  for (skipBlank(source); !atEnd(source); skipBlank(source)) {
    if (takeUpTo(source, COMMENT)) continue;
    const declares = isDeclaration(words);
    const redirect = readRedirect(source);
    const assignment = redirect || (words.length > 0 && !declares) ? null : readAssignment(source);
    if (redirect) redirects.push(redirect);
    else if (assignment && declares) words.push(...[asWord(assignment)]);
    else if (assignment) assignments.push(assignment);
    else if (!readArgument(source, words)) break;
    end = source.at;
  }
  leave(source);
  if (words.length + assignments.length + redirects.length === 0) return null;
  return {
    kind: "simple",
    assignments,
    words,
    redirects,
    start: firstStart(start, assignments, words, redirects),
    end,
  };
}

function firstStart(start: number, ...lists: readonly (readonly { readonly start: number }[])[]): number {
  const starts = lists.flatMap((list) => (list[0] ? [list[0].start] : []));
  return starts.length === 0 ? start : Math.min(...starts);
}

/** Behind the separator, and behind the here-documents that begin on the next line. */
function leave(source: Reader): void {
  if (!atEnd(source) && /[;\n&|)]/.test(peek(source))) source.at += 1;
  const body = source.site.bodies.get(source.at);
  if (body !== undefined) source.at = Math.min(body, source.end);
}

function readArgument(source: Reader, words: Word[]): boolean {
  const word = readWord(source, "word");
  if (word.parts.length > 0) {
    const [first] = word.parts;
    if (words.length === 0 && first?.kind === "hole") source.site.contexts[first.hole] = "command";
    words.push(...expandBraces(word));
    return true;
  }
  // A character that no word starts with, in a place where the grammar saw a command.
  if (atEnd(source) || /[;\n&|]/.test(peek(source))) return false;
  source.at += 1;
  return true;
}

function isDeclaration(words: readonly Word[]): boolean {
  const [first] = words;
  const [part] = first?.parts ?? [];
  return first?.parts.length === 1 && part?.kind === "text" && DECLARATIONS.has(part.text);
}

/** An assignment among the arguments of a declaration. */
export interface DeclarationWord extends Word {
  readonly assignment: Assignment;
}

function asWord(assignment: Assignment): DeclarationWord {
  return { parts: [], start: assignment.start, end: assignment.end, assignment };
}

/** The assignment behind a declaration's argument, null where it is a plain word. */
export function assignmentOf(word: Word): Assignment | null {
  return "assignment" in word ? (word as DeclarationWord).assignment : null;
}

/** Reads `name=value`, `name[index]+=value`, `name=(…)`; null, without moving, where none stands here. */
export function readAssignment(source: Reader): Assignment | null {
  const start = source.at;
  const match = take(source, ASSIGNMENT);
  if (!match) return null;
  const name = match[1] ?? "";
  let index: Word | null = null;
  if (match[2]) {
    index = readWord(source, "subscript");
    if (peek(source) !== "]") return back(source, start);
    source.at += 1;
  }
  const operator = take(source, /\+?=/y)?.[0];
  if (!operator) return back(source, start);
  const hole = holeWithin(source.site, start, start + name.length);
  if (hole >= 0) source.site.contexts[hole] = "command";
  const value = peek(source) === "(" ? readArray(source) : readValue(source);
  return { name, index, append: operator === "+=", value, start, end: source.at };
}

function back(source: Reader, to: number): null {
  source.at = to;
  return null;
}

function readValue(source: Reader): Word {
  const parts: WordPart[] = [];
  const start = source.at;
  readTilde(source, parts);
  const rest = readWord(source, "word");
  return { parts: [...parts, ...rest.parts], start, end: source.at };
}

function readArray(source: Reader): { readonly elements: readonly ArrayElement[] } {
  source.at += 1;
  const elements: ArrayElement[] = [];
  for (skipSpace(source); !atEnd(source) && peek(source) !== ")"; skipSpace(source)) {
    const before = source.at;
    elements.push(...readElement(source));
    if (source.at === before) source.at += 1;
  }
  source.at = Math.min(source.at + 1, source.end);
  return { elements };
}

function readElement(source: Reader): readonly ArrayElement[] {
  const start = source.at;
  if (peek(source) === "[") {
    source.at += 1;
    const index = readWord(source, "subscript");
    if (take(source, /\]=/y)) return [{ index, value: readValue(source) }];
    source.at = start;
  }
  const word = readWord(source, "word");
  return word.parts.length === 0 ? [] : expandBraces(word).map((value) => ({ index: null, value }));
}

/** Reads a redirection; null, without moving, where none stands here. */
export function readRedirect(source: Reader): Redirect | null {
  const start = source.at;
  const match = take(source, REDIRECT);
  if (!match) return null;
  const operator = match[2] ?? ">";
  const heredoc =
    operator.startsWith("<<") && operator !== "<<<"
      ? source.site.heredocs.get(start + (match[1]?.length ?? 0))
      : undefined;
  const fd = descriptor(match[1]);
  if (heredoc) {
    source.at = Math.min(heredoc.delimiterEnd, source.end);
    const target = readHeredoc(source.site, heredoc.bodyStart, heredoc.bodyEnd, heredoc.raw, heredoc.stripTabs);
    return { fd, operator: "<<", target, start, end: source.at };
  }
  skipBlank(source);
  const target = readWord(source, "word");
  return { fd, operator: operator.replace(/^<<-?$/, "<") as RedirectOperator, target, start, end: source.at };
}

function descriptor(text: string | undefined): number | string | null {
  if (text === undefined) return null;
  return text.startsWith("{") ? text.slice(1, -1) : Number(text);
}
