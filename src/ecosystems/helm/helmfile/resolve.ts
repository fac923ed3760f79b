import picomatch from "picomatch";
import type { Tree } from "../../../model/tree.ts";
import { hasHole, type Word } from "../../../syntax/template/holes.ts";
import { itemsAt, stringAt, valueAt } from "../../../syntax/yaml/index.ts";
import { isFolder, joinPath, namesIn } from "../../tree-paths.ts";
import type { GoValue } from "../go-template/values.ts";
import { goValueOf, mergeValues, renderedText } from "./nodes.ts";
import { readState, valuesFile } from "./read-state.ts";
import { releasesOf } from "./release.ts";
import { newState, type Placed, type Reading, type State } from "./state.ts";
import type { HelmfileRelease, HelmfileReleases, HelmfileRun } from "./types.ts";

const DEFAULT_FILES = ["helmfile.yaml", "helmfile.yaml.gotmpl"];
const DEFAULT_FOLDER = "helmfile.d";
const STATE_FILE = /\.ya?ml(?:\.gotmpl)?$/;
const MAX_DEPTH = 10;
const MAX_FILES = 300;

/**
 * The releases that a run of helmfile works on: those of its state files and of the helmfiles that these name, under
 * environment, selectors and conditions. Charts are not looked into, and nothing is rendered that names a target only
 * inside the cluster. Never throws; what is missing or broken is listed.
 */
export function helmfileReleases(tree: Tree, run: HelmfileRun): HelmfileReleases {
  const reading: Reading = { tree, run, problems: [], missing: [], files: new Set(), environments: new Set() };
  const given = givenValues(reading);
  const files = run.file === null ? defaultFiles(tree, run.cwd) : filesAt(tree, joinPath(run.cwd, run.file));
  if (files.length === 0)
    reading.missing.push(`the helmfile \`${run.file ?? joinPath(run.cwd, "helmfile.yaml")}\` is not in the repository`);
  const releases = files.flatMap((path) => releasesIn(reading, path, given, run.selectors, 0));
  return {
    releases,
    environments: [...reading.environments],
    missing: [...new Set(reading.missing)],
    problems: reading.problems,
    filesRead: [...reading.files],
  };
}

function defaultFiles(tree: Tree, folder: string): readonly string[] {
  const single = DEFAULT_FILES.map((name) => joinPath(folder, name)).find((path) => tree.has(path));
  return single === undefined ? filesAt(tree, joinPath(folder, DEFAULT_FOLDER)) : [single];
}

/** A state file, or the state files of a folder in order of their names. */
function filesAt(tree: Tree, path: string): readonly string[] {
  if (tree.has(path)) return [path];
  if (hasHole(path) || !isFolder(tree, path)) return [];
  return namesIn(tree, path)
    .filter((name) => STATE_FILE.test(name))
    .map((name) => joinPath(path, name))
    .filter((file) => tree.has(file));
}

/** `--state-values-set` over `--state-values-file`. */
function givenValues(reading: Reading): GoValue {
  const { run } = reading;
  const empty = newState(run.cwd, new Map());
  const files = run.valuesFiles.map((path) => valuesFile(reading, empty, joinPath(run.cwd, path)));
  const set = run.values.map(([path, value]) =>
    path.split(".").reduceRight<GoValue>((inner, key) => new Map([[key, inner]]), typed(value)),
  );
  return [...files, ...set].reduce<GoValue>((sum, layer) => mergeValues(sum, layer), new Map());
}

function typed(value: Word): GoValue {
  return value === "true" ? true : value === "false" ? false : value;
}

function releasesIn(
  reading: Reading,
  path: string,
  given: GoValue,
  selectors: readonly Word[],
  depth: number,
): readonly HelmfileRelease[] {
  if (depth > MAX_DEPTH || reading.files.size > MAX_FILES) return [];
  const found = reading.tree.read(path);
  if (!found?.ok) {
    if (found) reading.problems.push(found.problem);
    reading.missing.push(`the helmfile \`${path}\` cannot be read`);
    return [];
  }
  const state = readState(reading, found.file, given);
  for (const name of state.environments.keys()) if (name !== "") reading.environments.add(name);
  const nested = state.helmfiles.flatMap((placed) => nestedReleases(reading, state, placed, selectors, depth));
  return [...nested, ...state.releases.flatMap((placed) => releasesOf(reading.run, state, placed, selectors))];
}

/** `helmfiles: [apps/*.yaml, {path: db, selectors: [tier=db], values: […]}]` */
function nestedReleases(
  reading: Reading,
  state: State,
  placed: Placed,
  selectors: readonly Word[],
  depth: number,
): readonly HelmfileRelease[] {
  const { node, rendering } = placed;
  const path =
    (node.kind === "scalar" ? renderedText(node, rendering) : renderedText(valueAt(node, "path"), rendering)) ?? "";
  if (hasHole(path) || /^[\w+-]+(?:::|:\/\/)/.test(path)) {
    reading.missing.push(`the helmfile \`${path}\` is not in the repository`);
    return [];
  }
  const full = joinPath(state.folder, path);
  const files = filesAt(reading.tree, full);
  const matching = files.length > 0 ? files : globbed(reading.tree, full);
  if (matching.length === 0) reading.missing.push(`the helmfile \`${full}\` is not in the repository`);
  const own = itemsAt(node, "selectors").map((item) => renderedText(item, rendering) ?? "");
  // An empty list of selectors selects everything; only a missing one inherits.
  const inherits = valueAt(node, "selectors") === null || stringAt(node, "selectorsInherited") === "true";
  const values = itemsAt(node, "values").map((item) =>
    item.kind === "map"
      ? goValueOf(item, rendering)
      : valuesFile(reading, state, joinPath(state.folder, renderedText(item, rendering) ?? "")),
  );
  const given = values.reduce<GoValue>((sum, layer) => mergeValues(sum, layer), new Map());
  return matching.flatMap((file) => releasesIn(reading, file, given, inherits ? selectors : own, depth + 1));
}

function globbed(tree: Tree, pattern: string): readonly string[] {
  if (!/[*?[{]/.test(pattern) || pattern.length > 500) return [];
  const matches = picomatch(pattern);
  const paths = tree.paths.filter((path) => matches(path));
  const folders = [...new Set(tree.paths.map((path) => path.slice(0, path.lastIndexOf("/"))))].filter((folder) =>
    matches(folder),
  );
  return [...paths, ...folders.flatMap((folder) => filesAt(tree, folder))].sort();
}
