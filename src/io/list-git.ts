import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Entries, type Mode, modeFromGit } from "./entries.ts";
import { git } from "./git.ts";
import { isVendored } from "./vendored.ts";

/** One record of `git ls-files -t -s`: its tag, its mode where it is in the index, its path. */
function parseRecord(record: string): { readonly tag: string; readonly mode: string | null; readonly path: string } {
  const tag = record.slice(0, 1);
  const tab = record.indexOf("\t");
  const isStaged = tag !== "?" && tab >= 0;
  if (!isStaged) return { tag, mode: null, path: record.slice(2) };
  return { tag, mode: record.slice(2, 8), path: record.slice(tab + 1) };
}

/** Untracked files have no recorded mode. A trailing `/` is a repository inside this one, which is not part of it. */
function untrackedMode(root: string, path: string): Mode | null {
  if (path.endsWith("/")) return null;
  try {
    const stats = lstatSync(join(root, path));
    if (stats.isSymbolicLink()) return "link";
    return stats.isFile() ? "unknown" : null;
  } catch {
    return null;
  }
}

/**
 * Tracked and untracked-but-not-ignored files of the work tree below `root`, without those that are deleted or
 * vendored. With `stderr` instead when git is missing or refuses the repository.
 */
export async function listGitFiles(root: string): Promise<{ readonly entries: Entries } | { readonly stderr: string }> {
  const listed = await git(root, ["ls-files", "-z", "-t", "-s", "-c", "-o", "-d", "--exclude-standard"]);
  if (!listed.ok) return { stderr: listed.stderr };
  const entries = new Map<string, Mode>();
  const deleted: string[] = [];
  for (const record of listed.stdout.toString("utf8").split("\0")) {
    if (record === "") continue;
    const { tag, mode, path } = parseRecord(record);
    if (isVendored(path)) continue;
    if (tag === "R") deleted.push(path);
    const kind = mode === null ? untrackedMode(root, path) : modeFromGit(mode);
    if (kind !== null) entries.set(path, kind);
  }
  for (const path of deleted) entries.delete(path);
  return { entries };
}
