import type { HoleContext, List, Stretch } from "./ast.ts";
import type { Heredoc } from "./skip.ts";

/** What the readers of one script share while it is parsed. */
export interface Site {
  /** The script, its holes masked. */
  readonly text: string;
  readonly holes: readonly Stretch[];
  readonly contexts: HoleContext[];
  /** By the offset of their operators. */
  readonly heredocs: ReadonlyMap<number, Heredoc>;
  /** From the start of a here-document's body to its end. */
  readonly bodies: ReadonlyMap<number, number>;
  /** The commands of a substitution whose `$(`, `<(` or backquote starts here, and where it ends. */
  substitution(start: number): { readonly body: List; readonly end: number };
}

/** A position that moves through a part of the script. */
export interface Reader {
  readonly site: Site;
  at: number;
  readonly end: number;
}

export function reader(site: Site, start: number, end: number): Reader {
  return { site, at: start, end };
}

/** The first hole that starts in the stretch, by its number; -1 where none does. */
export function holeWithin(site: Site, start: number, end: number): number {
  if (site.holes.length === 0) return -1;
  return site.holes.findIndex((hole) => hole.start >= start && hole.start < end);
}

/** What stands at the reader's position matches: moves behind it and returns the match. `pattern` is sticky. */
export function take(source: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = source.at;
  const match = pattern.exec(source.site.text);
  if (!match || source.at + match[0].length > source.end) return null;
  source.at += match[0].length;
  return match;
}

/** The same for a run of characters, of which those before the reader's end are taken. */
export function takeUpTo(source: Reader, pattern: RegExp): boolean {
  if (source.at >= source.end) return false;
  pattern.lastIndex = source.at;
  const match = pattern.exec(source.site.text);
  if (!match) return false;
  source.at = Math.min(source.at + match[0].length, source.end);
  return true;
}

const BLANK = /(?:[ \t\r]|\\\r?\n)+/y;
const SPACE = /(?:[ \t\r\n]|\\\r?\n)+/y;
const COMMENT = /#[^\n]*/y;

/** Moves over blanks and line continuations. */
export function skipBlank(source: Reader): void {
  takeUpTo(source, BLANK);
}

/** Moves over blanks, newlines and comments. */
export function skipSpace(source: Reader): void {
  while (takeUpTo(source, SPACE) || takeUpTo(source, COMMENT));
}

export function atEnd(source: Reader): boolean {
  return source.at >= source.end;
}

export function peek(source: Reader, ahead = 0): string {
  return source.at + ahead < source.end ? (source.site.text[source.at + ahead] ?? "") : "";
}
