import type { ScalarStyle } from "./node.ts";
import type { Offsets } from "./scalar-source.ts";

/** A line of the file: where it begins, where its characters end and where the next line begins. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/**
 * Offsets of a block scalar (YAML 1.2.2, 8.1). The text is known, so that the lines of the file only have to be laid
 * beside it: every line stands in it without its indentation, with line breaks or one blank (folding) between them.
 */
export function blockOffsets(whole: string, style: ScalarStyle, start: number, end: number, text: string): Offsets {
  const lines = linesOf(whole, start, end);
  const indent = indentation(whole, lines, text);
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const [number, line] of lines.entries()) {
    const from = Math.min(line.start + indent, line.end);
    for (let offset = from; offset < line.end && at < text.length; offset += 1, at += 1) {
      starts.push(offset);
      ends.push(offset + 1);
    }
    const breaks = style === "literal" ? Math.min(1, text.length - at) : foldedBreaks(text, at, from === line.end);
    for (let index = 0; index < breaks; index += 1, at += 1) {
      const broken = lines[number + index] ?? line;
      starts.push(broken.end);
      ends.push(broken.next);
    }
  }
  return { text: matches(whole, starts, text) ? text : "", starts, ends };
}

/** In a folded scalar, how many characters of the text stand for the line breaks after a line with content. */
function foldedBreaks(text: string, at: number, empty: boolean): number {
  if (empty && at > 0) return 0;
  let count = 0;
  while (text[at + count] === "\n") count += 1;
  if (empty) return Math.min(count, 1);
  return count === 0 && text[at] === " " ? 1 : count;
}

function matches(whole: string, starts: readonly number[], text: string): boolean {
  if (starts.length !== text.length) return false;
  return starts.every((offset, index) => {
    const [there, here] = [whole[offset], text[index]];
    return (
      there === here || ((here === "\n" || here === " ") && (there === "\n" || there === "\r" || there === undefined))
    );
  });
}

/** The lines after the header. */
function linesOf(whole: string, start: number, end: number): readonly Line[] {
  const lines: Line[] = [];
  const header = whole.indexOf("\n", start);
  let at = header < 0 || header >= end ? end : header + 1;
  while (at < end) {
    const found = whole.indexOf("\n", at);
    const stop = found < 0 || found >= end ? end : found;
    const last = whole[stop - 1] === "\r" && stop > at ? stop - 1 : stop;
    lines.push({ start: at, end: last, next: Math.min(stop + 1, end) });
    at = stop + 1;
  }
  return lines;
}

/** Blanks of the first line with content that the text does not have. */
function indentation(whole: string, lines: readonly Line[], text: string): number {
  let at = 0;
  while (text[at] === "\n") at += 1;
  const kept = blanksAt(text, at);
  for (const line of lines) {
    const blanks = blanksAt(whole, line.start);
    if (line.start + blanks < line.end) return Math.max(0, blanks - kept);
  }
  return lines.reduce((most, line) => Math.max(most, line.end - line.start), 0);
}

function blanksAt(text: string, at: number): number {
  let count = 0;
  while (text[at + count] === " ") count += 1;
  return count;
}
