import type { Tree } from "../../model/tree.ts";
import type { Word } from "../../syntax/template/holes.ts";
import { folderOf } from "../tree-paths.ts";
import { kindName } from "./kinds.ts";
import { kustomizationAt, kustomizationsOf, kustomizedObjects } from "./kustomize.ts";
import { objectsAt } from "./manifest.ts";
import { allOf, objectName, sharedObjects, type ObjectSet } from "./objects.ts";

/** What a kubectl command is pointed at. Paths are relative to the root. */
export interface ManifestSource {
  /** `-f`, each a file, a folder or an address. */
  readonly files: readonly string[];
  /** `-k`, or the folder of a `kustomize build` that feeds it. */
  readonly kustomizations: readonly string[];
  readonly recursive: boolean;
}

/** All objects that a command applies, as far as the repository says. */
export function appliedObjects(tree: Tree, source: ManifestSource): ObjectSet {
  const files = source.files.map((path) => objectsAt(tree, path, source.recursive));
  return allOf([...files, ...source.kustomizations.map((folder) => kustomizedObjects(tree, folder))]);
}

/** What stands at one path: a kustomization where the folder has one, else the manifests. */
export function objectsOfPath(tree: Tree, path: string): ObjectSet {
  return kustomizationAt(tree, path) === null ? objectsAt(tree, path, false) : kustomizedObjects(tree, path);
}

/** Objects that words of a command name: `deployment/api`, `deploy api worker`, `deployments.apps/api`. */
export function namedObjects(words: readonly Word[]): readonly Word[] {
  const [first, ...names] = words;
  if (first === undefined) return [];
  if (words.every((word) => word.includes("/"))) {
    return words.map((word) =>
      objectName({ kind: kindName(word.slice(0, word.indexOf("/"))), name: word.slice(word.indexOf("/") + 1) }),
    );
  }
  const kinds = first.split(",").map(kindName);
  return kinds.flatMap((kind) => names.filter((name) => !name.includes("=")).map((name) => objectName({ kind, name })));
}

// A tree never changes, so what stands at its paths holds for every command.
const known = new WeakMap<Tree, ReadonlyMap<string, ObjectSet>>();
const MAX_PATHS = 400;

/** Folders that hold manifests, with and without a kustomization, and what is in them. */
function manifestFolders(tree: Tree): ReadonlyMap<string, ObjectSet> {
  const found = known.get(tree);
  if (found) return found;
  const kustomizations = kustomizationsOf(tree);
  const plain = new Set(
    tree.paths
      .filter((path) => /\.ya?ml$/.test(path) && looksApplied(tree, path))
      .flatMap((path) => [path, folderOf(path)]),
  );
  const paths = [...new Set([...kustomizations, ...plain])].filter((path) => path !== "").slice(0, MAX_PATHS);
  const made = new Map(paths.map((path) => [path, objectsOfPath(tree, path)]));
  known.set(tree, made);
  return made;
}

/** Workflows, charts and the like have other files of that ending. */
function looksApplied(tree: Tree, path: string): boolean {
  if (/(?:^|\/)(?:\.github|templates|charts|node_modules)\//.test(path)) return false;
  const read = tree.read(path);
  return read?.ok === true && /^apiVersion:/m.test(read.file.text) && /^kind:/m.test(read.file.text);
}

/**
 * Other paths of the tree that hold one of these objects, for commands that work in `namespace` where a manifest names
 * none. So `kubectl set image deployment/api` meets the overlay that contains it.
 */
export function pathsSharing(tree: Tree, objects: ObjectSet, namespace: Word): readonly string[] {
  const fallbacks = { a: namespace, b: namespace };
  return [...manifestFolders(tree)]
    .filter(([, set]) => sharedObjects(objects, set, fallbacks).length > 0)
    .map(([path]) => path);
}
