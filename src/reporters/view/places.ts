import type { Location } from "../../model/span.ts";

/** A place in a file, lines and columns from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const MARK = "\ufeff";

/**
 * Turns offsets (UTF-16 units from 0, a byte-order mark counted) into lines and columns as an editor shows them: there
 * the mark has no column. Only `\n` ends a line, as in git and on code hosts; a `\r` before it belongs to the line.
 */
export function positionAt(text: string, offset: number): Position {
  const at = Math.max(0, Math.min(offset, text.length));
  // A negative position would be taken as 0, and find a `\n` that stands at the very start.
  const lineStart = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  let line = 1;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line += 1;
  const mark = lineStart === 0 && at > 0 && text.startsWith(MARK) ? 1 : 0;
  return { line, column: at - lineStart - mark + 1 };
}

/** The lines around a location, `margin` on each side, with their numbers; empty when the file is not at hand. */
export function quote(
  text: string | undefined,
  place: Location,
  margin: number,
): readonly (readonly [number, string])[] {
  if (text === undefined) return [];
  const lines = text.replace(MARK, "").split("\n");
  const from = Math.max(1, place.line - margin);
  const to = Math.min(lines.length, Math.max(place.line, Math.min(place.endLine, place.line + 8)) + margin);
  const shown: (readonly [number, string])[] = [];
  for (let number = from; number <= to; number += 1) shown.push([number, (lines[number - 1] ?? "").replace(/\r$/, "")]);
  while (shown.length > 0 && shown.at(-1)![1].trim() === "") shown.pop();
  return shown;
}
