import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { cutAt } from "../../catalogue/pieces.ts";

/** Short and plural names of the usual resource types. https://kubernetes.io/docs/reference/kubectl/#resource-types */
const TYPES: Readonly<Record<string, string>> = {
  deploy: "deployment", deployments: "deployment", "deployment.apps": "deployment", "deployments.apps": "deployment",
  sts: "statefulset", statefulsets: "statefulset", "statefulset.apps": "statefulset", ds: "daemonset", daemonsets: "daemonset",
  "daemonset.apps": "daemonset", rs: "replicaset", replicasets: "replicaset", po: "pod", pods: "pod", svc: "service", services: "service",
  cm: "configmap", configmaps: "configmap", secrets: "secret", ns: "namespace", namespaces: "namespace", ing: "ingress",
  ingresses: "ingress", cj: "cronjob", cronjobs: "cronjob", jobs: "job", sa: "serviceaccount", serviceaccounts: "serviceaccount",
  no: "node", nodes: "node", pv: "persistentvolume", pvc: "persistentvolumeclaim", persistentvolumeclaims: "persistentvolumeclaim",
  hpa: "horizontalpodautoscaler", pdb: "poddisruptionbudget", netpol: "networkpolicy", crd: "customresourcedefinition",
  crds: "customresourcedefinition", rollouts: "rollout", ro: "rollout", roles: "role", rolebindings: "rolebinding",
  dc: "deploymentconfig", deploymentconfigs: "deploymentconfig", bc: "buildconfig", routes: "route", is: "imagestream",
};

/** One spelling for a resource type: `deploy`, `deployments.apps` and `Deployment` are `deployment`. */
export function typeName(type: string): string {
  const lower = type.toLowerCase();
  return TYPES[lower] ?? lower;
}

/** `deployment/api`, `deploy api worker`, `-l app=web`: the objects that positional words name, as `type/name`. */
export function objectsIn(words: readonly Text[], selector: Text | null): readonly Text[] {
  const [first, ...rest] = words;
  if (!first) return [];
  if (cutAt(first, "/")) return words.flatMap((word) => slashed(word));
  const type = literalOf(first);
  const name = type === null ? first : literal(typeName(type));
  if (rest.length > 0) return rest.map((word) => concat(name, literal("/"), word));
  return [selector ? concat(name, literal("?"), selector) : concat(name, literal("/*"))];
}

function slashed(word: Text): readonly Text[] {
  const cut = cutAt(word, "/");
  if (!cut) return [];
  const type = literalOf(cut[0]);
  return [concat(type === null ? cut[0] : literal(typeName(type)), literal("/"), cut[1])];
}
