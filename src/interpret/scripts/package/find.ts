import type { Tree } from "../../../model/tree.ts";
import { isMember } from "../../../ecosystems/package/workspace.ts";
import {
  entryOf,
  itemsAt,
  mapAt,
  parseYaml,
  scalarAt,
  stringAt,
  type YamlNode,
  type YamlScalar,
} from "../../../syntax/yaml/index.ts";

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
  for (const at of upwards(folder)) {
    const found = packageIn(tree, at);
    if (found) return found;
  }
  return null;
}

/** The folder and those above it, up to the root. */
function* upwards(folder: string): Generator<string> {
  for (let at = folder; at !== ""; at = at.includes("/") ? at.slice(0, at.lastIndexOf("/")) : "") yield at;
  yield "";
}

/** Every package, sorted by folder. */
function allPackages(tree: Tree): readonly Package[] {
  return tree.paths
    .filter((path) => /(?:^|\/)package\.json$/.test(path) && !path.includes("node_modules/"))
    .map((path) => packageIn(tree, path.replace(/\/?package\.json$/, "")))
    .filter((found) => found !== null);
}

/**
 * The packages that "in every workspace" means, asked for in a folder: members of the workspace that it lies in. The
 * root, which starts it, is none of them (npm's `--workspaces`, pnpm's `-r`, Yarn's `workspaces run`). Where no file
 * lists them: all packages below.
 */
export function workspacePackages(tree: Tree, folder: string): readonly Package[] {
  for (const root of upwards(folder)) {
    const globs = globsOf(tree, root);
    if (globs.length === 0) continue;
    const member = isMember(globs);
    return below(tree, root).filter((each) => member(relative(root, each.folder)));
  }
  const root = nearestPackage(tree, folder)?.folder ?? "";
  const found = below(tree, root);
  return found.length > 0 ? found : allPackages(tree);
}

function below(tree: Tree, root: string): readonly Package[] {
  return allPackages(tree).filter(({ folder }) => folder !== root && (root === "" || folder.startsWith(`${root}/`)));
}

function relative(root: string, folder: string): string {
  return root === "" ? folder : folder.slice(root.length + 1);
}

/** What `package.json`, `pnpm-workspace.yaml` or `lerna.json` of a folder list as members. */
function globsOf(tree: Tree, folder: string): readonly string[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  const own = packageIn(tree, folder)?.root ?? null;
  const lists = [
    mapAt(own, "workspaces") ? itemsAt(own, "workspaces", "packages") : itemsAt(own, "workspaces"),
    ...["pnpm-workspace.yaml", "lerna.json"].map((name) => {
      const read = tree.read(prefix + name);
      return read?.ok
        ? itemsAt(parseYaml(read.file, { doubledKeys: "last" }).documents[0]?.root ?? null, "packages")
        : [];
    }),
  ];
  return lists.flat().flatMap((item) => (item.kind === "scalar" && item.text !== "" ? [item.text] : []));
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

/** Names of the scripts that a pattern means (`deploy:*`, `npm:deploy-*`); a name that is none stands for itself. */
export function scriptsLike({ root }: Package, pattern: string): readonly string[] {
  if (!/^[\w:./-]*\*[\w:./*-]*$/.test(pattern)) return [pattern];
  const source = pattern
    .replaceAll(/[.\\/]/g, String.raw`\$&`)
    .replaceAll("**", "\u0000")
    .replaceAll("*", "[^:]*")
    .replaceAll("\u0000", ".*");
  const scripts = entryOf(root, "scripts")?.value ?? null;
  const names = scripts?.kind === "map" ? scripts.entries.map(({ key }) => key) : [];
  return names.filter((name) => new RegExp(`^${source}$`).test(name));
}
