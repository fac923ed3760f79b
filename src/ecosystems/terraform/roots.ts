import type { Problem } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import type { HclFile } from "../../syntax/hcl/tree.ts";
import { hclOf, treeNames } from "./files.ts";
import { normalise } from "./paths.ts";

/** A folder that somebody can apply: it says where its state is, or configures a provider and is nobody's module. */
export interface Root {
  /** Path in the repository; the empty string is its root folder. */
  readonly folder: string;
  readonly files: readonly string[];
}

const CONFIGURATION = /\.(?:tf|tofu)(?:\.json)?$/;
const known = new WeakMap<Tree, readonly Root[]>();

/** All roots of a tree, sorted by folder. */
export function rootsOf(tree: Tree): readonly Root[] {
  const before = known.get(tree);
  if (before) return before;
  const folders = [...treeNames(tree)].flatMap(([folder, names]): readonly Root[] => {
    const files = names
      .filter((name) => CONFIGURATION.test(name))
      .map((name) => (folder === "" ? name : `${folder}/${name}`));
    return files.length > 0 ? [{ folder, files }] : [];
  });
  const called = new Set(
    folders.flatMap((root) => root.files.flatMap((file) => localModules(root.folder, file, tree))),
  );
  const roots = folders
    .filter((root) => {
      const blocks = root.files.flatMap((file) => blockTypes(file, tree));
      return blocks.includes("backend") || (blocks.includes("provider") && !called.has(root.folder));
    })
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
  known.set(tree, roots);
  return roots;
}

/** Blocks that make a root, by their words: a whole repository is looked through, so nothing is parsed for it. */
function blockTypes(path: string, tree: Tree): readonly string[] {
  const text = withoutComments(textOf(path, tree));
  const backend = /\bbackend\s*"[^"\n]*"\s*\{|\bcloud\s*\{|"(?:backend|cloud)"\s*:/.test(text) ? ["backend"] : [];
  return /^\s*provider\s*"|"provider"\s*:/m.test(text) ? [...backend, "provider"] : backend;
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:#|\/\/).*$/gm, "").replaceAll(/\/\*[\s\S]*?\*\//g, "");
}

/** Folders in the repository that a file's `module` blocks use. */
function localModules(folder: string, path: string, tree: Tree): readonly string[] {
  const text = textOf(path, tree);
  if (!/\bmodule\b/.test(text)) return [];
  return [...text.matchAll(/\bsource"?\s*[=:]\s*"(\.{1,2}\/[^"\n]*)"/g)].map(([, source]) =>
    normalise(`/${folder}/${source ?? ""}`).slice(1),
  );
}

function textOf(path: string, tree: Tree): string {
  const read = tree.read(path);
  return read?.ok ? read.file.text : "";
}

/** For the report's "seen, not written": every root, by its folder. */
export function seenRoots(tree: Tree): readonly { readonly kind: string; readonly path: string }[] {
  return rootsOf(tree).map(({ folder }) => ({ kind: "terraform-state", path: folder === "" ? "." : folder }));
}

/**
 * What cannot be read: files of any module whose bytes are no text, and blocks that are not closed in the roots that
 * runs use. `isUsed`: whether a run stands in this folder; the others are not parsed.
 */
export function rootProblems(tree: Tree, isUsed: (folder: string) => boolean = () => true): readonly Problem[] {
  const unreadable = tree.paths
    .filter((path) => CONFIGURATION.test(path))
    .flatMap((path): readonly Problem[] => {
      const read = tree.read(path);
      return read && !read.ok ? [read.problem] : [];
    });
  return [
    ...unreadable,
    ...rootsOf(tree)
      .filter(({ folder }) => isUsed(folder))
      .flatMap((root) => root.files.flatMap((file) => problemsOf(hclOf(tree, file)))),
  ];
}

function problemsOf(file: HclFile | null): readonly Problem[] {
  return (
    file?.problems.map((problem) => ({
      ...problem,
      message: `${problem.message}, so this part was left out`,
    })) ?? []
  );
}
