import type { SourceFile } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { hasHole, hole, type Word } from "../../syntax/template/holes.ts";
import { itemsAt, parseYaml, stringAt, valueAt, type YamlNode } from "../../syntax/yaml/index.ts";
import { maskTemplate, type Masked } from "../helm/go-template/mask.ts";
import type { GoScope } from "../helm/go-template/values.ts";
import { isFolder, joinPath, namesIn } from "../tree-paths.ts";
import { kindName } from "./kinds.ts";
import { allOf, NO_OBJECTS, type KubernetesObject, type ObjectSet } from "./objects.ts";

const ENDINGS = /\.(?:ya?ml|json)$/;
const MAX_OBJECTS = 5000;

/** Nothing is known of what a chart's values will be; every output is a hole. */
const UNKNOWN: GoScope = {
  lookup: (path) => hole(path.join(".")),
  variable: (name, path) => hole([`$${name}`, ...path].join(".")),
  env: () => undefined,
};

/**
 * The objects of a file with several documents, lists opened. Templates are masked, and what cannot be read as YAML
 * only makes the set open: no manifest is ever a finding. https://kubernetes.io/docs/concepts/overview/working-with-objects/
 */
export function objectsInText(file: SourceFile): ObjectSet {
  const masked: Masked = file.text.includes("{{")
    ? maskTemplate(file.text, UNKNOWN)
    : { text: file.text, loops: [], actions: [] };
  const { documents, problems } = parseYaml({ path: file.path, text: masked.text }, { doubledKeys: "last" });
  const objects: KubernetesObject[] = [];
  for (const { root } of documents) collect(root, file, masked, objects);
  const open = [
    ...(problems.length > 0 ? [`\`${file.path}\` cannot be read as YAML`] : []),
    ...(masked.actions.length > 0 ? [`\`${file.path}\` is a template`] : []),
    ...(objects.length >= MAX_OBJECTS ? [`\`${file.path}\` has more than ${MAX_OBJECTS} objects`] : []),
  ];
  return { objects, open };
}

function collect(root: YamlNode | null, file: SourceFile, masked: Masked, objects: KubernetesObject[]): void {
  if (root?.kind !== "map" || objects.length >= MAX_OBJECTS) return;
  const kind = stringAt(root, "kind") ?? "";
  if (/List$/.test(kind) && valueAt(root, "items")) {
    for (const item of itemsAt(root, "items")) collect(item, file, masked, objects);
    return;
  }
  const node = valueAt(root, "metadata", "name");
  const name = textAt(node, file, masked) ?? textAt(valueAt(root, "metadata", "generateName"), file, masked);
  if (kind === "" || name === null || stringAt(root, "apiVersion") === null) return;
  const namespace = textAt(valueAt(root, "metadata", "namespace"), file, masked);
  objects.push({ kind: kindName(kind), name, namespace, span: node?.span ?? root.span });
}

/** The text of a value; one that a template makes is a hole named by what stands there. */
function textAt(node: YamlNode | null, file: SourceFile, { actions }: Masked): Word | null {
  if (node?.kind !== "scalar" || node.value === null) return null;
  const { start, end } = node.span;
  const isMade = actions.some((action) => action.start < end && action.end > start);
  return isMade ? hole(file.text.slice(start, end).replaceAll(/["']/g, "")) : node.text;
}

/**
 * What `-f PATH` of kubectl applies: a file, the manifests of a folder, with `recursive` those of its folders too.
 * Addresses and files that are not in the tree leave the set open.
 * https://kubernetes.io/docs/reference/kubectl/generated/kubectl_apply/
 */
export function objectsAt(tree: Tree, path: string, recursive: boolean): ObjectSet {
  if (hasHole(path) || /^https?:\/\//.test(path))
    return { objects: [], open: [`\`${path}\` is not in the repository`] };
  const read = tree.read(path);
  if (read) return read.ok ? objectsInText(read.file) : { objects: [], open: [`\`${path}\` cannot be read`] };
  if (!isFolder(tree, path)) return { objects: [], open: [`\`${path}\` is not in the repository`] };
  return allOf([NO_OBJECTS, ...filesOf(tree, path, recursive).map((file) => objectsAt(tree, file, false))]);
}

function filesOf(tree: Tree, folder: string, recursive: boolean): readonly string[] {
  return namesIn(tree, folder).flatMap((name): readonly string[] => {
    const path = joinPath(folder, name);
    if (tree.has(path)) return ENDINGS.test(name) ? [path] : [];
    return recursive ? filesOf(tree, path, true) : [];
  });
}
