import type { SourceFile } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { itemsAt, parseYaml, stringAt, valueAt, type YamlNode } from "../../syntax/yaml/index.ts";
import { baseName, folderOf, isFolder, joinPath } from "../tree-paths.ts";
import { isClusterWide, kindName } from "./kinds.ts";
import { objectsAt } from "./manifest.ts";
import { allOf, type KubernetesObject, type ObjectSet } from "./objects.ts";

/** https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/ */
const NAMES = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
/** Their names and namespaces stay as they are. */
const NO_PREFIX: ReadonlySet<string> = new Set(["namespace", "customresourcedefinition", "apiservice"]);
const MAX_DEPTH = 20;

/** Whether a folder is one that `kubectl apply -k` takes; the file's path, null where it is none. */
export function kustomizationAt(tree: Tree, folder: string): string | null {
  return NAMES.map((name) => joinPath(folder, name)).find((path) => tree.has(path)) ?? null;
}

/** Folders with a kustomization, sorted. */
export function kustomizationsOf(tree: Tree): readonly string[] {
  return [...new Set(tree.paths.filter((path) => NAMES.includes(baseName(path))).map(folderOf))].sort();
}

/**
 * The objects that a kustomization builds: those of its resources, bases and components, with namespace, prefix and
 * suffix, without those that a patch deletes. Remote resources, charts and generators of others leave the set open.
 */
export function kustomizedObjects(tree: Tree, folder: string): ObjectSet {
  return build(tree, folder, []);
}

function build(tree: Tree, folder: string, through: readonly string[]): ObjectSet {
  const path = kustomizationAt(tree, folder);
  const read = path === null ? null : tree.read(path);
  if (!read?.ok || through.includes(folder) || through.length > MAX_DEPTH) {
    return { objects: [], open: [`\`${folder}\` has no kustomization that can be read`] };
  }
  const { documents, problems } = parseYaml(read.file, { doubledKeys: "last" });
  const root = documents[0]?.root ?? null;
  const inner = [...through, folder];
  const parts = ["resources", "bases", "components"]
    .flatMap((key) => itemsAt(root, key))
    .map((item) => resourceAt(tree, folder, item, inner));
  const own = generated(root, read.file);
  const found = allOf([...parts, { objects: own, open: opened(root, folder, problems.length > 0) }]);
  const kept = found.objects.filter((object) => !isDeleted(tree, folder, root, object));
  return { objects: kept.map((object) => transformed(root, object)), open: found.open };
}

function resourceAt(tree: Tree, folder: string, item: YamlNode, through: readonly string[]): ObjectSet {
  const written = item.kind === "scalar" ? item.text : "";
  const path = joinPath(folder, written);
  if (isFolder(tree, path) && kustomizationAt(tree, path) !== null) return build(tree, path, through);
  return tree.has(path)
    ? objectsAt(tree, path, false)
    : { objects: [], open: [`\`${written}\` is not in the repository`] };
}

function opened(root: YamlNode | null, folder: string, broken: boolean): readonly string[] {
  const others = ["helmCharts", "helmChartInflationGenerator", "generators", "transformers"].filter(
    (key) => itemsAt(root, key).length > 0,
  );
  return [
    ...(broken ? [`the kustomization of \`${folder}\` cannot be read as YAML`] : []),
    ...others.map((key) => `\`${key}\` of \`${folder}\` may add objects`),
  ];
}

/** Config maps and secrets that it makes; the hash at the end of their names is left out. */
function generated(root: YamlNode | null, file: SourceFile): readonly KubernetesObject[] {
  const generators = [
    ["configMapGenerator", "configmap"],
    ["secretGenerator", "secret"],
  ] as const;
  return generators.flatMap(([key, kind]) =>
    itemsAt(root, key).flatMap((item): readonly KubernetesObject[] => {
      const name = valueAt(item, "name");
      if (name?.kind !== "scalar") return [];
      return [
        { kind, name: name.text, namespace: stringAt(item, "namespace"), span: { ...name.span, file: file.path } },
      ];
    }),
  );
}

function transformed(root: YamlNode | null, object: KubernetesObject): KubernetesObject {
  const [prefix, suffix, namespace] = ["namePrefix", "nameSuffix", "namespace"].map((key) => stringAt(root, key));
  const name = NO_PREFIX.has(object.kind) ? object.name : `${prefix ?? ""}${object.name}${suffix ?? ""}`;
  return { ...object, name, namespace: namespace && !isClusterWide(object.kind) ? namespace : object.namespace };
}

/** `$patch: delete` in a strategic merge patch takes the object away. */
function isDeleted(tree: Tree, folder: string, root: YamlNode | null, object: KubernetesObject): boolean {
  const patches = [
    ...itemsAt(root, "patchesStrategicMerge"),
    ...itemsAt(root, "patches").flatMap((item) => valueAt(item, "path") ?? valueAt(item, "patch") ?? []),
  ];
  return patches.some((patch) => {
    const text = patchText(tree, folder, patch);
    if (text === null || !text.includes("$patch: delete")) return false;
    const { documents } = parseYaml({ path: folder, text });
    return documents.some(
      ({ root: target }) =>
        stringAt(target, "$patch") === "delete" &&
        kindName(stringAt(target, "kind") ?? "") === object.kind &&
        stringAt(target, "metadata", "name") === object.name,
    );
  });
}

/** A patch stands in the kustomization itself or in a file that it names. */
function patchText(tree: Tree, folder: string, patch: YamlNode): string | null {
  if (patch.kind !== "scalar") return null;
  if (patch.text.includes("\n")) return patch.text;
  const read = tree.read(joinPath(folder, patch.text));
  return read?.ok ? read.file.text : null;
}

/** What a kustomization says about images, for messages and for tags that move. */
export function kustomizedImages(
  tree: Tree,
  folder: string,
): readonly { readonly name: string; readonly newName: string | null; readonly newTag: string | null }[] {
  const path = kustomizationAt(tree, folder);
  const read = path === null ? null : tree.read(path);
  const root = read?.ok ? (parseYaml(read.file).documents[0]?.root ?? null) : null;
  return itemsAt(root, "images").flatMap((item) => {
    const name = stringAt(item, "name");
    return name === null ? [] : [{ name, newName: stringAt(item, "newName"), newTag: stringAt(item, "newTag") }];
  });
}
