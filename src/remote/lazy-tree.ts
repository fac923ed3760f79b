import type { ReadResult, Tree } from "../model/tree.ts";
import { decode, tooLarge, unreadable } from "../io/decode.ts";
import { makeTree } from "../io/tree.ts";
import type { Blobs, RemoteFile } from "./types.ts";

/** A tree over what has been fetched so far. `missed`: files that somebody asked for and that were not. */
export interface LazyTree {
  readonly tree: Tree;
  readonly missed: ReadonlySet<RemoteFile>;
  /** Contents that were read. */
  readonly used: ReadonlySet<string>;
}

/** Makes the tree; `failed` has the reasons of files that cannot be fetched. */
export function lazyTree(files: readonly RemoteFile[], blobs: Blobs, failed: ReadonlyMap<string, string>): LazyTree {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const missed = new Set<RemoteFile>();
  const used = new Set<string>();

  function read(path: string): ReadResult {
    const file = byPath.get(path);
    if (file === undefined) return unreadable(path, "is not in the repository");
    const large = tooLarge(path, file.size);
    if (large !== null) return large;
    const bytes = blobs.get(file.sha);
    if (bytes !== undefined) {
      used.add(file.sha);
      return decode(path, bytes);
    }
    const reason = failed.get(path);
    if (reason !== undefined) return unreadable(path, `was not read from GitHub: ${reason}`);
    missed.add(file);
    return unreadable(path, "was not read from GitHub");
  }

  function linkTarget(path: string): string | null {
    const file = byPath.get(path);
    const bytes = file === undefined ? undefined : blobs.get(file.sha);
    if (file !== undefined && bytes === undefined && !failed.has(path)) missed.add(file);
    return bytes?.toString("utf8") ?? null;
  }

  const entries = new Map(files.map(({ path, mode }) => [path, mode]));
  return {
    tree: makeTree({ entries, read, executable: (_path, mode) => mode === "executable", linkTarget }),
    missed,
    used,
  };
}
