import type { Tree } from "../../model/tree.ts";
import { hasHole } from "../../syntax/template/holes.ts";
import { splitPattern } from "./host-pattern.ts";
import { joinPath } from "../tree-paths.ts";
import type { Word } from "./types.ts";

/** `--limit`, as far as it is known. */
export interface Limit {
  /** Single patterns, the lines of `@file` among them; null: no limit, or one that is not known. */
  readonly patterns: readonly string[] | null;
  /** As it was written, null where none was. */
  readonly text: string | null;
  /** Why the limit that was given cannot be taken into account; then the play's own pattern stands. */
  readonly free: string | null;
}

export const NO_LIMIT: Limit = { patterns: null, text: null, free: null };

/**
 * Reads a limit. `@file` stands for the lines of a file, relative to the working directory.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_patterns.html#patterns-and-ansible-playbook-flags
 */
export function readLimit(tree: Tree, word: Word | null, cwd: string): Limit {
  const text = word?.trim() ?? "";
  if (text === "") return NO_LIMIT;
  if (hasHole(text)) return { patterns: null, text, free: `the limit \`${text}\` depends on the run` };
  const patterns: string[] = [];
  for (const part of splitPattern(text)) {
    if (!part.startsWith("@")) {
      patterns.push(part);
      continue;
    }
    const read = tree.read(joinPath(cwd, part.slice(1)));
    if (!read?.ok)
      return { patterns: null, text, free: `the limit's file \`${part.slice(1)}\` is not in the repository` };
    patterns.push(...read.file.text.split("\n").map((line) => line.trim()));
  }
  return { patterns, text, free: null };
}
