import type { Tree } from "../../model/tree.ts";
import { hasHole, isOnlyHoles } from "../../syntax/template/holes.ts";
import { isTemplate, renderTemplate } from "./jinja/template.ts";
import { unknown, value, type Evaluated, type JinjaValue, type Scope } from "./jinja/values.ts";
import { joinPath } from "../tree-paths.ts";
import { shlexSplit } from "./shlex.ts";
import type { ExtraVars, Word } from "./types.ts";
import { entriesOf, readAnsibleYaml, valueOf11, type YamlNode } from "./yaml.ts";

/** A variable as it was given: a word of the command line, or a node of a file. */
export type Given = { readonly kind: "word"; readonly word: Word } | { readonly kind: "node"; readonly node: YamlNode };

/** Variables of one layer; `open` says why there may be more than the map has. */
export interface Layer {
  readonly vars: ReadonlyMap<string, Given>;
  readonly open: string | null;
}

export const NO_VARS: Layer = { vars: new Map(), open: null };

/** Names that Ansible itself fills while it runs. */
const RUN_TIME =
  /^(?:ansible_|inventory_hostname|group_names$|hostvars$|groups$|play_hosts$|playbook_dir$|role_|omit$)/;
const MAX_DEPTH = 20;

/**
 * The names that a play's own fields (`hosts`, `serial`) can use: extra variables, then the layers given, first one
 * first. Inventory variables are not among them. `groups` is asked for the members of inventory groups.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_variables.html#understanding-variable-precedence
 */
export function scopeOf(layers: readonly Layer[], env: ReadonlyMap<string, Word>, groups: () => Evaluated): Scope {
  const scope = (depth: number): Scope => ({
    lookup: (name) => lookup(name, layers, groups, depth, scope),
    env: (name) => {
      const word = env.get(name);
      return word !== undefined ? fromWord(word) : { kind: "undefined", name };
    },
  });
  return scope(0);
}

function lookup(
  name: string,
  layers: readonly Layer[],
  groups: () => Evaluated,
  depth: number,
  deeper: (depth: number) => Scope,
): Evaluated {
  if (depth > MAX_DEPTH) return unknown(`\`${name}\` is defined by itself`);
  for (const layer of layers) {
    const given = layer.vars.get(name);
    if (given?.kind === "word") return fromWord(given.word);
    if (given) return fromNode(given.node, deeper(depth + 1));
    if (layer.open !== null) return unknown(`\`${name}\` may be set by ${layer.open}`);
  }
  if (name === "groups") return groups();
  if (RUN_TIME.test(name)) return unknown(`\`${name}\` is known only while the play runs`);
  return { kind: "undefined", name };
}

function fromWord(word: Word): Evaluated {
  return hasHole(word) ? unknown(`\`${word}\` depends on the run`, word) : value(word);
}

function fromNode(node: YamlNode, scope: Scope): Evaluated {
  if (node.kind === "list") return collect(node.items, scope, (values) => values);
  if (node.kind === "map") {
    const keys = node.entries.map((entry) => entry.key);
    const values = node.entries.map((entry) => entry.value);
    return collect(values, scope, (found) => new Map(found.map((item, index) => [keys[index] ?? "", item])));
  }
  if (node.text.startsWith("$ANSIBLE_VAULT")) return unknown("an encrypted value is not known");
  if (hasHole(node.text)) return fromWord(node.text);
  if (isTemplate(node.text)) return renderTemplate(node.text, scope);
  return value(valueOf11(node));
}

function collect(
  nodes: readonly YamlNode[],
  scope: Scope,
  put: (values: readonly JinjaValue[]) => JinjaValue,
): Evaluated {
  const values: JinjaValue[] = [];
  for (const node of nodes) {
    const evaluated = fromNode(node, scope);
    if (evaluated.kind !== "value") return evaluated;
    values.push(evaluated.value);
  }
  return value(put(values));
}

/** The value of a field under a scope: templates are rendered, everything else is taken as it stands. */
export function evaluateNode(node: YamlNode, scope: Scope): Evaluated {
  return fromNode(node, scope);
}

/** A mapping of a playbook or variables file as a layer. */
export function layerOf(node: YamlNode | null): Layer {
  const vars = new Map<string, Given>();
  // `vars` may be a list of mappings, of which the later ones win.
  const maps = node?.kind === "list" ? node.items : node ? [node] : [];
  for (const map of maps)
    for (const { key, value: given } of entriesOf(map)) vars.set(key, { kind: "node", node: given });
  return { vars, open: null };
}

/** The extra variables of a command line as one layer, later ones over earlier ones; paths are relative to `cwd`. */
export function extraLayer(tree: Tree, extra: readonly ExtraVars[], cwd: string): Layer {
  const vars = new Map<string, Given>();
  let open: string | null = null;
  for (const item of extra) {
    if (item.kind === "pair") {
      vars.set(item.name, { kind: "word", word: item.value });
      continue;
    }
    const layer = item.kind === "file" ? fileLayer(tree, item.path, cwd) : dataLayer(item.text);
    for (const [name, given] of layer.vars) vars.set(name, given);
    open ??= layer.open;
  }
  return { vars, open };
}

/**
 * A variables file; one that is not there or broken may define anything. An encrypted one holds secrets, and is taken
 * not to decide on which hosts a play is.
 */
export function fileLayer(tree: Tree, path: Word, folder: string): Layer {
  const shown = `the variables file \`${path}\``;
  const read = hasHole(path) ? null : tree.read(joinPath(folder, path));
  if (!read?.ok) return { vars: new Map(), open: shown };
  if (read.file.text.startsWith("$ANSIBLE_VAULT")) return NO_VARS;
  const { root, problems } = readAnsibleYaml(read.file);
  return problems.length > 0 ? { vars: new Map(), open: shown } : layerOf(root);
}

function dataLayer(text: Word): Layer {
  const shown = `\`-e ${text}\``;
  if (isOnlyHoles(text)) return { vars: new Map(), open: shown };
  const { root, problems } = readAnsibleYaml({ path: "--extra-vars", text });
  return problems.length > 0 ? { vars: new Map(), open: shown } : layerOf(root);
}

/**
 * One value of `-e`: `@file`, JSON or YAML in braces, else `name=value` words.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_variables.html#defining-variables-at-runtime
 */
export function parseExtraVars(word: Word): readonly ExtraVars[] {
  const text = word.trim();
  if (text.startsWith("@")) return [{ kind: "file", path: text.slice(1) }];
  if (text.startsWith("{") || text.startsWith("[")) return [{ kind: "data", text }];
  const words = shlexSplit(text, { comments: false }) ?? [text];
  return words.flatMap((part): readonly ExtraVars[] => {
    const equals = part.indexOf("=");
    if (equals > 0) return [{ kind: "pair", name: part.slice(0, equals), value: part.slice(equals + 1) }];
    return hasHole(part) ? [{ kind: "data", text: part }] : [];
  });
}
