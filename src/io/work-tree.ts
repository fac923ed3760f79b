import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { ReadResult, Tree } from "../model/tree.ts";
import { decode, tooLarge, unreadable } from "./decode.ts";
import type { Entries } from "./entries.ts";
import { makeTree } from "./tree.ts";

/** A file may have been replaced by a link after it was listed: then the open fails rather than leaves the root. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function readFile(root: string, path: string): ReadResult {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(join(root, path), OPEN_FLAGS);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return unreadable(path, "is not a regular file");
    return tooLarge(path, stats.size) ?? decode(path, readFileSync(descriptor));
  } catch (error) {
    return unreadable(path, `cannot be read (${errorCode(error)})`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isExecutable(file: string): boolean {
  try {
    return (statSync(file).mode & 0o111) !== 0;
  } catch {
    return false;
  }
}

function linkTarget(link: string): string | null {
  try {
    return readlinkSync(link).replaceAll(sep, "/");
  } catch {
    return null;
  }
}

/** The files on disk below `root` as a tree. */
export function workTree(root: string, entries: Entries): Tree {
  return makeTree({
    entries,
    read: (path) => readFile(root, path),
    executable: (path, mode) => mode === "executable" || (mode === "unknown" && isExecutable(join(root, path))),
    linkTarget: (path) => linkTarget(join(root, path)),
  });
}
