import type { Tree } from "../../model/tree.ts";
import { settle } from "../../values/cube.ts";
import { concat, literal, literalOf, termKey, type Text } from "../../values/text.ts";
import { WORKSPACE, type Machine, type RunnerFile } from "../machine.ts";
import { joinTexts, leading, splitText } from "./texts.ts";

/** An absolute path without `.` and `..`; what is not known to be absolute counts from `cwd`. */
export function resolvePath(cwd: Text, path: Text): Text {
  const whole = leading(path).startsWith("/") ? path : concat(cwd, ["/"], path);
  const known = literalOf(whole);
  if (known !== null) return [normalise(known)];
  const segments: Text[] = [];
  for (const segment of splitText(whole, /\//)) {
    const text = literalOf(segment);
    if (text === "..") segments.pop();
    else if (text !== "" && text !== ".") segments.push(segment);
  }
  return concat(["/"], joinTexts(segments, "/"));
}

function normalise(path: string): string {
  if (!/\/\/|\/\.|\/$/.test(path)) return path;
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/** The key of a path in `machine.files`; one key for one expression. */
export function fileKey(path: Text): string {
  return path.map((part) => (typeof part === "string" ? part : `{${termKey(part)}}`)).join("");
}

/** The repository's path of an absolute one; null where it lies outside of the checkout. */
export function repositoryPath(path: string): string | null {
  if (path === WORKSPACE) return "";
  return path.startsWith(`${WORKSPACE}/`) ? path.slice(WORKSPACE.length + 1) : null;
}

/**
 * What is known of a file: its entry on the runner, else the repository's. Null: nothing is known, it may exist or not.
 */
export function findFile(machine: Machine, tree: Tree, path: Text): RunnerFile | null {
  const settled = settle(path, machine.cube);
  const known = literalOf(settled);
  const entry = machine.files.get(fileKey(path)) ?? (known !== null ? machine.files.get(known) : undefined);
  if (entry) return entry;
  for (const file of machine.files.values()) {
    if (file.path && fileKey(settle(file.path, machine.cube)) === fileKey(settled)) return file;
  }
  if (known === null) return null;
  const inside = repositoryPath(known);
  if (inside === null || !tree.has(inside)) return null;
  const read = tree.read(inside);
  return read ? { text: read.ok ? literal(read.file.text) : null } : null;
}

export function withFile(machine: Machine, path: Text, file: RunnerFile): Machine {
  const files = new Map(machine.files);
  files.set(fileKey(path), literalOf(path) === null ? { ...file, path } : file);
  return { ...machine, files };
}

export type Kind = "file" | "folder" | "absent";

/** What stands at a path; null where nobody knows. */
export function kindOf(machine: Machine, tree: Tree, path: Text): Kind | null {
  const file = findFile(machine, tree, path);
  if (file) return file.absent ? "absent" : "file";
  const known = literalOf(settle(path, machine.cube));
  if (known === null) return machine.files.has(`${fileKey(path)}/`) ? "folder" : null;
  if (known === "/" || known === "/tmp" || known === "/home/runner" || known === WORKSPACE) return "folder";
  if (machine.files.has(`${known}/`)) return machine.files.get(`${known}/`)?.absent ? "absent" : "folder";
  const inside = repositoryPath(known);
  if (inside !== null && firstBelow(tree.paths, `${inside}/`) !== null) return "folder";
  for (const [key, file] of machine.files) if (!file.absent && key.startsWith(`${known}/`)) return "folder";
  return null;
}

/** The first of the sorted paths that begins with the prefix. */
function firstBelow(paths: readonly string[], prefix: string): string | null {
  const at = lowerBound(paths, prefix);
  const path = paths[at];
  return path?.startsWith(prefix) ? path : null;
}

export function lowerBound(paths: readonly string[], wanted: string): number {
  let [low, high] = [0, paths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paths[middle] ?? "") < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Names of what lies directly in a folder, files and folders, as far as is known. */
export function namesIn(machine: Machine, tree: Tree, folder: string): readonly string[] {
  const prefix = folder === "/" ? "/" : `${folder}/`;
  const inside = repositoryPath(folder);
  const names = new Set(inside === null ? [] : treeNames(tree, inside === "" ? "" : `${inside}/`));
  for (const [key, file] of machine.files) {
    if (!key.startsWith(prefix) || key === prefix || file.path) continue;
    const name = key.slice(prefix.length).split("/")[0] ?? "";
    if (!file.absent) names.add(name);
    else if (key === prefix + name) names.delete(name);
  }
  return [...names].sort();
}

/** Names directly below a folder of the repository; a tree never changes, so each folder is looked through once. */
const TREE_NAMES = new WeakMap<Tree, Map<string, readonly string[]>>();

function treeNames(tree: Tree, prefix: string): readonly string[] {
  const folders = TREE_NAMES.get(tree) ?? new Map<string, readonly string[]>();
  TREE_NAMES.set(tree, folders);
  const known = folders.get(prefix);
  if (known) return known;
  const names: string[] = [];
  for (let at = lowerBound(tree.paths, prefix); at < tree.paths.length; ) {
    const path = tree.paths[at] ?? "";
    if (!path.startsWith(prefix)) break;
    const [name = "", ...below] = path.slice(prefix.length).split("/");
    names.push(name);
    // "0" comes right after "/": the next path that is not below this folder.
    at = below.length > 0 ? lowerBound(tree.paths, `${prefix}${name}0`) : at + 1;
  }
  folders.set(prefix, names);
  return names;
}
