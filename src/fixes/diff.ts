import { createTwoFilesPatch } from "diff";

/**
 * One unified diff of all changed files, as `git apply` takes it. Files are in the order of their names.
 * `texts`: the file's text before and after.
 */
export function unifiedDiff(texts: ReadonlyMap<string, { readonly before: string; readonly after: string }>): string {
  return [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).filter(([, { before, after }]) => before !== after)
    .map(([path, { before, after }]) => `diff --git a/${path} b/${path}\n${withoutTitle(createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, { context: 3 }))}`)
    .join("");
}

/** The library begins with a ruler and writes a tab after names; git wants neither. */
function withoutTitle(patch: string): string {
  return patch.replace(/^={10,}\n/u, "").replaceAll(/^(---|\+\+\+) (.*?)\t.*$/gmu, "$1 $2");
}
