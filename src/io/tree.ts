import type { ReadResult, Tree } from "../model/tree.ts";
import { unreadable } from "./decode.ts";
import type { Entries, Mode } from "./entries.ts";
import { type LinkTarget, resolveLinks } from "./links.ts";

/** How a kind of storage answers; paths given to it are entries that are no links. */
export interface Storage {
  readonly entries: Entries;
  read(path: string): ReadResult;
  executable(path: string, mode: Mode): boolean;
  readonly linkTarget: LinkTarget;
}

/** Folders of the tree, so that a link to one can be told from a link to nothing. */
function foldersOf(entries: Entries): ReadonlySet<string> {
  const folders = new Set<string>([""]);
  for (const path of entries.keys()) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/**
 * A tree over some storage: links are followed inside the root only, files are read when they are asked for and once.
 * A link to a folder can be read through but is not listed twice; a link that leads nowhere is listed, and reading it
 * says why it was not read.
 */
export function makeTree(storage: Storage): Tree {
  const { entries } = storage;
  const links = new Set([...entries].filter(([, mode]) => mode === "link").map(([path]) => path));
  const folders = links.size === 0 ? new Set<string>() : foldersOf(entries);
  const cache = new Map<string, ReadResult>();

  function resolve(path: string): string | null {
    if (links.size === 0) return entries.has(path) ? path : null;
    const resolved = resolveLinks(path, links, storage.linkTarget);
    return "path" in resolved && entries.has(resolved.path) ? resolved.path : null;
  }

  function isFolderLink(path: string): boolean {
    const resolved = resolveLinks(path, links, storage.linkTarget);
    return "path" in resolved && folders.has(resolved.path);
  }

  function readNow(path: string): ReadResult | null {
    const file = resolve(path);
    if (file !== null) {
      const result = storage.read(file);
      if (!result.ok) return unreadable(path, result.problem.message);
      return { ok: true, file: { path, text: result.file.text } };
    }
    if (!links.has(path) || isFolderLink(path)) return null;
    const resolved = resolveLinks(path, links, storage.linkTarget);
    const isLoop = "problem" in resolved && resolved.problem === "loop";
    const reason = isLoop ? "is a link that leads back to itself" : "is a link to something outside the audited files";
    return unreadable(path, reason);
  }

  return {
    paths: [...entries.keys()].filter((path) => !links.has(path) || !isFolderLink(path)).sort(),
    has: (path) => resolve(path) !== null,
    read(path) {
      const known = cache.get(path);
      if (known !== undefined) return known;
      const result = readNow(path);
      if (result !== null) cache.set(path, result);
      return result;
    },
    executable(path) {
      const file = resolve(path);
      return file !== null && storage.executable(file, entries.get(file) ?? "file");
    },
  };
}
