import type { Tree } from "../model/tree.ts";

/** A tree that remembers which files were read. */
export function recorded(tree: Tree): { readonly tree: Tree; readonly read: ReadonlySet<string> } {
  const read = new Set<string>();
  return {
    read,
    tree: {
      ...tree,
      read(path) {
        read.add(path);
        return tree.read(path);
      },
    },
  };
}
