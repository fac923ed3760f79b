import type { Problem, SourceFile } from "../../model/span.ts";
import { isNull, parseYaml, valueAt, type YamlEntry, type YamlMap, type YamlNode } from "../../syntax/yaml/index.ts";

export interface AnsibleYaml {
  /** The one document of the file; null where it is empty, broken, or more than one. */
  readonly root: YamlNode | null;
  readonly problems: readonly Problem[];
}

// One file is asked for by many runs; trees hand out one object for each file.
const read = new WeakMap<SourceFile, AnsibleYaml>();

/** Reads a file as Ansible's loader does: one document, merge keys, the later of two equal keys. */
export function readAnsibleYaml(file: SourceFile): AnsibleYaml {
  const known = read.get(file);
  if (known) return known;
  const fresh = readFresh(file);
  read.set(file, fresh);
  return fresh;
}

function readFresh(file: SourceFile): AnsibleYaml {
  const { documents, problems } = parseYaml(file, { doubledKeys: "last" });
  const written = documents.filter(({ root }) => root !== null);
  if (problems.length > 0) return { root: null, problems };
  const second = written[1];
  if (second) {
    const span = { ...second.span, end: second.span.start };
    return { root: null, problems: [{ span, message: "has a second document (`---`); Ansible takes one" }] };
  }
  return { root: written[0]?.root ?? null, problems };
}

/** The text of a scalar that is not null, else null: numbers and booleans as they are written. */
export function textOf(node: YamlNode | null): string | null {
  return node?.kind === "scalar" && !isNull(node) ? node.text : null;
}

/** The items of a list, a single value as a list of one, nothing for null. */
export function listOf(node: YamlNode | null): readonly YamlNode[] {
  if (!node || isNull(node)) return [];
  return node.kind === "list" ? node.items : [node];
}

/** The entries of a map; none for anything else. */
export function entriesOf(node: YamlNode | null): readonly YamlEntry[] {
  return node?.kind === "map" ? node.entries : [];
}

const TRUE = /^(?:yes|true|on|1)$/i;
const FALSE = /^(?:no|false|off|0)$/i;

/** A switch as Ansible takes it, `yes` and `on` among them; null where it is none (a template). */
export function switchOf(node: YamlNode | null): boolean | null {
  const text = textOf(node);
  if (text === null) return null;
  if (TRUE.test(text)) return true;
  return FALSE.test(text) ? false : null;
}

/** The value of a plain scalar by the rules of YAML 1.1, which Ansible reads: `yes` and `off` are booleans. */
export function valueOf11(node: YamlNode & { readonly kind: "scalar" }): string | number | boolean | null {
  const isWord = node.style === "plain" && /^(?:yes|no|on|off)$/i.test(node.text);
  return isWord ? TRUE.test(node.text) : node.value;
}

export { valueAt, isNull, type YamlEntry, type YamlMap, type YamlNode };
