import type { SourceFile, Span } from "../../model/span.ts";

/** One line of a file without its break and without spaces around it; `start` is the offset of its first character. */
export interface Line {
  readonly text: string;
  readonly start: number;
  /** Whether the line as written begins with a space or tab. */
  readonly indented: boolean;
}

/** Python's `splitlines`, which Ansible uses on inventories and settings. */
const BREAK = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

/** The lines of a file, with a byte-order mark counted in the offsets but not part of the first line. */
export function linesOf(file: SourceFile): readonly Line[] {
  const lines: Line[] = [];
  let from = file.text.startsWith("\uFEFF") ? 1 : 0;
  for (const match of file.text.matchAll(BREAK)) {
    lines.push(lineOf(file.text.slice(from, match.index), from));
    from = match.index + match[0].length;
  }
  lines.push(lineOf(file.text.slice(from), from));
  return lines;
}

function lineOf(raw: string, start: number): Line {
  const text = raw.trim();
  return { text, start: start + (raw.length - raw.trimStart().length), indented: /^[ \t]/.test(raw) };
}

/** The span of a stretch of a line. */
export function spanIn(file: SourceFile, line: Line, from = 0, length = line.text.length - from): Span {
  return { file: file.path, start: line.start + from, end: line.start + from + length };
}
