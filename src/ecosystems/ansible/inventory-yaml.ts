import type { Problem, SourceFile } from "../../model/span.ts";
import { expandHostEntry } from "./host-range.ts";
import { addChild, addGroup, addHost, setVar, type Draft, type GroupDraft } from "./inventory-data.ts";
import { entriesOf, isNull, readAnsibleYaml, textOf, valueAt, type YamlEntry, type YamlNode } from "./yaml.ts";

export type YamlInventory =
  | { readonly kind: "read" }
  /** A plugin's settings: `plugin: amazon.aws.aws_ec2`. */
  | { readonly kind: "plugin"; readonly name: string }
  /** YAML, but no inventory; Ansible then tries the file as INI. */
  | { readonly kind: "other"; readonly problem: Problem };

/**
 * Reads a YAML inventory into the draft: groups at the top, each with `hosts`, `children` and `vars`.
 * https://docs.ansible.com/ansible/latest/collections/ansible/builtin/yaml_inventory.html
 */
export function readYamlInventory(file: SourceFile, draft: Draft): YamlInventory {
  const { root, problems } = readAnsibleYaml(file);
  const [problem] = problems;
  if (problem) return { kind: "other", problem };
  if (root?.kind !== "map" || root.entries.length === 0) {
    return other(file, root, "is no inventory: a map of groups is expected at the top");
  }
  const plugin = textOf(valueAt(root, "plugin"));
  if (plugin !== null) return { kind: "plugin", name: plugin };
  for (const entry of root.entries) {
    const why = readGroup(draft, entry);
    if (why) return { kind: "other", problem: why };
  }
  return { kind: "read" };
}

function readGroup(draft: Draft, { key, keySpan, value }: YamlEntry): Problem | null {
  // Ansible warns about anything else and goes on without the group.
  if (value.kind !== "map" && !isNull(value)) return null;
  const group = addGroup(draft, key, keySpan);
  for (const entry of entriesOf(value)) {
    const why = readSection(draft, group, entry);
    if (why) return why;
  }
  return null;
}

function readSection(draft: Draft, group: GroupDraft, { key, value }: YamlEntry): Problem | null {
  if (!["hosts", "children", "vars"].includes(key) || isNull(value)) return null;
  for (const member of membersOf(value)) {
    const why = readMember(draft, group, key, member);
    if (why) return why;
  }
  if (value.kind === "map" || textOf(value) !== null) return null;
  return {
    span: value.span,
    message: `\`${key}\` of the group \`${group.name}\` must be a map: end each name with a colon`,
  };
}

/** `hosts: web1` is short for a map with that one key. */
function membersOf(value: YamlNode): readonly YamlEntry[] {
  if (value.kind !== "scalar") return entriesOf(value);
  return [{ key: value.text, keySpan: value.span, span: value.span, value: { ...value, value: null } }];
}

function readMember(draft: Draft, group: GroupDraft, section: string, member: YamlEntry): Problem | null {
  if (section === "vars") {
    setVar(group, member.key, textOf(member.value) ?? "");
    return null;
  }
  return section === "children" ? readChild(draft, group, member) : readHost(draft, group, member);
}

function readChild(draft: Draft, group: GroupDraft, member: YamlEntry): Problem | null {
  const why = readGroup(draft, member);
  if (why) return why;
  const { key, keySpan: span } = member;
  if (!draft.groups.has(key)) return { span, message: `\`${key}\` is no group: a map or nothing is expected` };
  if (addChild(draft, group.name, key)) return null;
  return { span, message: `\`${key}\` cannot be a child of \`${group.name}\`: it contains it already` };
}

function readHost(draft: Draft, group: GroupDraft, { key, keySpan, value }: YamlEntry): Problem | null {
  const expanded = expandHostEntry(key);
  if (!expanded.ok) return { span: keySpan, message: expanded.why };
  for (const name of expanded.hosts) {
    const host = addHost(draft, name, group, keySpan);
    for (const variable of entriesOf(value)) setVar(host, variable.key, textOf(variable.value) ?? "");
  }
  return null;
}

function other(file: SourceFile, node: YamlNode | null, message: string): YamlInventory {
  return { kind: "other", problem: { span: node?.span ?? { file: file.path, start: 0, end: 0 }, message } };
}
