import { WORKSPACE } from "../../interpret/machine.ts";
import { settle, type Cube } from "../../values/cube.ts";
import { decideEqual } from "../../values/decide.ts";
import { enumerate } from "../../values/enumerate.ts";
import { concat, literal, literalOf, show, type Text } from "../../values/text.ts";

/** A path that is known for some runs of an act. */
export interface KnownPath {
  readonly cube: Cube;
  readonly path: string;
}

/** More places than this for one command say nothing any more. */
const MOST_PATHS = 64;

/** `/a/./b/../c//d` as `/a/c/d`. Relative paths stay relative; what climbs above the beginning is dropped. */
export function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0) parts.pop();
    else if (part !== "..") parts.push(part);
  }
  return `${path.startsWith("/") ? "/" : ""}${parts.join("/")}`;
}

/** The folder that a path lies in; the root is its own. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash > 0 ? path.slice(0, slash) : path.startsWith("/") ? "/" : "";
}

/** The way from one absolute folder to another: `../b`, `.` where they are one. */
export function relative(from: string, to: string): string {
  const [a, b] = [from.split("/").filter(Boolean), to.split("/").filter(Boolean)];
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  return [...a.slice(common).map(() => ".."), ...b.slice(common)].join("/") || ".";
}

/** A path below a folder; an absolute one stands for itself. */
export function below(folder: Text, path: Text): Text {
  const [first] = path;
  if (typeof first === "string" && first.startsWith("/")) return normaliseText(path);
  return normaliseText(concat(folder, ["/"], path));
}

/** As `normalise`, for a path of which parts are unknown: only what stands between two unknown parts is shortened. */
function normaliseText(path: Text): Text {
  const known = literalOf(path);
  if (known !== null) return literal(normalise(known));
  const shortened = path.map((part, index) => {
    if (typeof part !== "string") return part;
    const plain = part.replaceAll(/\/(?:\.?\/)+/g, "/").replaceAll(/\/[^/.]+\/\.\.(?=\/)/g, "");
    return index === path.length - 1 ? plain.replace(/(?:\/\.?)+$/, "") : plain;
  });
  return concat(shortened);
}

/** The path in the repository of an absolute path on the runner; null where it lies elsewhere. */
export function inRepository(path: string): string | null {
  if (path === WORKSPACE) return "";
  return path.startsWith(`${WORKSPACE}/`) ? path.slice(WORKSPACE.length + 1) : null;
}

/** A folder as people know it: from the root of the repository where it lies in it. */
export function shownFolder(folder: Text): string {
  const shown = show(folder);
  return inRepository(shown) ?? shown;
}

/** Where a path of the repository lies on the runner. */
export function onRunner(path: string): string {
  return path === "" ? WORKSPACE : `${WORKSPACE}/${path}`;
}

/**
 * What a path on the runner can be, each with its runs: known at once, one of a few values of an input or matrix, or,
 * where a part is free, whichever of the `candidates` (absolute) it can be. Null where there are too many or none.
 */
export function knownPaths(text: Text, cube: Cube, candidates: () => readonly string[]): readonly KnownPath[] | null {
  const known = literalOf(settle(text, cube));
  if (known !== null) return [{ cube, path: normalise(known) }];
  const branches = enumerate(cube, text, MOST_PATHS);
  if (branches.length > MOST_PATHS) return null;
  const found = branches.flatMap((branch): readonly KnownPath[] => {
    const path = literalOf(branch.text);
    return path === null
      ? matching(branch.text, branch.cube, candidates())
      : [{ cube: branch.cube, path: normalise(path) }];
  });
  return found.length === 0 || found.length > MOST_PATHS ? null : found;
}

function matching(text: Text, cube: Cube, candidates: readonly string[]): readonly KnownPath[] {
  const [first] = text;
  const last = text[text.length - 1];
  // A path of which no piece is known could be anything; guessing all roots would invent writers.
  if (!text.some((part) => typeof part === "string" && /[A-Za-z0-9]/.test(part.replace(WORKSPACE, "")))) return [];
  return candidates
    .filter((path) => typeof first !== "string" || path.startsWith(first))
    .filter((path) => typeof last !== "string" || path.endsWith(last))
    .flatMap((path) =>
      decideEqual(cube, text, literal(path))
        .filter((branch) => branch.holds)
        .map(({ cube: runs }) => ({ cube: runs, path })),
    );
}
