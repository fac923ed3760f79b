import { HOME } from "../interpret/machine.ts";
import type { Tree } from "../model/tree.ts";
import { literal, literalOf, mention, variablesOf, type Text } from "../values/text.ts";
import { envOf, factOf, machineOf, type Call } from "./call.ts";
import { flagValue, type CommandLine } from "./command-line.ts";
import { dataOf, recordsOf, textAt, valueAt } from "./data-file.ts";
import { fileText } from "./repo-file.ts";

/** What a command is told about the cluster that it works on, and by what. */
export interface Cluster {
  readonly name: Text;
  /** The login before it says which one it is, so that its region and account hold for it. */
  readonly byLogin: boolean;
}

/** `region`, `account`, `project`: what tells clusters of one name apart. */
export type ClusterFact = "region" | "account" | "project";

/**
 * The cluster of a kubectl or helm call: a kubeconfig that only a secret knows is named by the secret; else the login
 * before it. Context flags come first and are the kind's own rules. Null where nothing names it.
 */
export function clusterOf(call: Call, line: CommandLine, tree: Tree): Cluster | null {
  const path = flagValue(line, ["--kubeconfig"]) ?? envOf(call, "KUBECONFIG");
  const given = path ? fromPath(call, tree, path) : null;
  if (given) return { name: given, byLogin: false };
  const login = factOf(call, "login:kubernetes");
  if (login) return { name: login, byLogin: true };
  const usual = fileText(machineOf(call), tree, literal("/"), `${HOME}/.kube/config`);
  const name = (usual ? fromKubeconfig(usual) : null) ?? fromEnvironment(call);
  return name ? { name, byLogin: false } : null;
}

/** What the login says of the cluster; only values that are written out tell clusters apart here. */
export function clusterFact(call: Call, fact: ClusterFact): Text | null {
  const value = factOf(call, `login:kubernetes:${fact}`);
  return value && literalOf(value) !== null ? value : null;
}

function fromPath(call: Call, tree: Tree, path: Text): Text | null {
  const known = literalOf(path);
  if (known === null) return namedBySecret(path);
  if (known === `${HOME}/.kube/config`) return null;
  const text = fileText(machineOf(call), tree, call.cwd, known);
  return text ? fromKubeconfig(text) : null;
}

/** The current context of a kubeconfig that is written out, or the one secret that it was made of. */
function fromKubeconfig(text: Text): Text | null {
  const known = literalOf(text);
  if (known === null) return namedBySecret(text);
  const [data] = dataOf({ path: "kubeconfig.yaml", text: known });
  const context = textAt(data, "current-context");
  const named = recordsOf(valueAt(data, "contexts")).find((entry) => textAt(entry, "name") === context);
  const cluster = textAt(named, "context.cluster") ?? context;
  return cluster ? literal(cluster) : null;
}

/** A text made of one secret or variable is named by it, whatever was done to it on the way. */
function namedBySecret(text: Text): Text | null {
  const constants = variablesOf(text).filter((variable) => variable.kind === "constant");
  const [only] = constants;
  return only && constants.length === 1 ? mention(only) : null;
}

/** Tools that take the kubeconfig itself from a variable. */
function fromEnvironment(call: Call): Text | null {
  for (const name of ["KUBE_CONFIG", "KUBE_CONFIG_DATA", "KUBECONFIG_DATA", "KUBECONFIG_BASE64", "KUBECONFIG"]) {
    const value = envOf(call, name);
    const named = value ? namedBySecret(value) : null;
    if (named) return named;
  }
  return null;
}
