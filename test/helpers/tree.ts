import type { Tree } from "../../src/model/tree.ts";

/** A tree from literals: paths and texts. `executable` names the files that have the executable bit. */
export function treeOf(files: Readonly<Record<string, string>>, executable: readonly string[] = []): Tree {
  const read = new Map(
    Object.entries(files).map(([path, text]) => [path, { ok: true, file: { path, text } } as const]),
  );
  return {
    paths: [...read.keys()].sort(),
    has: (path) => read.has(path),
    read: (path) => read.get(path) ?? null,
    executable: (path) => executable.includes(path),
  };
}
