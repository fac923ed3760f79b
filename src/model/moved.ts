import type { Span } from "./span.ts";

/** Where a stretch stands in a file that was changed before it. */
export type Moved = (span: Span) => Span;

/** How a stretch of a file moved: what begins in `from` stands further on by so many characters. */
export interface Move {
  readonly from: Span;
  readonly by: number;
}

export function movedSpan(span: Span, { from, by }: Move): Span {
  if (span.file !== from.file || span.start < from.start || span.start >= from.end) return span;
  return { file: span.file, start: span.start + by, end: span.end + by };
}
