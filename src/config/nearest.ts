/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const replaced = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      const inserted = Math.min(last[column] ?? 0, current[column - 1] ?? 0) + 1;
      const swapped = isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min(replaced, inserted, swapped));
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

/**
 * The candidate that somebody who wrote `word` most likely meant, or null when none is near: at most a third of the
 * letters may differ, or the word may be the beginning of exactly one candidate.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const lower = word.slice(0, 64).toLowerCase();
  const allowed = Math.max(1, Math.floor(lower.length / 3));
  let best: { readonly candidate: string; readonly edits: number } | null = null;
  for (const candidate of candidates) {
    const edits = distance(lower, candidate.toLowerCase());
    if (edits <= allowed && (best === null || edits < best.edits)) best = { candidate, edits };
  }
  const starting = candidates.filter((candidate) => lower.length > 1 && candidate.toLowerCase().startsWith(lower));
  return best?.candidate ?? (starting.length === 1 ? (starting[0] ?? null) : null);
}

/** `a`, `a or b`, `a, b or c`. */
export function eitherOf(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
