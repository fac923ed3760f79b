import type { SourceFile } from "../../../model/span.ts";
import { hasHole, type Word } from "../../../syntax/template/holes.ts";
import { entryOf, itemsAt, parseYaml, valueAt, type YamlMap, type YamlNode } from "../../../syntax/yaml/index.ts";
import { folderOf, joinPath } from "../../tree-paths.ts";
import { maskTemplate } from "../go-template/mask.ts";
import type { GoValue } from "../go-template/values.ts";
import { goValueOf, mergeValues, renderedText, type Rendering } from "./nodes.ts";
import { newState, scopeOf, type Placed, type Reading, type State } from "./state.ts";

const MAX_PARTS = 30;
const MAX_BASES = 20;

/**
 * Reads a state file: its parts (`---`) one after the other, each with the values of those before it, its bases before
 * them. https://helmfile.readthedocs.io/en/latest/#configuration
 */
export function readState(reading: Reading, file: SourceFile, given: GoValue): State {
  const state = newState(folderOf(file.path), given);
  readInto(reading, state, file, given, 0);
  return state;
}

function readInto(reading: Reading, state: State, file: SourceFile, given: GoValue, depth: number): void {
  reading.files.add(file.path);
  for (const part of partsOf(file)) {
    const scope = scopeOf(reading.run, state);
    const masked = maskTemplate(part, scope);
    const rendering: Rendering = { original: file.text, actions: masked.actions, scope };
    const { documents, problems } = parseYaml({ path: file.path, text: masked.text }, { doubledKeys: "last" });
    // A template may well be no YAML before it is rendered; only what has no template in it is surely broken.
    if (masked.actions.length === 0) reading.problems.push(...problems.slice(0, 1));
    const maps = documents.filter(({ root }) => root?.kind === "map");
    // What breaks is mostly deep inside the values of one release, and the names around it can be read.
    if (problems.length > 0 && (maps.length === 0 || masked.actions.length === 0))
      reading.missing.push(`\`${file.path}\` cannot be read without rendering it`);
    for (const { root } of maps) {
      if (root?.kind !== "map") continue;
      if (depth === 0) readBases(reading, state, root, rendering, given, depth);
      absorb(state, root, { rendering, loops: masked.loops });
      state.values = valuesOf(reading, state, given);
    }
  }
}

/** The file once for each part, all other parts blank, so that offsets stay right. */
function partsOf(file: SourceFile): readonly string[] {
  const breaks = [...file.text.matchAll(/^---[ \t]*\r?$/gm)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  if (breaks.length === 0 || breaks.length > MAX_PARTS) return [file.text];
  const starts = [0, ...breaks.map((mark) => mark.end)];
  const ends = [...breaks.map((mark) => mark.start), file.text.length];
  return starts.map((start, index) => {
    const end = ends[index] ?? file.text.length;
    return blankOf(file.text.slice(0, start)) + file.text.slice(start, end);
  });
}

function blankOf(text: string): string {
  return text.replaceAll(/[^\n\r]/g, " ");
}

function readBases(
  reading: Reading,
  state: State,
  root: YamlMap,
  rendering: Rendering,
  given: GoValue,
  depth: number,
): void {
  for (const item of itemsAt(root, "bases").slice(0, MAX_BASES)) {
    const path = renderedText(item, rendering) ?? "";
    const found = hasHole(path) ? null : reading.tree.read(joinPath(state.folder, path));
    if (found?.ok) readInto(reading, state, found.file, given, depth + 1);
    else reading.missing.push(`the base \`${path}\` is not in the repository`);
  }
}

function absorb(state: State, root: YamlMap, place: Omit<Placed, "node">): void {
  const { rendering } = place;
  const placed = (node: YamlNode): Placed => ({ ...place, node });
  const text = (...path: readonly string[]): Word | null => renderedText(valueAt(root, ...path), rendering);
  const environments = valueAt(root, "environments");
  for (const { key, value } of environments?.kind === "map" ? environments.entries : []) {
    const parts = state.environments.get(key) ?? [];
    parts.push({
      context: renderedText(valueAt(value, "kubeContext"), rendering),
      values: itemsAt(value, "values").map(placed),
    });
    state.environments.set(key, parts);
  }
  if (entryOf(root, "releases")) state.releases = itemsAt(root, "releases").map(placed);
  const templates = valueAt(root, "templates");
  for (const { key, value } of templates?.kind === "map" ? templates.entries : [])
    state.templates.set(key, placed(value));
  state.helmfiles.push(...itemsAt(root, "helmfiles").map(placed));
  const labels = valueAt(root, "commonLabels");
  if (labels?.kind === "map")
    state.commonLabels = new Map(labels.entries.map(({ key, value }) => [key, renderedText(value, rendering) ?? ""]));
  state.defaultContext = text("helmDefaults", "kubeContext") ?? state.defaultContext;
  state.defaultAtomic = text("helmDefaults", "atomic") ?? state.defaultAtomic;
  state.context = text("kubeContext") ?? state.context;
  state.namespace = text("namespace") ?? state.namespace;
  for (const item of itemsAt(root, "values"))
    state.environments.set("", [...(state.environments.get("") ?? []), { context: null, values: [placed(item)] }]);
}

/** Defaults, then the environment's values in order, then what the command line sets. Secrets are not read. */
function valuesOf(reading: Reading, state: State, given: GoValue): GoValue {
  const parts = [...(state.environments.get("") ?? []), ...(state.environments.get(reading.run.environment) ?? [])];
  const layers = parts.flatMap((part) => part.values).map((value) => layerOf(reading, state, value));
  return [...layers, given].reduce<GoValue>((sum, layer) => mergeValues(sum, layer), new Map());
}

function layerOf(reading: Reading, state: State, { node, rendering }: Placed): GoValue {
  if (node.kind === "map") return goValueOf(node, rendering);
  const path = renderedText(node, rendering) ?? "";
  return valuesFile(reading, state, joinPath(state.folder, path));
}

/** A values file, templates rendered; nothing where it is missing, encrypted or broken. */
export function valuesFile(reading: Reading, state: State, path: string): GoValue {
  const found = hasHole(path) ? null : reading.tree.read(path);
  if (!found?.ok) return new Map();
  const scope = scopeOf(reading.run, state);
  const masked = maskTemplate(found.file.text, scope);
  const { documents, problems } = parseYaml({ path, text: masked.text }, { doubledKeys: "last" });
  const [document] = documents;
  if (problems.length > 0 || !document?.root) return new Map();
  return goValueOf(document.root, { original: found.file.text, actions: masked.actions, scope });
}
