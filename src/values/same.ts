import { isDerived, isMention, type Part, type Text } from "./text.ts";
import type { Value } from "./value.ts";

type Open = Exclude<Part, string>;

/** Whether two texts have the same literals at the same places, and unknown parts that are the same by `sameOpen`. */
export function samePieces(a: Text, b: Text, sameOpen: (a: Open, b: Open) => boolean): boolean {
  if (a === b) return true;
  return (
    a.length === b.length &&
    a.every((part, index) => {
      const other = b[index] as Part;
      return part === other || (typeof part !== "string" && typeof other !== "string" && sameOpen(part, other));
    })
  );
}

/** Whether two texts are written the same: the same literals, and the very same variables. */
export function sameText(a: Text, b: Text): boolean {
  return samePieces(a, b, (x, y) => {
    if (isMention(x) && isMention(y))
      return x.variable === y.variable && x.prefix === y.prefix && x.suffix === y.suffix;
    return isDerived(x) && isDerived(y) && x.name === y.name && sameText(x.of, y.of);
  });
}

/** Whether two maps have the same names with the same texts. */
export function sameTexts(a: ReadonlyMap<string, Text>, b: ReadonlyMap<string, Text>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [name, text] of a) {
    const other = b.get(name);
    if (!other || !sameText(text, other)) return false;
  }
  return true;
}

/** Whether two values are surely the same in every run; of what only answers questions, whether it is one thing. */
export function sameValue(a: Value | null, b: Value | null): boolean {
  if (a === b) return true;
  if (!a || !b || a.kind !== b.kind) return false;
  switch (a.kind) {
    case "null":
      return true;
    case "boolean":
    case "number":
      return a.value === (b as typeof a).value;
    case "string":
      return sameText(a.text, (b as typeof a).text);
    case "list":
      return sameLists(a.items, (b as typeof a).items) && a.filtered === (b as typeof a).filtered;
    case "object":
      return sameEntries(a.entries, (b as typeof a).entries);
    case "unknown":
      return false;
  }
}

function sameLists(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((item, index) => sameValue(item, b[index] as Value));
}

type Entries = readonly (readonly [name: string, value: Value])[] | null;

function sameEntries(a: Entries, b: Entries): boolean {
  if (!a || !b || a.length !== b.length) return false;
  return a.every(([name, value], index) => {
    const [otherName, other] = b[index] as readonly [string, Value];
    return name === otherName && sameValue(value, other);
  });
}
