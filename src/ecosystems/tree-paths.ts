import { WORKSPACE } from "../interpret/machine.ts";
import type { Tree } from "../model/tree.ts";

/**
 * A path as the audited tree names it; `base` is a folder relative to the root (`""` is the root), `path` as written.
 * Absolute paths into the checkout become relative; others, home folders and paths that lead out of the root come back
 * beginning with `/`, `~` or `..`, so that nothing in the tree has their name.
 */
export function joinPath(base: string, path: string): string {
  if (path === WORKSPACE || path.startsWith(`${WORKSPACE}/`)) return joinPath("", path.slice(WORKSPACE.length + 1));
  if (path.startsWith("/") || path.startsWith("~")) return path;
  const rooted = base.startsWith("/");
  const parts: string[] = [];
  for (const part of `${base}/${path}`.split("/")) {
    if (part === "" || part === ".") continue;
    const last = parts.at(-1);
    if (part === ".." && last !== undefined && last !== "..") parts.pop();
    else parts.push(part);
  }
  return (rooted ? "/" : "") + parts.join("/");
}

/** The folder of a path, `""` for the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The ending with its dot as Python's `splitext` has it; `""` for none and for `.hidden`. */
export function extensionOf(path: string): string {
  const name = baseName(path).replace(/^\.+/, "");
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

/** Whether the tree has files below this folder. */
export function isFolder(tree: Tree, folder: string): boolean {
  if (folder === "") return tree.paths.length > 0;
  const prefix = `${folder}/`;
  return tree.paths[firstAtLeast(tree.paths, prefix)]?.startsWith(prefix) ?? false;
}

/** Names of files and folders directly in a folder, sorted, each once. */
export function namesIn(tree: Tree, folder: string): readonly string[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  const names = new Set<string>();
  for (let at = firstAtLeast(tree.paths, prefix); at < tree.paths.length; at += 1) {
    const path = tree.paths[at] ?? "";
    if (!path.startsWith(prefix)) break;
    const rest = path.slice(prefix.length);
    names.add(rest.split("/", 1)[0] ?? rest);
  }
  return [...names].sort();
}

/** Index of the first path that is not before `wanted`; the list is sorted. */
function firstAtLeast(paths: readonly string[], wanted: string): number {
  let [low, high] = [0, paths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paths[middle] ?? "") < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The tree with files on top of it that steps wrote; null stands for one that a step removed. */
export function overlay(tree: Tree, files: ReadonlyMap<string, string | null>): Tree {
  if (files.size === 0) return tree;
  const written = [...files].filter(([, text]) => text !== null).map(([path]) => path);
  const left = tree.paths.filter((path) => files.get(path) !== null);
  return {
    paths: [...new Set([...left, ...written])].sort(),
    has: (path) => (files.has(path) ? files.get(path) !== null : tree.has(path)),
    read(path) {
      const text = files.get(path);
      if (text === undefined) return tree.read(path);
      return text === null ? null : { ok: true, file: { path, text } };
    },
    executable: (path) => !files.has(path) && tree.executable(path),
  };
}
