import type { Tree } from "../../model/tree.ts";
import { matchHosts } from "./host-pattern.ts";
import type { Inventory } from "./inventory-data.ts";
import { loadInventory } from "./inventory-load.ts";
import { machinesOf } from "./machines.ts";
import { overlap } from "./overlap.ts";
import { folderOf } from "../tree-paths.ts";
import { readPlaybook } from "./playbook.ts";
import { seenAnsible } from "./seen.ts";
import { settingsOf } from "./settings.ts";
import type { Fleet } from "./types.ts";
import { varsFilesOf } from "./vars-files.ts";
import { isTemplate } from "./jinja/template.ts";
import { listOf, textOf } from "./yaml.ts";

/** The inventories and host patterns of a tree, from which other writers' ids are made. */
interface Neighbourhood {
  readonly patterns: readonly string[];
  readonly inventories: readonly {
    readonly label: string;
    readonly inventory: Inventory;
    readonly addresses: ReadonlyMap<string, string>;
  }[];
}

/** Larger trees are cut here: identities beyond are found equal only when they are the same text. */
const MAX_INVENTORIES = 60;
const MAX_PATTERNS = 200;

// A tree never changes, so what was found in it holds for every call.
const known = new WeakMap<Tree, Neighbourhood>();

/**
 * Identities of other fleets that this one has a machine in common with: other patterns of its inventory, and patterns
 * of other inventories of the tree that name the same addresses.
 */
export function overlappingFleets(tree: Tree, fleet: Fleet, inventory: Inventory): readonly string[] {
  const { patterns, inventories } = neighbourhoodOf(tree);
  const own = [...new Set([...patterns, ...inventory.groups.keys(), "all"])]
    .filter((pattern) => pattern !== fleet.pattern && sharesWithin(fleet, inventory, pattern))
    .map((pattern) => `${fleet.inventory}#${pattern}`);
  const others = inventories
    .filter(({ label }) => label !== fleet.inventory)
    .flatMap((other) => sharedPatterns(fleet, other, patterns).map((pattern) => `${other.label}#${pattern}`));
  return [...new Set([...own, ...others])].sort();
}

function sharesWithin(fleet: Fleet, inventory: Inventory, pattern: string): boolean {
  const match = matchHosts(inventory, [pattern], null);
  if (!fleet.machines || match.kind !== "hosts") {
    const other = { identity: `${fleet.inventory}#${pattern}`, inventory: fleet.inventory, pattern, machines: null };
    return overlap(fleet, other).answer === "overlap";
  }
  const names = new Set(match.names);
  return fleet.machines.some((machine) => names.has(machine.name));
}

function sharedPatterns(
  fleet: Fleet,
  other: Neighbourhood["inventories"][number],
  patterns: readonly string[],
): readonly string[] {
  const addresses = new Set(fleet.machines?.flatMap((machine) => machine.address ?? []));
  const shared = new Set([...other.addresses].filter(([, address]) => addresses.has(address)).map(([name]) => name));
  if (shared.size === 0) return [];
  const candidates = [...new Set([...patterns, ...other.inventory.groups.keys(), "all"])];
  return candidates.filter((pattern) => {
    const match = matchHosts(other.inventory, [pattern], null);
    return match.kind === "hosts" && match.names.some((name) => shared.has(name));
  });
}

function neighbourhoodOf(tree: Tree): Neighbourhood {
  const found = known.get(tree);
  if (found) return found;
  const made = makeNeighbourhood(tree);
  known.set(tree, made);
  return made;
}

function makeNeighbourhood(tree: Tree): Neighbourhood {
  const seen = seenAnsible(tree);
  const files = seen.filter(({ kind }) => kind === "inventory").map(({ path }) => path);
  const labels = [...new Set([...files, ...files.map(folderOf).filter((folder) => folder !== "")])].slice(
    0,
    MAX_INVENTORIES,
  );
  const settings = settingsOf(tree, { cwd: "", env: new Map() });
  const inventories = labels.map((label) => {
    const { inventory, folders } = loadInventory(tree, [label], settings);
    const machines = machinesOf(inventory, [...inventory.hosts.keys()], varsFilesOf(tree, folders), null);
    return {
      label,
      inventory,
      addresses: new Map(machines.flatMap(({ name, address }) => (address === null ? [] : [[name, address]]))),
    };
  });
  const playbooks = seen.filter(({ kind }) => kind === "playbook").map(({ path }) => path);
  return {
    patterns: [...new Set(playbooks.flatMap((path) => patternsIn(tree, path)))].slice(0, MAX_PATTERNS),
    inventories,
  };
}

function patternsIn(tree: Tree, path: string): readonly string[] {
  const read = tree.read(path);
  if (!read?.ok) return [];
  return readPlaybook(read.file).entries.flatMap((entry) => {
    if (entry.kind !== "play") return [];
    const text = listOf(entry.hosts)
      .map((node) => textOf(node) ?? "")
      .join(",");
    return text === "" || isTemplate(text) ? [] : [text];
  });
}
