/** Groups of nodes that reach each other (Tarjan's strongly connected components), those of one node left out. */
export function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: (readonly string[])[] = [];

  function visit(node: string): number {
    const own = index.size;
    index.set(node, own);
    low.set(node, own);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      const reached = index.has(next) ? (stack.includes(next) ? index.get(next) : own) : visit(next);
      low.set(node, Math.min(low.get(node) ?? own, reached ?? own));
    }
    if (low.get(node) === own) {
      const group = stack.splice(stack.lastIndexOf(node));
      if (group.length > 1) found.push(group.sort());
    }
    return low.get(node) ?? own;
  }

  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}
