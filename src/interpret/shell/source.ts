import type { Span } from "../../model/span.ts";
import type { Stretch } from "../../syntax/shell/ast.ts";
import { isLiteral, literal, literalOf, type Text } from "../../values/text.ts";

/** Text of a script and where each offset of it lies in a file (a block scalar loses its indentation). */
export interface ScriptSource {
  readonly text: string;
  span(start: number, end: number): Span;
}

/** `${{ … }}` in the script: its stretch and its value in this world. */
export interface Hole extends Stretch {
  readonly value: Text;
}

/** A script that is a whole file, or the part of one from `offset` on. */
export function fileSource(file: string, text: string, offset = 0): ScriptSource {
  return { text, span: (start, end) => ({ file, start: offset + start, end: offset + end }) };
}

/** A script whose text was computed: every command in it stands where it was computed. */
export function sourceAt(span: Span, text: string): ScriptSource {
  return { text, span: () => span };
}

/** A piece of a script that is put together: text, and where its characters stand (or what they come from). */
export interface ScriptPiece {
  readonly text: Text;
  /** Offsets count from the piece's beginning. */
  span(start: number, end: number): Span;
}

/** A piece that is one value: all of it stands where it was computed. */
export function valuePiece(text: Text, span: Span): ScriptPiece {
  return { text, span: () => span };
}

/** Part of a source, character by character. */
export function sourcePiece(source: ScriptSource, start: number, end: number): ScriptPiece {
  return { text: literal(source.text.slice(start, end)), span: (from, to) => source.span(start + from, start + to) };
}

const FILLER = "x";
const HOLE_LENGTH = 5;

/** Puts a script together; unknown parts become holes. */
export function assemble(
  pieces: readonly ScriptPiece[],
  whole: Span,
): { readonly source: ScriptSource; readonly holes: readonly Hole[] } {
  let text = "";
  const holes: Hole[] = [];
  const marks: Mark[] = [];
  for (const piece of pieces) {
    const at = text.length;
    for (const part of piece.text) {
      if (typeof part === "string") text += part;
      else {
        holes.push({ start: text.length, end: text.length + HOLE_LENGTH, value: [part] });
        text += FILLER.repeat(HOLE_LENGTH);
      }
    }
    if (text.length > at) marks.push({ at, end: text.length, piece });
  }
  return { source: { text, span: (start, end) => spanOver(marks, whole, start, end) }, holes };
}

interface Mark {
  readonly at: number;
  readonly end: number;
  readonly piece: ScriptPiece;
}

function spanOver(marks: readonly Mark[], whole: Span, start: number, end: number): Span {
  const first = markAt(marks, start);
  const last = markAt(marks, Math.max(start, end - 1));
  if (!first || !last) return whole;
  if (first === last) return first.piece.span(start - first.at, end - first.at);
  const from = first.piece.span(start - first.at, first.end - first.at);
  const to = last.piece.span(0, end - last.at);
  return from.file === to.file ? { file: from.file, start: from.start, end: Math.max(from.start, to.end) } : from;
}

function markAt(marks: readonly Mark[], offset: number): Mark | undefined {
  let [low, high] = [0, marks.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offset < (marks[middle]?.end ?? 0)) high = middle;
    else low = middle + 1;
  }
  return marks[low];
}

/** A computed text as a script: `eval`, `bash -c`, a file that an earlier command wrote. */
export function scriptOf(text: Text, span: Span): { readonly source: ScriptSource; readonly holes: readonly Hole[] } {
  const known = literalOf(text);
  if (known !== null) return { source: sourceAt(span, known), holes: [] };
  return assemble([valuePiece(text, span)], span);
}

/** The script with some of its holes replaced by their (known) values, which are parsed with it. */
export function fillHoles(
  source: ScriptSource,
  holes: readonly Hole[],
  fill: ReadonlySet<number>,
): { readonly source: ScriptSource; readonly holes: readonly Hole[] } {
  let text = "";
  let at = 0;
  const kept: Hole[] = [];
  /** Offsets in the new text after which the old one is behind by so much. */
  const shifts: { from: number; to: number; old: number; oldEnd: number }[] = [];
  holes.forEach((hole, index) => {
    text += source.text.slice(at, hole.start);
    const from = text.length;
    const value = literalOf(hole.value);
    if (fill.has(index) && value !== null) {
      text += value;
      shifts.push({ from, to: text.length, old: hole.start, oldEnd: hole.end });
    } else {
      text += source.text.slice(hole.start, hole.end);
      kept.push({ start: from, end: text.length, value: hole.value });
    }
    at = hole.end;
  });
  text += source.text.slice(at);
  return {
    source: { text, span: (start, end) => source.span(oldOffset(shifts, start, false), oldOffset(shifts, end, true)) },
    holes: kept,
  };
}

function oldOffset(
  shifts: readonly { readonly from: number; readonly to: number; readonly old: number; readonly oldEnd: number }[],
  offset: number,
  isEnd: boolean,
): number {
  let delta = 0;
  for (const shift of shifts) {
    if (offset < shift.from || (isEnd && offset === shift.from)) break;
    if (offset < shift.to || (isEnd && offset === shift.to)) return isEnd ? shift.oldEnd : shift.old;
    delta = shift.oldEnd - shift.to;
  }
  return offset + delta;
}

export function allLiteral(texts: readonly Text[]): boolean {
  return texts.every(isLiteral);
}
