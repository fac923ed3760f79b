import { canonical, isMention, type Mention, type Part, type Text } from "../values/text.ts";
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
  const search = (name: Text): readonly T[] => {
    const start = startOf(name);
    const shorter = lengths.filter((length) => length < start.length).map((length) => start.slice(0, length));
    const found = [...shorter, ...continuing(starts, start)].flatMap((key) => byStart.get(key) ?? []);
    return found
      .filter((entry) => mayShare(name, entry.name))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  };
  // The legs of a matrix ask for one name, or for few.
  const known = new Map<string, readonly T[]>();
  return {
    partners: (name) => {
      const key = canonical(name);
      const found = known.get(key) ?? search(name);
      if (known.size >= MOST_KEPT) known.clear();
      known.set(key, found);
      return found;
    },
  };
}

/** Thousands of names with thousands of partners each would fill the memory. */
const MOST_KEPT = 64;

/** What every value of the name begins with; a secret or variable is equal to nothing but itself, and never to a literal. */
function startOf(name: Text): string {
  const [first] = name;
  if (name.length === 1 && isConstant(first)) return markOf(first);
  let start = "";
  for (const part of name) {
    if (typeof part === "string") start += part.toLowerCase();
    else if (isConstant(part) && part.variable.given === undefined) start += markOf(part);
    else break;
  }
  return start;
}

function isConstant(part: Part | undefined): part is Mention {
  if (part === undefined || typeof part === "string" || !isMention(part)) return false;
  return part.variable.kind === "constant" && part.prefix === "" && part.suffix === "";
}

function markOf({ variable }: Mention): string {
  return variable.given === undefined ? `\0${variable.label}\0` : `\0${variable.label}`;
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
