/** `resource "x" "y" {` at the start of a line: where people begin a new block, whatever is still open before it. */
const HEADER = /^[A-Za-z_][\w-]*(?:[ \t]+(?:"[^"\n]*"|[A-Za-z_][\w-]*))*[ \t]*\{/gm;

/** A piece of a source and where it begins in it. */
export interface Chunk {
  readonly start: number;
  readonly source: string;
}

/**
 * A broken source in pieces that begin at top-level block headers, so that what is not closed in one block cannot
 * swallow the next. Together the pieces are the source.
 */
export function topLevelChunks(source: string): readonly Chunk[] {
  const starts = [0, ...[...source.matchAll(HEADER)].map((match) => match.index)];
  const distinct = [...new Set(starts)];
  return distinct.map((start, index) => ({ start, source: source.slice(start, distinct[index + 1] ?? source.length) }));
}
