import type { Tree } from "../../model/tree.ts";
import { hasHole } from "../../syntax/template/holes.ts";
import { appliedObjects } from "../kubernetes/applied.ts";
import { kustomizationAt } from "../kubernetes/kustomize.ts";
import { objectsInText } from "../kubernetes/manifest.ts";
import { commonNamespace, objectName, type ObjectSet } from "../kubernetes/objects.ts";

/** An object of a manifest: what two writers can meet in. */
export interface ManifestObject {
  readonly object: string;
  readonly namespace: string | null;
}

export interface Manifests {
  readonly objects: readonly ManifestObject[];
  /** The namespace that a kustomization or all of the manifests name. */
  readonly namespace: string | null;
  /** The same objects as the readers of manifests know them. */
  readonly set: ObjectSet;
  /** Something could not be read (a chart, a remote base, a template), so that there may be more. */
  readonly partial: boolean;
}

const MOST_OBJECTS = 400;

/** What a path of the repository holds: a file, a folder of manifests, or a kustomization with its bases. */
export function manifestsAt(tree: Tree, path: string, kustomize: boolean, recursive = false): Manifests {
  const folder = path === "." ? "" : path;
  const build = kustomize && kustomizationAt(tree, folder) !== null;
  return manifestsOf(
    appliedObjects(tree, { files: build ? [] : [folder], kustomizations: build ? [folder] : [], recursive }),
  );
}

/** The objects of a manifest's text, lists taken apart; templates (`{{ … }}`) leave it partial. */
export function objectsOf(text: string): Manifests {
  return manifestsOf(objectsInText({ path: "manifest.yaml", text }));
}

function manifestsOf(set: ObjectSet): Manifests {
  const known = set.objects.filter((object) => !hasHole(object.name) && !hasHole(object.namespace ?? ""));
  const objects = known.map((object): ManifestObject => ({ object: objectName(object), namespace: object.namespace }));
  const partial = set.open.length > 0 || known.length < set.objects.length || set.objects.length === 0;
  return { objects: objects.slice(0, MOST_OBJECTS), namespace: commonNamespace(set), set, partial };
}
