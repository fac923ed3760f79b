import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Entries, Mode } from "./entries.ts";
import { isSkippedFolder } from "./vendored.ts";

/** Deeper than any repository; stops a file system that contains itself. */
const MAX_DEPTH = 64;

function readFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Files below a folder that is in no git repository. Links are listed, never walked through. */
export function walkFiles(root: string): Entries {
  const entries = new Map<string, Mode>();
  const waiting: { readonly folder: string; readonly depth: number }[] = [{ folder: "", depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of readFolder(join(root, next.folder))) {
      const path = next.folder === "" ? entry.name : `${next.folder}/${entry.name}`;
      if (entry.isSymbolicLink()) entries.set(path, "link");
      else if (entry.isFile()) entries.set(path, "unknown");
      else if (entry.isDirectory() && !isSkippedFolder(entry.name) && next.depth < MAX_DEPTH) {
        waiting.push({ folder: path, depth: next.depth + 1 });
      }
    }
  }
  return entries;
}
