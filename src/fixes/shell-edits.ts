/** A stretch of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Where a command that begins before `from` ends: at its line's end, or where its continued lines end. */
export function endOfCommand(text: string, from: number): number {
  let end = from;
  for (;;) {
    const line = text.indexOf("\n", end);
    if (line < 0) return text.length;
    if (!text.slice(0, line).trimEnd().endsWith("\\")) return line;
    end = line + 1;
  }
}

/**
 * What has to go so that a word leaves a command and the command reads as if it had never been there: the blanks before
 * it, or its whole line where it stands alone on one, with the continuation that led to it.
 */
export function wordWithBlanks(text: string, { start, end }: Stretch): Stretch {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const newline = text.indexOf("\n", end);
  const lineEnd = newline < 0 ? text.length : newline;
  const [before, after] = [text.slice(lineStart, start), text.slice(end, lineEnd).trim()];
  if (before.trim() !== "") return { start: start - trailingBlanks(before), end };
  if (after === "\\" || (after === "" && !endsContinued(text, lineStart)))
    return { start: lineStart, end: newline < 0 ? lineEnd : newline + 1 };
  if (after === "") return { start: continuationBefore(text, lineStart), end };
  return { start, end: end + (text.slice(end, lineEnd).length - text.slice(end, lineEnd).trimStart().length) };
}

function trailingBlanks(text: string): number {
  return text.length - text.trimEnd().length;
}

function endsContinued(text: string, lineStart: number): boolean {
  return text.slice(0, lineStart).trimEnd().endsWith("\\") && lineStart > 0;
}

/** Where the blanks and the backslash at the end of the line before begin. */
function continuationBefore(text: string, lineStart: number): number {
  const before = text.slice(0, lineStart).trimEnd();
  return before.slice(0, -1).trimEnd().length;
}
