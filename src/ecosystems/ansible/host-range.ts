import { parseHostAddress } from "./host-address.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** An inventory with more hosts in one entry is counted as unknown many, rather than written out. */
export const MAX_EXPANDED = 50_000;

export type Expansion =
  | { readonly ok: true; readonly hosts: readonly string[] }
  | { readonly ok: false; readonly why: string };

/**
 * The hosts of one inventory entry: `web[01:20].example.com`, `db-[a:f]`, `n[0:9:3]:2222`, several ranges in one name.
 * Fails where Ansible refuses the entry, and for more than `MAX_EXPANDED` hosts.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html#adding-ranges-of-hosts
 */
export function expandHostEntry(entry: string): Expansion {
  const address = parseHostAddress(entry);
  const pattern = address?.host ?? entry;
  if (pattern.includes("[")) return expandRanges(pattern);
  return { ok: true, hosts: [pattern] };
}

function expandRanges(pattern: string): Expansion {
  let current: readonly string[] = [pattern];
  while (current.some((name) => name.includes("["))) {
    const next: string[] = [];
    for (const name of current) {
      if (!name.includes("[")) {
        next.push(name);
        continue;
      }
      const expanded = expandFirstRange(name);
      if (!expanded.ok) return expanded;
      for (const host of expanded.hosts) next.push(host);
      if (next.length > MAX_EXPANDED)
        return { ok: false, why: `\`${pattern}\` stands for more than ${MAX_EXPANDED} hosts` };
    }
    current = next;
  }
  return { ok: true, hosts: current };
}

function expandFirstRange(name: string): Expansion {
  // Ansible cuts at the first "[" and the first "]", in this order only.
  const open = name.indexOf("[");
  const close = name.indexOf("]");
  if (close < open || name.includes("|")) return { ok: false, why: `\`${name}\` has a range that is not closed` };
  const bounds = name.slice(open + 1, close).split(":");
  if (bounds.length !== 2 && bounds.length !== 3) {
    return { ok: false, why: `\`${name}\`: a range is [begin:end] or [begin:end:step]` };
  }
  const values = rangeValues(bounds[0] || "0", bounds[1] ?? "", bounds[2] ?? "1");
  if (typeof values === "string") return { ok: false, why: `\`${name}\`: ${values}` };
  const [head, tail] = [name.slice(0, open), name.slice(close + 1)];
  return { ok: true, hosts: values.map((value) => `${head}${value}${tail}`) };
}

/** The values of a range, or what is wrong with it. */
function rangeValues(begin: string, end: string, step: string): readonly string[] | string {
  if (end === "") return "a range must say where it ends";
  const width = begin.length > 1 && begin.startsWith("0") ? begin.length : 0;
  if (width > 0 && width !== end.length) return "begin and end of a zero-filled range must be equally long";
  const by = integer(step);
  if (by === null || by === 0) return `\`${step}\` is no step`;
  const letters = letterRange(begin, end, by);
  if (letters) return letters;
  const [from, to] = [integer(begin), integer(end)];
  if (from === null || to === null) return `[${begin}:${end}] is no range of numbers or letters`;
  return numberRange(from, to, by).map((value) => pad(value, width));
}

function letterRange(begin: string, end: string, step: number): readonly string[] | null {
  const [from, to] = [LETTERS.indexOf(begin), LETTERS.indexOf(end)];
  if (from < 0 || to < 0 || from > to || step < 0) return null;
  const values: string[] = [];
  for (let at = from; at <= to; at += step) values.push(LETTERS[at] ?? "");
  return values;
}

function numberRange(from: number, to: number, step: number): readonly number[] {
  const values: number[] = [];
  // One past the limit is enough for the caller to see that it was passed.
  const room = MAX_EXPANDED + 1;
  if (step > 0) for (let at = from; at <= to && values.length < room; at += step) values.push(at);
  else for (let at = from; at > to + 1 && values.length < room; at += step) values.push(at);
  return values;
}

function pad(value: number, width: number): string {
  const digits = String(Math.abs(value)).padStart(value < 0 ? width - 1 : width, "0");
  return value < 0 ? `-${digits}` : digits;
}

function integer(text: string): number | null {
  return /^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text) ? Number(text.replaceAll("_", "")) : null;
}
