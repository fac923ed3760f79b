import { dataOf, isRecord, recordsOf, textAt, valueAt } from "../../catalogue/data-file.ts";
import type { Tree } from "../../model/tree.ts";
import { typeName } from "./objects.ts";

/** An object of a manifest: what two writers can meet in. */
export interface ManifestObject {
  readonly object: string;
  readonly namespace: string | null;
}

export interface Manifests {
  readonly objects: readonly ManifestObject[];
  /** The namespace that a kustomization or all of the manifests name. */
  readonly namespace: string | null;
  /** Files and folders that were read, below the path that was asked for. */
  readonly files: readonly string[];
  /** Something could not be read (a chart, a remote base, a template), so that there may be more. */
  readonly partial: boolean;
}

const NONE: Manifests = { objects: [], namespace: null, files: [], partial: true };
const DEEPEST = 12;
const MOST_OBJECTS = 400;
const KUSTOMIZATIONS = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/** What a path of the repository holds: a file, a folder of manifests, or a kustomization with its bases. */
export function manifestsAt(tree: Tree, path: string, kustomize: boolean, depth = 0): Manifests {
  if (depth > DEEPEST) return NONE;
  const kustomization = KUSTOMIZATIONS.map((name) => below(path, name)).find((name) => tree.has(name));
  if (kustomization && (kustomize || depth > 0)) return kustomized(tree, path, kustomization, depth);
  if (tree.has(path)) return fromFile(tree, path);
  const prefix = path === "" || path === "." ? "" : `${path}/`;
  const inside = tree.paths.filter((name) => name.startsWith(prefix) && /^[^/]+\.(?:ya?ml|json)$/.test(name.slice(prefix.length)));
  if (inside.length === 0) return NONE;
  return merged(inside.map((name) => fromFile(tree, name)));
}

function below(folder: string, name: string): string {
  return folder === "" || folder === "." ? name : `${folder}/${name}`;
}

function fromFile(tree: Tree, path: string): Manifests {
  const read = tree.read(path);
  if (!read?.ok) return NONE;
  return { ...objectsOf(read.file.text), files: [path] };
}

/** The objects of a manifest's text, lists taken apart; templates (`{{ … }}`) leave it partial. */
export function objectsOf(text: string): Manifests {
  const documents = dataOf({ path: "manifest.yaml", text });
  const found = documents.flatMap((data) => (textAt(data, "kind") === "List" ? recordsOf(valueAt(data, "items")) : isRecord(data) ? [data] : []));
  const objects = found.flatMap((data): readonly ManifestObject[] => {
    const kind = textAt(data, "kind");
    const name = textAt(data, "metadata.name") ?? textAt(data, "metadata.generateName");
    if (kind === null || name === null || name.includes("{{")) return [];
    return [{ object: `${typeName(kind)}/${name}`, namespace: textAt(data, "metadata.namespace") }];
  });
  const namespaces = new Set(objects.map((one) => one.namespace));
  const [only] = namespaces;
  return { objects: objects.slice(0, MOST_OBJECTS), namespace: namespaces.size === 1 ? (only ?? null) : null, files: [], partial: objects.length < found.length || found.length === 0 };
}

/** https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/ */
function kustomized(tree: Tree, folder: string, file: string, depth: number): Manifests {
  const read = tree.read(file);
  const [data] = read?.ok ? dataOf(read.file) : [];
  if (data === undefined) return NONE;
  const bases = ["resources", "bases", "components"].flatMap((key) => {
    const list = valueAt(data, key);
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];
  });
  const inner = merged(bases.map((base) => {
    const path = base.includes("://") || base.includes("?ref=") ? null : resolved(folder, base);
    return path === null ? NONE : manifestsAt(tree, path, true, depth + 1);
  }));
  const generates = ["helmCharts", "configMapGenerator", "secretGenerator"].some((key) => valueAt(data, key) !== null);
  const namespace = textAt(data, "namespace");
  const [prefix, suffix] = [textAt(data, "namePrefix") ?? "", textAt(data, "nameSuffix") ?? ""];
  return {
    objects: inner.objects.map((one) => ({ object: renamed(one.object, prefix, suffix), namespace: namespace ?? one.namespace })),
    namespace: namespace ?? inner.namespace,
    files: [file, ...inner.files],
    partial: inner.partial || generates,
  };
}

function renamed(object: string, prefix: string, suffix: string): string {
  const [type = "", name = ""] = object.split("/");
  return ["namespace", "customresourcedefinition"].includes(type) ? object : `${type}/${prefix}${name}${suffix}`;
}

function resolved(folder: string, path: string): string | null {
  const parts = folder === "." || folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/") || ".";
}

function merged(all: readonly Manifests[]): Manifests {
  const namespaces = new Set(all.filter((one) => one.objects.length > 0).map((one) => one.namespace));
  const [only] = namespaces;
  return {
    objects: all.flatMap((one) => one.objects).slice(0, MOST_OBJECTS),
    namespace: namespaces.size === 1 ? (only ?? null) : null,
    files: all.flatMap((one) => one.files),
    partial: all.some((one) => one.partial),
  };
}
