export { appliedObjects, namedObjects, objectsOfPath, pathsSharing, type ManifestSource } from "./applied.ts";
export { isClusterWide, kindName } from "./kinds.ts";
export { kustomizationAt, kustomizationsOf, kustomizedImages, kustomizedObjects } from "./kustomize.ts";
export { objectsAt, objectsInText } from "./manifest.ts";
export {
  commonNamespace,
  namespaceOf,
  objectName,
  sharedObjects,
  type KubernetesObject,
  type ObjectSet,
} from "./objects.ts";
