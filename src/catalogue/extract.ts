import { settle } from "../values/cube.ts";
import { WORKSPACE } from "../interpret/machine.ts";
import { concat, literal, literalOf, type Text } from "../values/text.ts";
import type { Tree } from "../model/tree.ts";
import { envOf, factOf, machineOf, type Call } from "./call.ts";
import { clusterFact, clusterOf, type ClusterFact } from "./cluster.ts";
import { flagValue, type CommandLine } from "./command-line.ts";
import { applyFilter } from "./filters.ts";
import { dropFront, headOf, joinTexts } from "./pieces.ts";
import { readFile } from "./repo-file.ts";
import { dataOf, textAt } from "./data-file.ts";
import type { Rule, RuleOp } from "./rule.ts";

/** A call whose words a kind's entry has matched, with everything that a rule can ask. */
export interface Site {
  readonly call: Call;
  readonly line: CommandLine;
  /** Positional words after those of the entry's pattern. */
  readonly args: readonly Text[];
  readonly tree: Tree;
}

/** The first rule that gives something; null where none does. */
export function extract(rules: readonly Rule[], site: Site): Text | null {
  for (const rule of rules) {
    const value = evaluate(rule, site);
    if (value !== null && value.length > 0) return value;
  }
  return null;
}

/** The value of one rule; null where it is not given. */
export function evaluate(rule: Rule, site: Site): Text | null {
  const value = valueOf(rule.source, site);
  return rule.filters.reduce<Text | null>(
    (text, filter) => (text === null ? null : applyFilter(filter, text, site)),
    value,
  );
}

function valueOf(op: RuleOp, site: Site): Text | null {
  const { call, line, args } = site;
  switch (op.op) {
    case "flag":
      return flagValue(line, op.names);
    case "env":
      return firstOf(op.names, (name) => envOf(call, name));
    case "input":
      return firstOf(op.names, (name) => nonEmpty(call.inputs.get(name.toLowerCase()) ?? null));
    case "argument":
      return args[op.index - 1] ?? null;
    case "positional":
      return line.positionals[op.index - 1] ?? null;
    case "stdin":
      return stdinOf(call);
    case "arguments":
      return args.length === 0 ? null : joinTexts(args, " ");
    case "last-argument":
      return args[args.length - 1] ?? null;
    case "directory":
      return repoDirectory(call);
    case "environment":
      return environmentOf(call);
    case "repository":
      return envOf(call, "GITHUB_REPOSITORY");
    case "ref":
      return envOf(call, "GITHUB_REF_NAME");
    case "place":
      return call.place ? literal(call.place.kind) : null;
    case "place-name":
      return call.place?.name ?? null;
    case "login":
      return factOf(call, `login:${op.name}`);
    case "fact":
      return factOf(call, op.name);
    case "cluster":
      return op.fact === "" ? (clusterOf(call, line, site.tree)?.name ?? null) : factOfCluster(op.fact, site);
    case "word":
      return wordAfter(call, op.name);
    case "file":
      return fromFile(op.path, op.key, site);
    case "literal":
      return literal(op.text);
  }
}

/** Region, account and project belong to the cluster of the login; a context or a kubeconfig may be of any. */
function factOfCluster(fact: ClusterFact, { call, line, tree }: Site): Text | null {
  const elsewhere = flagValue(line, ["--kube-context", "--context"]) ?? envOf(call, "HELM_KUBECONTEXT");
  return elsewhere === null && clusterOf(call, line, tree)?.byLogin ? clusterFact(call, fact) : null;
}

/** What the command reads: known text, or `-` where a file or another command feeds it. */
function stdinOf({ act }: Call): Text | null {
  if (act.kind !== "command") return null;
  return nonEmpty(act.stdin) ?? (act.pipedFrom.length > 0 || act.reads ? literal("-") : null);
}

function firstOf(names: readonly string[], get: (name: string) => Text | null): Text | null {
  for (const name of names) {
    const value = get(name);
    if (value !== null) return value;
  }
  return null;
}

function nonEmpty(text: Text | null): Text | null {
  return text !== null && text.length > 0 ? text : null;
}

/** The job's environment, which the model of runs leaves as a fact; null where the job has none. */
export function environmentOf(call: Call): Text | null {
  return factOf(call, "environment");
}

/** The working directory as a path in the repository, `.` for its root. */
function repoDirectory(call: Call): Text | null {
  const head = headOf(call.cwd);
  if (call.place?.kind === "ssh") return call.cwd;
  if (literalOf(call.cwd) === WORKSPACE) return literal(".");
  return head.startsWith(`${WORKSPACE}/`) ? dropFront(call.cwd, WORKSPACE.length + 1) : call.cwd;
}

/** `region=` finds the value of a word `region=eu`. */
function wordAfter(call: Call, prefix: string): Text | null {
  const found = call.words.find((word) => headOf(word).startsWith(prefix));
  return found ? settle(dropFront(found, prefix.length), call.cube) : null;
}

/** A value of a configuration file below the working directory, or at the repository's root. */
function fromFile(path: string, key: string, site: Site): Text | null {
  const { call, tree } = site;
  if (call.place?.kind === "ssh") return null;
  for (const candidate of path.split("|")) {
    const file = readFile(machineOf(call), tree, call.cwd, candidate);
    if (!file) continue;
    for (const data of dataOf(file)) {
      const value = textAt(data, key);
      if (value !== null) return literal(value);
    }
  }
  return null;
}

/** Text put together from rules, for messages and ids: missing parts are `-`. */
export function orDash(text: Text | null): Text {
  return text === null || text.length === 0 ? literal("-") : concat(text);
}
