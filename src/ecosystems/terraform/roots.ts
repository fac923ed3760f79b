import type { Problem } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import type { HclFile } from "../../syntax/hcl/tree.ts";
import { hclOf, treeNames } from "./files.ts";
import { attributeOf } from "./module.ts";
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

/** Types of the blocks that make a root, found by marker words before anything is parsed. */
function blockTypes(path: string, tree: Tree): readonly string[] {
  const text = textOf(path, tree);
  if (!/\b(?:backend|cloud|provider)\b/.test(text)) return [];
  const body = hclOf(tree, path)?.body;
  const settings =
    body?.blocks.filter((block) => block.type === "terraform").flatMap((block) => block.body.blocks) ?? [];
  const own = settings.some((block) => block.type === "backend" || block.type === "cloud") ? ["backend"] : [];
  return [...own, ...(body?.blocks.map((block) => block.type) ?? [])];
}

/** Folders in the repository that a file's `module` blocks use. */
function localModules(folder: string, path: string, tree: Tree): readonly string[] {
  if (!/\bmodule\b/.test(textOf(path, tree))) return [];
  return (hclOf(tree, path)?.body.blocks ?? [])
    .filter((block) => block.type === "module")
    .flatMap((block) => {
      const source = attributeOf(block.body, "source")?.value;
      const value = source?.kind === "literal" && typeof source.value === "string" ? source.value : "";
      return value.startsWith("./") || value.startsWith("../") ? [normalise(`/${folder}/${value}`).slice(1)] : [];
    });
}

function textOf(path: string, tree: Tree): string {
  const read = tree.read(path);
  return read?.ok ? read.file.text : "";
}

/** For the report's "seen, not written": every root, by its folder. */
export function seenRoots(tree: Tree): readonly { readonly kind: string; readonly path: string }[] {
  return rootsOf(tree).map(({ folder }) => ({ kind: "terraform-state", path: folder === "" ? "." : folder }));
}

/** What cannot be read: files of any module whose bytes are no text, and blocks of roots that are not closed. */
export function rootProblems(tree: Tree): readonly Problem[] {
  const unreadable = tree.paths
    .filter((path) => CONFIGURATION.test(path))
    .flatMap((path): readonly Problem[] => {
      const read = tree.read(path);
      return read && !read.ok ? [read.problem] : [];
    });
  return [
    ...unreadable,
    ...rootsOf(tree).flatMap((root) => root.files.flatMap((file) => problemsOf(hclOf(tree, file)))),
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
