import type { Machine } from "../../interpret/machine.ts";
import type { SourceFile } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { parseHclJson } from "../../syntax/hcl/parse-json.ts";
import { parseHcl, parseHclText } from "../../syntax/hcl/parse.ts";
import type { HclFile } from "../../syntax/hcl/tree.ts";
import { literalOf, type Text } from "../../values/text.ts";
import { onRunner } from "./paths.ts";

/** A file of HCL as a command would find it. */
export interface FoundFile {
  /** Absolute on the runner. */
  readonly path: string;
  readonly hcl: HclFile;
  /** Written by a step: its spans mean nothing. */
  readonly generated: boolean;
}

/** Trees never change while they are audited, so each file is parsed once. */
const parsed = new WeakMap<Tree, Map<string, HclFile | null>>();
const generated = new WeakMap<Text, HclFile>();
/** A tree in which some files are changed gives the others as they were. */
const ofSource = new WeakMap<SourceFile, HclFile>();

/** A file of the repository as HCL; null where there is none or its bytes cannot be read as text. */
export function hclOf(tree: Tree, path: string): HclFile | null {
  const known = parsed.get(tree) ?? new Map<string, HclFile | null>();
  parsed.set(tree, known);
  const before = known.get(path);
  if (before !== undefined) return before;
  const read = tree.has(path) ? tree.read(path) : null;
  const file = read?.ok ? hclOfSource(read.file) : null;
  known.set(path, file);
  return file;
}

function hclOfSource(source: SourceFile): HclFile {
  const file = ofSource.get(source) ?? parseAs(source.path, source.text);
  ofSource.set(source, file);
  return file;
}

function parseAs(path: string, text: string): HclFile {
  return path.endsWith(".json") ? parseHclJson(path, text) : parseHcl(path, text);
}

/**
 * A file on the runner: what a step wrote last, else the repository's. `unknown`: it exists, and nobody knows what is
 * in it, or its bytes are no text. Null: there is no such file.
 */
export function fileOnRunner(path: string, machine: Machine, tree: Tree): FoundFile | "unknown" | null {
  const written = machine.files.get(path);
  if (written?.absent) return null;
  if (written?.text === null) return "unknown";
  if (written?.text) return { path, hcl: hclOfText(path, written.text), generated: true };
  const inTree = treePath(path);
  if (inTree === null || !tree.has(inTree)) return null;
  const hcl = hclOf(tree, inTree);
  return hcl ? { path, hcl, generated: false } : "unknown";
}

function hclOfText(path: string, text: Text): HclFile {
  const before = generated.get(text);
  if (before) return before;
  const known = literalOf(text);
  const file = known !== null ? parseAs(path, known) : parseHclText(path, text);
  generated.set(text, file);
  return file;
}

function treePath(path: string): string | null {
  const root = onRunner("");
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null;
}

/** Names of files in a folder on the runner, sorted: the repository's and those that steps wrote. */
export function namesIn(folder: string, machine: Machine, tree: Tree): readonly string[] {
  const names = new Set<string>();
  const inTree = treePath(`${folder}/x`)?.slice(0, -1);
  if (inTree !== undefined) for (const name of treeNames(tree).get(inTree.slice(0, -1)) ?? []) names.add(name);
  for (const [path, file] of machine.files) {
    const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : "";
    if (name === "" || name.includes("/")) continue;
    if (file.absent) names.delete(name);
    else names.add(name);
  }
  return [...names].sort();
}

const folders = new WeakMap<Tree, ReadonlyMap<string, readonly string[]>>();

/** The files of each folder of the tree, by the folder's path; the root is the empty string. */
export function treeNames(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const before = folders.get(tree);
  if (before) return before;
  const names = new Map<string, string[]>();
  for (const path of tree.paths) {
    const slash = path.lastIndexOf("/");
    const folder = slash < 0 ? "" : path.slice(0, slash);
    const list = names.get(folder) ?? [];
    list.push(path.slice(slash + 1));
    names.set(folder, list);
  }
  folders.set(tree, names);
  return names;
}
