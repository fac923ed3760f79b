import type { Tree } from "../../../model/tree.ts";
import { entryOf, parseYaml, scalarAt, stringAt, type YamlNode, type YamlScalar } from "../../../syntax/yaml/index.ts";

/** A `package.json` of the repository. */
export interface Package {
  /** Its folder in the repository, empty for the root. */
  readonly folder: string;
  readonly name: string | null;
  readonly manager: string | null;
  readonly root: YamlNode;
}

const known = new WeakMap<Tree, Map<string, Package | null>>();

/** The package in a folder; null where there is none that can be read. JSON is read as YAML, which keeps places. */
export function packageIn(tree: Tree, folder: string): Package | null {
  const cache = known.get(tree) ?? new Map<string, Package | null>();
  known.set(tree, cache);
  const before = cache.get(folder);
  if (before !== undefined) return before;
  const found = readPackage(tree, folder);
  cache.set(folder, found);
  return found;
}

function readPackage(tree: Tree, folder: string): Package | null {
  const path = folder === "" ? "package.json" : `${folder}/package.json`;
  const read = tree.read(path);
  if (!read?.ok) return null;
  const root = parseYaml(read.file, { doubledKeys: "last" }).documents[0]?.root ?? null;
  return root?.kind === "map"
    ? { folder, name: stringAt(root, "name"), manager: stringAt(root, "packageManager"), root }
    : null;
}

/** The package of this folder or the nearest above it. */
export function nearestPackage(tree: Tree, folder: string): Package | null {
  for (let at = folder; ; at = at.includes("/") ? at.slice(0, at.lastIndexOf("/")) : "") {
    const found = packageIn(tree, at);
    if (found || at === "") return found;
  }
}

/** Every package, sorted by folder. */
function allPackages(tree: Tree): readonly Package[] {
  return tree.paths
    .filter((path) => /(?:^|\/)package\.json$/.test(path) && !path.includes("node_modules/"))
    .map((path) => packageIn(tree, path.replace(/\/?package\.json$/, "")))
    .filter((found) => found !== null);
}

/**
 * The packages that "in every workspace" means: the root, which starts it, is none of them (npm's `--workspaces`, pnpm's
 * `-r`, Yarn's `workspaces run`).
 */
export function workspacePackages(tree: Tree): readonly Package[] {
  const all = allPackages(tree);
  const below = all.filter(({ folder }) => folder !== "");
  return below.length > 0 ? below : all;
}

/** The package that a filter or workspace option names: by name, by its last part, by folder. */
export function packageNamed(tree: Tree, wanted: string): Package | null {
  const clean = wanted
    .replace(/^\.\//, "")
    .replace(/^\{(.*)\}$/, "$1")
    .replace(/\/$/, "");
  const all = allPackages(tree);
  return (
    all.find(({ name }) => name === clean) ??
    all.find(({ folder }) => folder === clean || folder.endsWith(`/${clean}`)) ??
    all.find(({ name }) => name?.split("/").pop() === clean) ??
    null
  );
}

/** A script of the package. */
export function scriptOfPackage({ root }: Package, name: string): YamlScalar | null {
  const scripts = entryOf(root, "scripts")?.value ?? null;
  return scalarAt(scripts, name);
}
