import { isMention, type Text } from "../values/text.ts";
import { mayShare } from "./entrants.ts";

/** Things by a name that may hold unknown parts, for the question which of them can have one name. */
export interface SharingIndex<T> {
  /** All whose name may come out as this one, in their order. */
  readonly partners: (name: Text) => readonly T[];
}

interface Entry<T> {
  readonly item: T;
  readonly name: Text;
  readonly at: number;
}

/**
 * Looks up by the literal beginning: two names can be one only where one beginning continues the other, so that
 * thousands of names with nothing in common cost no comparison of each with each.
 */
export function sharingIndex<T>(items: readonly T[], nameOf: (item: T) => Text): SharingIndex<T> {
  const byStart = new Map<string, Entry<T>[]>();
  items.forEach((item, at) => {
    const name = nameOf(item);
    const entries = byStart.get(startOf(name));
    if (entries) entries.push({ item, name, at });
    else byStart.set(startOf(name), [{ item, name, at }]);
  });
  const starts = [...byStart.keys()].sort();
  const lengths = [...new Set(starts.map(({ length }) => length))];
  return {
    partners: (name) => {
      const start = startOf(name);
      const shorter = lengths.filter((length) => length < start.length).map((length) => start.slice(0, length));
      const found = [...shorter, ...continuing(starts, start)].flatMap((key) => byStart.get(key) ?? []);
      return found
        .filter((entry) => mayShare(name, entry.name))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item);
    },
  };
}

/** The literal beginning; a secret or variable alone is equal to nothing but itself, and never to a literal. */
function startOf(name: Text): string {
  const [first] = name;
  if (first === undefined) return "";
  if (typeof first === "string") return first.toLowerCase();
  const isConstant = name.length === 1 && isMention(first) && first.variable.kind === "constant";
  return isConstant ? `\0${first.variable.label}` : "";
}

/** All sorted words that begin with this one. */
function continuing(words: readonly string[], start: string): readonly string[] {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as string) < start) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < words.length && (words[end] as string).startsWith(start)) end += 1;
  return words.slice(low, end);
}
