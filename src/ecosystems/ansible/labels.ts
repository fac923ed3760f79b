import type { Tree } from "../../model/tree.ts";
import { isOnlyHoles } from "../../syntax/template/holes.ts";
import { matchHosts, splitPattern } from "./host-pattern.ts";
import type { Host, Inventory } from "./inventory-data.ts";
import { isTemplate } from "./jinja/template.ts";
import { loadInventory } from "./inventory-load.ts";
import type { Limit } from "./limit.ts";
import type { Settings } from "./settings.ts";
import type { Word } from "./types.ts";

/** Where Ansible looks when nobody names an inventory. */
export const DEFAULT_INVENTORY = "/etc/ansible/hosts";

const EVERYTHING = ["all", "*"];
/** A generated inventory with more hosts is named by its path and the number of hosts. */
const MAX_LISTED = 8;

/**
 * What ids call the inventory of a run: paths relative to the root, host lists without their last comma, and for a
 * file that a step wrote its hosts, or what its content is called where only a secret knows it.
 */
export function inventoryLabel(
  tree: Tree,
  sources: readonly Word[],
  written: ReadonlyMap<string, Word | null>,
  settings: Settings,
): string {
  if (sources.length === 0) return DEFAULT_INVENTORY;
  return sources.map((source) => sourceLabel(tree, source, written.get(source) ?? null, settings)).join(",");
}

function sourceLabel(tree: Tree, source: Word, written: Word | null, settings: Settings): string {
  if (source.includes(",")) {
    return source
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .join(",");
  }
  if (written === null) return source;
  if (isOnlyHoles(written)) return written.replaceAll(/\s+/g, "");
  const { inventory } = loadInventory(tree, [source], settings);
  const names = [...inventory.hosts.values()].map(addressOf).sort();
  if (inventory.open || names.length === 0) return source;
  return names.length <= MAX_LISTED
    ? names.join(",")
    : `${source}(${names[0] ?? ""}…${names.at(-1) ?? ""}, ${names.length})`;
}

/** Aliases are made up anew in each step; where the address is written beside one, that is the host's name. */
function addressOf({ name, vars }: Host): string {
  const address = vars.get("ansible_host") ?? name;
  return isTemplate(address) ? name : address;
}

/** The pattern of a play as people write it: a list with commas, one pattern as it is. */
export function patternText(patterns: readonly string[]): string {
  return patterns.map((pattern) => pattern.trim()).join(",");
}

/**
 * The pattern after the limit, as ids show it: the play's where the limit takes nothing away, the limit where all of it
 * is within the play, else both, in Ansible's own notation where that can say it.
 */
export function limitedPattern(inventory: Inventory, patterns: readonly string[], limit: Limit): string {
  const own = patternText(patterns);
  if (limit.patterns === null || limit.patterns.length === 0 || limit.text === null) return own;
  const limitText = patternText(splitPattern(limit.text));
  if (limitText === own || EVERYTHING.includes(limitText)) return own;
  if (EVERYTHING.includes(own)) return limitText;
  const parts = splitPattern(limit.text);
  if (parts.every((part) => part.startsWith("!"))) return [own, ...parts].join(":");
  const sets = [
    matchHosts(inventory, patterns, null),
    matchHosts(inventory, [limitText], null),
    matchHosts(inventory, patterns, limit.patterns),
  ];
  const [play, alone, both] = sets.map((set) => (set.kind === "hosts" ? [...set.names].sort().join(" ") : null));
  if (both && both === play) return own;
  if (both && both === alone && !limitText.includes("@")) return limitText;
  const ownParts = splitPattern(own);
  if (ownParts.every((part) => !/^[!&]/.test(part)) && parts.every((part) => ownParts.includes(part))) return limitText;
  return parts.length === 1 && !limitText.startsWith("@") ? `${own}:&${limitText}` : `${own} limit ${limitText}`;
}
