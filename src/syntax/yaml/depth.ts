import type { CST } from "yaml";

/**
 * Whether a token tree is nested deeper than `most` levels: the offset of a token that is, else null. Walks without
 * recursion, since the trees it is for would overflow the stack.
 */
export function depthOf(token: CST.Token, most: number): number | null {
  let level: readonly CST.Token[] = [token];
  for (let depth = 0; depth <= most; depth += 1) {
    level = level.flatMap(children);
    if (level.length === 0) return null;
  }
  const [first] = level;
  return first && "offset" in first ? first.offset : 0;
}

function children(token: CST.Token): readonly CST.Token[] {
  if (token.type === "document") return token.value ? [token.value] : [];
  if (!("items" in token)) return [];
  const found: CST.Token[] = [];
  for (const item of token.items) {
    if (item.key) found.push(item.key);
    if (item.value) found.push(item.value);
  }
  return found;
}
