import type { Location } from "../../model/span.ts";
import { oneLine } from "../view/clean.ts";
import { columns } from "./measure.ts";
import type { Style } from "./style.ts";

/** One line of source with the marked part under it; empty where the file is not at hand. */
export function codeFrame(text: string | undefined, place: Location, width: number, style: Style): readonly string[] {
  const line = text
    ?.replace(/^\ufeff/, "")
    .split("\n")
    [place.line - 1]?.replace(/\r$/, "");
  if (line === undefined || line.trim() === "") return [];
  const start = Math.min(Math.max(place.column - 1, 0), line.length);
  const isOneLine = place.endLine === place.line;
  const end = isOneLine ? Math.min(Math.max(place.endColumn - 1, start), line.length) : line.trimEnd().length;
  const number = String(place.line);
  const gutter = " ".repeat(number.length);
  const parts = { before: line.slice(0, start), marked: line.slice(start, end), after: line.slice(end) };
  const shown = fit(parts, width - number.length - 7);
  const caret = "^".repeat(Math.max(1, columns(shown.marked)));
  return [
    `    ${style.dim(`${gutter} |`)}`,
    `    ${style.dim(`${number} |`)} ${shown.before}${shown.marked}${shown.after}`,
    `    ${style.dim(`${gutter} |`)} ${" ".repeat(columns(shown.before))}${style.caret(caret)}`,
  ];
}

interface Parts {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Cuts a long line to what fits, the marked part kept in sight. */
function fit(parts: Parts, room: number): Parts {
  const [before, whole, after] = [oneLine(parts.before), oneLine(parts.marked), oneLine(parts.after)];
  const lead = before.length > room / 2 && before.length + whole.length > room ? `…${before.slice(-10)}` : before;
  const marked = cutEnd(whole, Math.max(8, room - lead.length));
  return { before: lead, marked, after: cutEnd(after, room - lead.length - marked.length) };
}

function cutEnd(text: string, room: number): string {
  if (text.length <= room) return text;
  return room > 1 ? `${text.slice(0, room - 1)}…` : "";
}
