import { hasHole } from "../../syntax/template/holes.ts";
import { isLocalhostName, parseHostAddress } from "./host-address.ts";
import { matchesGlob } from "./glob.ts";
import { hostsOf, type Inventory } from "./inventory-data.ts";
import { anchoredRegex } from "./regex.ts";
import type { Unknown } from "./types.ts";

export type HostMatch =
  | { readonly kind: "hosts"; readonly names: readonly string[] }
  /** Ansible stops with an error: `web[7]` of five. */
  | { readonly kind: "error"; readonly why: string }
  | { readonly kind: "unknown"; readonly reason: Unknown };

/** What keeps one part of a pattern, and so the whole of it, from being answered. */
type Stop = Exclude<HostMatch, { readonly kind: "hosts" }>;

function isStop(found: readonly string[] | Stop): found is Stop {
  return "kind" in found;
}

/**
 * The single patterns of a host pattern or limit: `web:!db` and `web,!db` are two, `web[0:2]` and `host:22` are one.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_patterns.html
 */
export function splitPattern(pattern: string): readonly string[] {
  const parts = pattern.includes(",")
    ? pattern.split(",")
    : parseHostAddress(pattern)
      ? [pattern]
      : (pattern.match(/(?:[^\s:[\]]|\[[^\]]*\])+/g) ?? []);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/**
 * The hosts that match, in Ansible's order. `limit` narrows them as `--limit` does; null is no limit.
 * The inventory's open ends make the answer unknown unless the patterns name only what is certainly there.
 */
export function matchHosts(
  inventory: Inventory,
  patterns: readonly string[],
  limit: readonly string[] | null,
): HostMatch {
  const matched = evaluate(inventory, patterns.flatMap(splitPattern));
  if (isStop(matched)) return matched;
  if (limit === null || limit.length === 0) return { kind: "hosts", names: matched };
  const within = evaluate(inventory, limit);
  if (isStop(within)) return within;
  const allowed = new Set(within);
  return { kind: "hosts", names: matched.filter((name) => allowed.has(name)) };
}

function evaluate(inventory: Inventory, patterns: readonly string[]): readonly string[] | Stop {
  const given = patterns.filter((pattern) => pattern !== "");
  const excluded = given.filter((pattern) => pattern.startsWith("!"));
  const required = given.filter((pattern) => pattern.startsWith("&"));
  const plain = given.filter((pattern) => !pattern.startsWith("!") && !pattern.startsWith("&"));
  const hosts = new Set<string>();
  for (const pattern of plain.length > 0 ? plain : ["all"]) {
    const found = matchOne(inventory, pattern);
    if (isStop(found)) return found;
    for (const name of found) hosts.add(name);
  }
  for (const pattern of [...required, ...excluded]) {
    const found = matchOne(inventory, pattern.slice(1));
    if (isStop(found)) return found;
    const those = new Set(found);
    for (const name of hosts) if (those.has(name) === pattern.startsWith("!")) hosts.delete(name);
  }
  return [...hosts];
}

function matchOne(inventory: Inventory, pattern: string): readonly string[] | Stop {
  if (inventory.hosts.has(pattern)) return [pattern];
  const subscript = pattern.startsWith("~") ? null : splitSubscript(pattern);
  const expression = subscript?.expression ?? pattern;
  const unsure = openEnd(inventory, expression, subscript !== null);
  if (unsure) return { kind: "unknown", reason: unsure };
  const found = enumerate(inventory, expression);
  if (isStop(found) || !subscript || found.length === 0) return found;
  return applySubscript(found, subscript, pattern);
}

/** Why the inventory cannot answer for this pattern; null where it can. Implicit localhost needs no inventory. */
function openEnd(inventory: Inventory, expression: string, ordered: boolean): Unknown | null {
  if (isLocalhostName(expression)) return null;
  if (inventory.open) return inventory.open;
  const isEverything = (expression === "all" || expression === "*") && !ordered;
  if (isEverything) return null;
  if (inventory.openGroups) return inventory.openGroups;
  if (inventory.groups.has(expression) || ![...inventory.hosts.keys()].some(hasHole)) return null;
  return { why: `the names of hosts depend on the run, so \`${expression}\` may be one of them` };
}

function enumerate(inventory: Inventory, expression: string): readonly string[] | Stop {
  const matches = matcher(expression);
  if (!matches) {
    return {
      kind: "unknown",
      reason: { why: `the pattern \`${expression}\` is an expression that is not evaluated here` },
    };
  }
  const groups = [...inventory.groups.keys()].filter(matches);
  const names = new Set(groups.flatMap((group) => hostsOf(inventory, group)));
  // A plain word that names a group is not looked for among the hosts.
  if (groups.length === 0 || expression.startsWith("~") || /[.?*[]/.test(expression)) {
    for (const name of inventory.hosts.keys()) if (matches(name)) names.add(name);
  }
  if (names.size === 0 && isLocalhostName(expression)) {
    // One host whatever it is called: an explicit one if there is one, else the implicit one, here always by one name.
    return [[...inventory.hosts.keys()].find(isLocalhostName) ?? "localhost"];
  }
  return [...names];
}

function matcher(expression: string): ((name: string) => boolean) | null {
  if (!expression.startsWith("~")) return (name) => matchesGlob(expression, name);
  const regex = anchoredRegex(expression.slice(1));
  return regex && ((name) => regex.test(name));
}

interface Subscript {
  readonly expression: string;
  readonly start: number;
  /** Null: one host. Infinity: to the end. */
  readonly end: number | null;
}

function splitSubscript(pattern: string): Subscript | null {
  const match = /^(.+)\[(?:(-?[0-9]+)|([0-9]+)[:-]([0-9]*))\]$/.exec(pattern);
  if (!match) return null;
  const expression = match[1] ?? "";
  if (match[2] !== undefined) return { expression, start: Number(match[2]), end: null };
  return { expression, start: Number(match[3]), end: match[4] ? Number(match[4]) : Number.POSITIVE_INFINITY };
}

function applySubscript(
  hosts: readonly string[],
  { start, end }: Subscript,
  pattern: string,
): readonly string[] | Stop {
  // `[0:0]` is one host, and Ansible takes the end to be inclusive.
  if (end !== null && end !== 0) return hosts.slice(start, end + 1);
  const one = hosts.at(start);
  if (one === undefined)
    return { kind: "error", why: `\`${pattern}\` names a host beyond the ${hosts.length} of the group` };
  return [one];
}
