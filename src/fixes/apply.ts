import type { Edit } from "../model/report.ts";
import type { Tree } from "../model/tree.ts";

/**
 * A text with edits applied from the end backwards, so that offsets stay true. Null where two edits overlap: the second
 * would be written into what the first has changed. Equal edits count once.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string | null {
  const sorted = [...distinct(edits)].sort((a, b) => b.start - a.start || b.end - a.end);
  let out = text;
  let before = Infinity;
  for (const { start, end, text: replacement } of sorted) {
    if (end > before || start > end || end > text.length) return null;
    out = out.slice(0, start) + replacement + out.slice(end);
    before = start;
  }
  return out;
}

/** Edits without those that say the same again. */
export function distinct(edits: readonly Edit[]): readonly Edit[] {
  const key = ({ file, start, end, text }: Edit): string => JSON.stringify([file, start, end, text]);
  return [...new Map(edits.map((edit) => [key(edit), edit])).values()];
}

/** The texts of all files that the edits touch, a new one's too; null where two edits overlap or a file cannot be read. */
export function editedFiles(tree: Tree, edits: readonly Edit[]): ReadonlyMap<string, string> | null {
  const out = new Map<string, string>();
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const read = tree.read(file);
    const before = read === null ? "" : read.ok ? read.file.text : null;
    const text =
      before === null
        ? null
        : applyEdits(
            before,
            edits.filter((edit) => edit.file === file),
          );
    if (text === null) return null;
    out.set(file, text);
  }
  return out;
}

/** A tree in which some files have another text. */
export function overlay(tree: Tree, files: ReadonlyMap<string, string>): Tree {
  const added = [...files.keys()].filter((path) => !tree.has(path));
  return {
    paths: added.length === 0 ? tree.paths : [...tree.paths, ...added].sort(),
    has: (path) => files.has(path) || tree.has(path),
    executable: (path) => tree.executable(path),
    read: (path) => {
      const text = files.get(path);
      return text === undefined ? tree.read(path) : { ok: true, file: { path, text } };
    },
  };
}
