import type { Span } from "../../model/span.ts";
import { isOnlyHoles, showHoles } from "../../syntax/template/holes.ts";
import type { Unknown } from "./types.ts";

/** The variables of a group or host that decide where its machines are; the others are not kept. */
export type Vars = ReadonlyMap<string, string>;

export interface Group {
  readonly name: string;
  /** Hosts of the group itself, in order. */
  readonly hosts: readonly string[];
  readonly children: readonly string[];
  readonly vars: Vars;
  /** Where the group is first named; null for `all` and `ungrouped`. */
  readonly span: Span | null;
}

export interface Host {
  readonly name: string;
  readonly vars: Vars;
  readonly span: Span;
}

/** All sources of one run, read one after the other into one set of groups and hosts. */
export interface Inventory {
  readonly groups: ReadonlyMap<string, Group>;
  readonly hosts: ReadonlyMap<string, Host>;
  /** Hosts may exist that no file names (a script, a cloud plugin, a missing file). */
  readonly open: Unknown | null;
  /** All hosts are known, but groups may have more of them (the `constructed` plugin). */
  readonly openGroups: Unknown | null;
}

export interface GroupDraft {
  readonly name: string;
  readonly hosts: Set<string>;
  readonly children: Set<string>;
  readonly vars: Map<string, string>;
  readonly span: Span | null;
}

export interface HostDraft {
  readonly name: string;
  readonly vars: Map<string, string>;
  readonly span: Span;
}

/** An inventory while its sources are read; changed in place by the functions below, then finished. */
export interface Draft {
  readonly groups: Map<string, GroupDraft>;
  readonly hosts: Map<string, HostDraft>;
  open: Unknown | null;
  openGroups: Unknown | null;
}

/** Only what says where a host is and how it is reached matters here. */
const KEPT_VARS: ReadonlySet<string> = new Set(["ansible_connection", "ansible_host", "ansible_ssh_host"]);

/** The inventory that every run starts from: `all` with `ungrouped` in it. */
export function newDraft(): Draft {
  const draft: Draft = { groups: new Map(), hosts: new Map(), open: null, openGroups: null };
  addGroup(draft, "all", null);
  addGroup(draft, "ungrouped", null);
  draft.groups.get("all")?.children.add("ungrouped");
  return draft;
}

export function addGroup(draft: Draft, name: string, span: Span | null): GroupDraft {
  const known = draft.groups.get(name);
  if (known) return known;
  const group: GroupDraft = { name, hosts: new Set(), children: new Set(), vars: new Map(), span };
  draft.groups.set(name, group);
  return group;
}

export function addHost(draft: Draft, name: string, group: GroupDraft, span: Span): HostDraft {
  const host = draft.hosts.get(name) ?? { name, vars: new Map<string, string>(), span };
  draft.hosts.set(name, host);
  group.hosts.add(name);
  if (isOnlyHoles(name) && SEVERAL.test(showHoles(name))) {
    draft.open ??= { why: `\`${name}\` may stand for several hosts`, span };
  }
  return host;
}

/** What people call a secret that holds a list. */
const SEVERAL = /(?:hosts|servers|nodes|machines|instances|ips|addresses|inventory)[@}]/i;

/** Keeps a variable if it says where hosts are. A value that is not text is kept as its source text. */
export function setVar(of: { readonly vars: Map<string, string> }, name: string, value: string): void {
  if (KEPT_VARS.has(name)) of.vars.set(name === "ansible_ssh_host" ? "ansible_host" : name, value);
}

/** Makes a group a child of another. Returns false for a loop, which Ansible refuses. */
export function addChild(draft: Draft, parent: string, child: string): boolean {
  if (parent === child || descends(draft, child, parent)) return false;
  draft.groups.get(parent)?.children.add(child);
  return true;
}

/** Whether `to` is somewhere below `from`. */
function descends(draft: Draft, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === to) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...(draft.groups.get(name)?.children ?? []));
  }
  return false;
}

/**
 * Applies the rules that hold once all sources are read: groups without a parent are children of `all`, hosts without
 * a group of their own are `ungrouped`, the others are not.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html#default-groups
 */
export function finish(draft: Draft): Inventory {
  const all = addGroup(draft, "all", null);
  const ungrouped = addGroup(draft, "ungrouped", null);
  const withParent = new Set([...draft.groups.values()].flatMap((group) => [...group.children]));
  for (const name of draft.groups.keys()) if (name !== "all" && !withParent.has(name)) all.children.add(name);
  const grouped = new Set<string>();
  for (const group of draft.groups.values()) {
    if (group !== all && group !== ungrouped) for (const host of group.hosts) grouped.add(host);
  }
  for (const host of draft.hosts.keys()) {
    if (grouped.has(host)) ungrouped.hosts.delete(host);
    else ungrouped.hosts.add(host);
  }
  const groups = [...draft.groups].map(([name, group]) => [name, freezeGroup(group)] as const);
  return { groups: new Map(groups), hosts: draft.hosts, open: draft.open, openGroups: draft.openGroups };
}

function freezeGroup(group: GroupDraft): Group {
  return { ...group, hosts: [...group.hosts], children: [...group.children] };
}

/** The hosts of a group and of all groups below it, each once, the group's own first. */
export function hostsOf(inventory: Inventory, name: string): readonly string[] {
  const hosts = new Set<string>();
  for (const group of withDescendants(inventory, name)) for (const host of group.hosts) hosts.add(host);
  return [...hosts];
}

/** The group and those below it, level by level. */
export function withDescendants(inventory: Inventory, name: string): readonly Group[] {
  const found = new Map<string, Group>();
  let level: readonly string[] = [name];
  while (level.length > 0) {
    const next: string[] = [];
    for (const key of level) {
      const group = inventory.groups.get(key);
      if (!group || found.has(key)) continue;
      found.set(key, group);
      next.push(...group.children);
    }
    level = next;
  }
  return [...found.values()];
}
