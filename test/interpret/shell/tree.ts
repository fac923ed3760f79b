import type { Tree } from "../../../src/model/tree.ts";

/** A tree from literal files; all of them may be executed. */
export function treeOf(files: Readonly<Record<string, string>>): Tree {
  return {
    paths: Object.keys(files).sort(),
    has: (path) => Object.hasOwn(files, path),
    read: (path) => (Object.hasOwn(files, path) ? { ok: true, file: { path, text: files[path] ?? "" } } : null),
    executable: () => true,
  };
}
