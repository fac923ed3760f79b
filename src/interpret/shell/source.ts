import type { Span } from "../../model/span.ts";
import type { Stretch } from "../../syntax/shell/ast.ts";
import { isLiteral, literalOf, type Text } from "../../values/text.ts";

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

/** A piece of a script that is put together: text as it stands in a file, or a value that replaces a stretch there. */
export interface ScriptPiece {
  readonly text: Text;
  readonly span: Span;
  /** The text is that of the span, character by character. */
  readonly exact: boolean;
}

const FILLER = "x";
const HOLE_LENGTH = 5;

/** Puts a script together; unknown parts become holes. */
export function assemble(pieces: readonly ScriptPiece[], whole: Span): { readonly source: ScriptSource; readonly holes: readonly Hole[] } {
  let text = "";
  const holes: Hole[] = [];
  const marks: { at: number; end: number; piece: ScriptPiece }[] = [];
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

function spanOver(
  marks: readonly { readonly at: number; readonly end: number; readonly piece: ScriptPiece }[], whole: Span, start: number, end: number,
): Span {
  const first = markAt(marks, start);
  const last = markAt(marks, Math.max(start, end - 1));
  if (!first || !last || first.piece.span.file !== last.piece.span.file) return whole;
  const from = first.piece.exact ? first.piece.span.start + start - first.at : first.piece.span.start;
  const to = last.piece.exact ? last.piece.span.start + end - last.at : last.piece.span.end;
  return { file: first.piece.span.file, start: from, end: Math.max(from, to) };
}

function markAt<M extends { readonly at: number; readonly end: number }>(marks: readonly M[], offset: number): M | undefined {
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
  return assemble([{ text, span, exact: false }], span);
}

/** The script with some of its holes replaced by their (known) values, which are parsed with it. */
export function fillHoles(
  source: ScriptSource, holes: readonly Hole[], fill: ReadonlySet<number>,
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
  return { source: { text, span: (start, end) => source.span(oldOffset(shifts, start, false), oldOffset(shifts, end, true)) }, holes: kept };
}

function oldOffset(shifts: readonly { readonly from: number; readonly to: number; readonly old: number; readonly oldEnd: number }[], offset: number, isEnd: boolean): number {
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
