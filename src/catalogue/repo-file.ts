import type { Machine } from "../interpret/machine.ts";
import { WORKSPACE } from "../interpret/machine.ts";
import type { SourceFile } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";
import { literal, literalOf, type Text } from "../values/text.ts";

/** Larger files are data, not configuration. */
const LARGEST = 1_000_000;

/** `a/./b/../c` as `a/c`; null where it leads out of the root. */
export function normalPath(path: string): string | null {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") out.push(part);
    else if (out.pop() === undefined) return null;
  }
  return out.join("/");
}

/** A path of the command line, absolute on the runner; null where the folder is unknown. */
export function absolutePath(cwd: string, path: string): string | null {
  const full = normalPath(path.startsWith("/") ? path : `${cwd}/${path}`);
  return full === null ? null : `/${full}`;
}

/** An absolute path on the runner as a path in the repository; null where it lies elsewhere. */
export function repoPath(absolute: string): string | null {
  if (absolute === WORKSPACE) return "";
  return absolute.startsWith(`${WORKSPACE}/`) ? absolute.slice(WORKSPACE.length + 1) : null;
}

/**
 * A file as a command would find it: what earlier steps made of it on the runner wins over the repository's. Null where
 * it does not exist or its content is not known.
 */
export function readFile(machine: Machine, tree: Tree, cwd: Text, path: string): SourceFile | null {
  const folder = literalOf(cwd);
  if (folder === null && !path.startsWith("/")) return null;
  const absolute = absolutePath(folder ?? "", path);
  if (absolute === null) return null;
  const onRunner = machine.files.get(absolute);
  const inRepository = repoPath(absolute);
  if (onRunner) {
    const text = onRunner.text === null || onRunner.absent ? null : literalOf(onRunner.text);
    return text === null ? null : { path: inRepository ?? absolute, text };
  }
  if (inRepository === null) return null;
  const read = tree.read(inRepository);
  return read?.ok && read.file.text.length <= LARGEST ? read.file : null;
}

/** What is known of a file's content, unknown stretches included (a `.env` that a secret was printed into). */
export function fileText(machine: Machine, tree: Tree, cwd: Text, path: string): Text | null {
  const folder = literalOf(cwd);
  const absolute = folder === null && !path.startsWith("/") ? null : absolutePath(folder ?? "", path);
  const onRunner = absolute === null ? undefined : machine.files.get(absolute);
  if (onRunner) return onRunner.absent ? null : onRunner.text;
  const file = readFile(machine, tree, cwd, path);
  return file ? literal(file.text) : null;
}
