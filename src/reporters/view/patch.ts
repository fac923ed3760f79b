import { createTwoFilesPatch } from "diff";
import type { Edit, Fix } from "../../model/report.ts";
import { compare } from "./order.ts";

/**
 * A fix as a unified diff with little context, for reading. Empty when a file is not at hand or edits overlap: what is
 * shown must be what would be applied.
 */
export function fixDiff(fix: Fix, sources: ReadonlyMap<string, string>): string {
  const files = [...new Set(fix.edits.map((edit) => edit.file))].sort(compare);
  const patches: string[] = [];
  for (const file of files) {
    const before = sources.get(file);
    const after =
      before === undefined
        ? null
        : applied(
            before,
            fix.edits.filter((edit) => edit.file === file),
          );
    if (before === undefined || after === null) return "";
    patches.push(patchOf(file, before, after));
  }
  return patches.join("");
}

function applied(text: string, edits: readonly Edit[]): string | null {
  const fromEnd = [...edits].sort((a, b) => b.start - a.start || b.end - a.end);
  let result = text;
  let limit = text.length;
  for (const edit of fromEnd) {
    if (edit.end > limit || edit.start > edit.end || edit.start < 0) return null;
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
    limit = edit.start;
  }
  return result;
}

function patchOf(file: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { context: 2 });
  // The library opens with a rule of `=`, which other tools do not.
  return patch.replace(/^=+\n/, "");
}
