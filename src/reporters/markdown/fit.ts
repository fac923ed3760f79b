/** A document that has to fit: what must be there, then blocks in order of importance. */
export interface Fitting {
  readonly head: string;
  readonly blocks: readonly string[];
  readonly foot: string;
  /** Said in place of the blocks that did not fit. */
  readonly left: (blocks: number) => string;
}

/**
 * Joins as many blocks as fit into `limit` units of `size`, and says how many are left out. Blocks are never cut in the
 * middle, so a fence or a `<details>` is never left open.
 */
export function fit(parts: Fitting, limit: number, size: (text: string) => number): string {
  const reserve = size(parts.left(parts.blocks.length)) + size(parts.foot) + 8;
  const kept: string[] = [parts.head];
  let used = size(parts.head) + reserve;
  let left = 0;
  for (const block of parts.blocks) {
    const cost = size(block) + 2;
    if (used + cost > limit) left += 1;
    else {
      kept.push(block);
      used += cost;
    }
  }
  if (left > 0) kept.push(parts.left(left));
  if (parts.foot !== "") kept.push(parts.foot);
  return `${kept.filter((part) => part !== "").join("\n\n")}\n`;
}
