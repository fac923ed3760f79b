import type { Tree } from "../model/tree.ts";

/** A workflow that another one calls, as it stands in the caller. */
const CALL = /\.\/(\.github\/workflows\/[^\s'"@#]+)/gu;

/**
 * Files in which two trees differ as far as an audit can tell: those that only one of them has, and those whose text
 * was read. A workflow that a changed one calls counts too, since whether anybody calls it decides how it is audited.
 *
 * @param wasRead whether an audit of `head` has read a file
 */
export function changedFiles(base: Tree, head: Tree, wasRead: (path: string) => boolean): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const path of new Set([...base.paths, ...head.paths])) {
    const onOneSide = base.has(path) !== head.has(path);
    if (!onOneSide && (!wasRead(path) || textOf(base, path) === textOf(head, path))) continue;
    changed.add(path);
    for (const tree of [base, head]) {
      for (const call of (textOf(tree, path) ?? "").matchAll(CALL)) changed.add(call[1] ?? "");
    }
  }
  return changed;
}

function textOf(tree: Tree, path: string): string | null {
  const read = tree.read(path);
  return read?.ok ? read.file.text : null;
}
