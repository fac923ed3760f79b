import type { ReadResult, Tree } from "../model/tree.ts";

/** A tree in which some files have another text, or are there at all. */
export function overlaid(tree: Tree, overlay: Readonly<Record<string, string>>): Tree {
  const texts = new Map(Object.entries(overlay));
  if (texts.size === 0) return tree;
  const paths = [...new Set([...tree.paths, ...texts.keys()])].sort();
  return {
    paths,
    has: (path) => texts.has(path) || tree.has(path),
    read: (path) => readOver(path, texts.get(path)) ?? tree.read(path),
    executable: (path) => tree.executable(path),
  };
}

/** A tree of nothing but literals. */
export function literalTree(files: Readonly<Record<string, string>>, executable: readonly string[] = []): Tree {
  const nothing: Tree = {
    paths: [],
    has: () => false,
    read: () => null,
    executable: (path) => executable.includes(path),
  };
  return overlaid(nothing, files);
}

function readOver(path: string, text: string | undefined): ReadResult | null {
  return text === undefined ? null : { ok: true, file: { path, text } };
}
