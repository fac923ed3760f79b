import type { Location, Span } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";

/** A function from spans to lines and columns; each file's lines are counted once. */
export function locator(tree: Tree): (span: Span) => Location {
  const files = new Map<string, readonly number[]>();
  const startsOf = (file: string): readonly number[] => {
    const known = files.get(file);
    if (known) return known;
    const read = tree.read(file);
    const starts = read?.ok ? lineStarts(read.file.text) : [0];
    files.set(file, starts);
    return starts;
  };
  return ({ file, start, end }) => {
    const starts = startsOf(file);
    const from = position(starts, start);
    const to = position(starts, Math.max(start, end));
    return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function position(starts: readonly number[], offset: number): { readonly line: number; readonly column: number } {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
