import { splitPattern } from "./host-pattern.ts";
import type { Fleet, Machine } from "./types.ts";

export interface Overlap {
  /** `unknown`: nothing that is known says either; two writers are then kept apart (design section 7). */
  readonly answer: "overlap" | "disjoint" | "unknown";
  readonly why: string;
}

type Side = Pick<Fleet, "identity" | "inventory" | "pattern" | "machines">;

/**
 * Whether two fleets have a machine in common. Known machines are compared by address; where they are not known, one
 * inventory and the texts of the patterns decide (`all` contains `web`, `web:db` and `db` share one part).
 */
export function overlap(a: Side, b: Side): Overlap {
  if (a.identity === b.identity) return { answer: "overlap", why: "they are one target" };
  if (a.machines && b.machines) return overlapOfMachines(a.inventory === b.inventory, a.machines, b.machines);
  if (a.inventory !== b.inventory) return { answer: "unknown", why: "the hosts of two inventories are not known" };
  return overlapOfPatterns(a.pattern, b.pattern);
}

function overlapOfMachines(sameInventory: boolean, a: readonly Machine[], b: readonly Machine[]): Overlap {
  const keys = new Set(a.map((machine) => keyOf(machine, sameInventory)));
  const shared = b.filter(
    (machine) => keyOf(machine, sameInventory) !== null && keys.has(keyOf(machine, sameInventory)),
  );
  const [first] = shared;
  if (!first) return { answer: "disjoint", why: "no host is in both" };
  const others = shared.length - 1;
  return {
    answer: "overlap",
    why: others === 0 ? `both are on ${first.name}` : `both are on ${first.name} and ${others} more`,
  };
}

/** Within one inventory a name is a machine; across inventories only a known address is. */
function keyOf(machine: Machine, sameInventory: boolean): string | null {
  return sameInventory ? machine.name : machine.address;
}

function overlapOfPatterns(a: string, b: string): Overlap {
  const [left, right] = [partsOf(a), partsOf(b)];
  const everything = [left, right].some((parts) => parts.plain.some((part) => part === "all" || part === "*"));
  const shared = left.plain.find((part) => right.plain.includes(part));
  if (!everything && shared === undefined)
    return { answer: "unknown", why: `whether \`${a}\` and \`${b}\` share a host is not known` };
  const apart =
    left.plain.some((part) => right.excluded.includes(part)) ||
    right.plain.some((part) => left.excluded.includes(part));
  if (apart && left.plain.length === 1 && right.plain.length === 1)
    return { answer: "disjoint", why: "one leaves out what the other is on" };
  return { answer: "overlap", why: everything ? "one is on all hosts" : `both are on \`${shared ?? ""}\`` };
}

function partsOf(pattern: string): { readonly plain: readonly string[]; readonly excluded: readonly string[] } {
  const parts = splitPattern(pattern);
  const plain = parts.filter((part) => !part.startsWith("!") && !part.startsWith("&"));
  const excluded = parts.filter((part) => part.startsWith("!")).map((part) => part.slice(1));
  return { plain: plain.length === 0 ? ["all"] : plain, excluded };
}
