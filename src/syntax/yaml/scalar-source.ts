import type { Span } from "../../model/span.ts";
import type { ScalarSource, ScalarStyle } from "./node.ts";
import { blockOffsets } from "./block-offsets.ts";
import { flowOffsets } from "./flow-offsets.ts";

/** For each character of a scalar's text where it begins and ends in the file. */
export interface Offsets {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * The way from a scalar's text back to the file. `start` and `end` enclose the scalar in `file` (quotes, and the
 * header of a block scalar, included). The map is worked out when it is first asked for.
 */
export function scalarSource(
  file: string,
  whole: string,
  style: ScalarStyle,
  start: number,
  end: number,
  text: string,
): ScalarSource {
  let offsets: Offsets | null = null;
  const at = (from: number, to: number): Span => {
    offsets ??= offsetsOf(whole, style, start, end, text);
    return slice(file, offsets, from, to, style === "single" || style === "double" ? Math.min(start + 1, end) : end);
  };
  return { text, span: at };
}

function offsetsOf(whole: string, style: ScalarStyle, start: number, end: number, text: string): Offsets {
  const found =
    style === "literal" || style === "folded"
      ? blockOffsets(whole, style, start, end, text)
      : flowOffsets(whole, style, start, end);
  return found.text === text ? found : roughly(style, start, end, text);
}

/** Only for what the YAML library reads in a way of its own: every place is inside the scalar, if not exact. */
function roughly(style: ScalarStyle, start: number, end: number, text: string): Offsets {
  const first = style === "plain" ? start : Math.min(start + 1, end);
  const starts = Array.from({ length: text.length }, (_, index) => Math.min(first + index, end));
  return { text, starts, ends: starts.map((offset) => Math.min(offset + 1, end)) };
}

/** `empty`: the place of a text without characters. */
function slice(file: string, offsets: Offsets, from: number, to: number, empty: number): Span {
  const { starts, ends } = offsets;
  const first = Math.max(0, Math.min(from, starts.length));
  const last = Math.max(first, Math.min(to, starts.length));
  const start = starts[first] ?? ends[ends.length - 1] ?? empty;
  return { file, start, end: last === first ? start : (ends[last - 1] as number) };
}
