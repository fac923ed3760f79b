import type { Tree } from "../model/tree.ts";

/** Findings stand in files of these kinds. */
const READ = /\.(?:ya?ml|tf|tofu|hcl|sh)$/u;
/** As git: half of the lines the same. */
const SIMILAR = 0.5;
/** Past this a change is a move of everything, and pairs would cost more than they tell. */
const MOST_FILES = 400;

/** Files of the base that the change renamed, by their old path: gone here, come there, and at least half the same. */
export function renamedFiles(base: Tree, head: Tree): ReadonlyMap<string, string> {
  const gone = base.paths.filter((path) => READ.test(path) && !head.has(path));
  const come = head.paths.filter((path) => READ.test(path) && !base.has(path));
  if (gone.length === 0 || come.length === 0 || gone.length + come.length > MOST_FILES) return new Map();
  const texts = new Map(come.map((path) => [path, linesOf(head, path)]));
  const pairs = gone.flatMap((before) => {
    const lines = linesOf(base, before);
    return come.map((after) => ({ before, after, share: shareOf(lines, texts.get(after) ?? []) }));
  });
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { before, after, share } of pairs.sort((a, b) => b.share - a.share)) {
    if (share < SIMILAR || renamed.has(before) || taken.has(after)) continue;
    renamed.set(before, after);
    taken.add(after);
  }
  return renamed;
}

function linesOf(tree: Tree, path: string): readonly string[] {
  const read = tree.read(path);
  return read?.ok
    ? read.file.text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
    : [];
}

/** How much of the longer text is in the shorter one too, line by line. */
function shareOf(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of a) left.set(line, (left.get(line) ?? 0) + 1);
  let same = 0;
  for (const line of b) {
    const count = left.get(line) ?? 0;
    if (count > 0) same += 1;
    left.set(line, count - 1);
  }
  return same / Math.max(a.length, b.length, 1);
}
