import { table } from "../../values/table.ts";

/** Short and plural names by which kubectl takes kinds. https://kubernetes.io/docs/reference/kubectl/#resource-types */
const SHORT: Readonly<Record<string, string>> = table({
  cj: "cronjob",
  cm: "configmap",
  crd: "customresourcedefinition",
  crds: "customresourcedefinition",
  csr: "certificatesigningrequest",
  deploy: "deployment",
  ds: "daemonset",
  ep: "endpoints",
  ev: "event",
  hpa: "horizontalpodautoscaler",
  ing: "ingress",
  limits: "limitrange",
  netpol: "networkpolicy",
  no: "node",
  ns: "namespace",
  pc: "priorityclass",
  pdb: "poddisruptionbudget",
  po: "pod",
  pv: "persistentvolume",
  pvc: "persistentvolumeclaim",
  quota: "resourcequota",
  rc: "replicationcontroller",
  rs: "replicaset",
  ro: "rollout",
  bc: "buildconfig",
  dc: "deploymentconfig",
  is: "imagestream",
  sa: "serviceaccount",
  sc: "storageclass",
  sts: "statefulset",
  svc: "service",
});

/** Kinds whose plural does not follow from adding an s. */
const PLURAL: Readonly<Record<string, string>> = table({
  endpoints: "endpoints",
  ingressclasses: "ingressclass",
  ingresses: "ingress",
  networkpolicies: "networkpolicy",
  priorityclasses: "priorityclass",
  storageclasses: "storageclass",
});

/** Kinds that live in no namespace. https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/ */
const CLUSTER_WIDE: ReadonlySet<string> = new Set([
  "apiservice",
  "certificatesigningrequest",
  "clusterissuer",
  "clusterrole",
  "clusterrolebinding",
  "customresourcedefinition",
  "csidriver",
  "ingressclass",
  "mutatingwebhookconfiguration",
  "namespace",
  "node",
  "persistentvolume",
  "priorityclass",
  "runtimeclass",
  "storageclass",
  "validatingadmissionpolicy",
  "validatingadmissionpolicybinding",
  "validatingwebhookconfiguration",
  "volumesnapshotclass",
]);

/** One name for a kind however it is written: `deploy`, `deployments.apps` and `Deployment` are `deployment`. */
export function kindName(written: string): string {
  const plain = written.toLowerCase().split(".", 1)[0] ?? "";
  if (Object.hasOwn(SHORT, plain)) return SHORT[plain] ?? plain;
  if (Object.hasOwn(PLURAL, plain)) return PLURAL[plain] ?? plain;
  if (plain.endsWith("ies") && plain.length > 4) return `${plain.slice(0, -3)}y`;
  return plain.endsWith("s") && !plain.endsWith("ss") && plain !== "endpoints" ? plain.slice(0, -1) : plain;
}

/** Whether objects of the kind have no namespace; custom kinds are taken to have one. */
export function isClusterWide(kind: string): boolean {
  return CLUSTER_WIDE.has(kind);
}
