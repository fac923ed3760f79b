import { isLocalhostName, isLoopback } from "./host-address.ts";
import { withDescendants, type Inventory } from "./inventory-data.ts";
import type { Machine } from "./types.ts";
import type { VarsFiles } from "./vars-files.ts";

/** How a play reaches its hosts where the inventory does not say. Null: not known. */
export type PlayConnection = string | null;

/**
 * The machines behind the matched hosts, without the runner itself: a host is the runner if it is the implicit
 * localhost, if its connection is `local`, or if its address loops back. Sorted by name.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html
 */
export function machinesOf(
  inventory: Inventory,
  names: readonly string[],
  files: VarsFiles,
  connection: PlayConnection,
): readonly Machine[] {
  const groups = groupsByHost(inventory, new Set(names));
  const machines: Machine[] = [];
  for (const name of names) {
    const lookup = (variable: string): string | null =>
      variableOf(inventory, name, groups.get(name) ?? [], files, variable);
    const machine = machineOf(name, inventory.hosts.has(name), lookup, connection);
    if (machine) machines.push(machine);
  }
  return machines.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function machineOf(
  name: string,
  listed: boolean,
  lookup: (name: string) => string | null,
  connection: PlayConnection,
): Machine | null {
  if (!listed && isLocalhostName(name)) return null;
  // A variable beats what the play or the command line says.
  if ((lookup("ansible_connection") ?? connection) === "local") return null;
  const address = lookup("ansible_host");
  if (address?.includes("{{")) return { name, address: null };
  if (isLoopback(address ?? name)) return null;
  return { name, address: address ?? name };
}

/** The value that wins: of groups from the outermost in, then the host's own; files beat the inventory at each step. */
function variableOf(
  inventory: Inventory,
  host: string,
  groups: readonly string[],
  files: VarsFiles,
  variable: string,
): string | null {
  const layers = [
    ...groups.map((group) => inventory.groups.get(group)?.vars),
    ...groups.map((group) => files.groupVars(group)),
    inventory.hosts.get(host)?.vars,
    files.hostVars(host),
  ];
  return layers.reduce<string | null>((value, layer) => layer?.get(variable) ?? value, null);
}

/** For each host the groups that it is in, directly or through others: by depth, then name, as variables are merged. */
function groupsByHost(inventory: Inventory, wanted: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const depths = depthsOf(inventory);
  const ordered = [...inventory.groups.keys()].sort(
    (a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0) || (a < b ? -1 : 1),
  );
  const groups = new Map<string, string[]>();
  for (const name of ordered) {
    const members = new Set(withDescendants(inventory, name).flatMap((group) => group.hosts));
    for (const host of members) {
      if (!wanted.has(host)) continue;
      const list = groups.get(host) ?? [];
      if (!groups.has(host)) groups.set(host, list);
      list.push(name);
    }
  }
  return groups;
}

/** The longest way from `all` to each group. */
function depthsOf(inventory: Inventory): ReadonlyMap<string, number> {
  const depths = new Map<string, number>([["all", 0]]);
  const open = ["all"];
  // Groups form no loops, so each is raised at most as often as there are groups above it.
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    const depth = (depths.get(name) ?? 0) + 1;
    for (const child of inventory.groups.get(name)?.children ?? []) {
      if ((depths.get(child) ?? -1) >= depth || depth > inventory.groups.size) continue;
      depths.set(child, depth);
      open.push(child);
    }
  }
  return depths;
}
