import type { FoundCall } from "./literals.ts";
import type { ScannedCall, Syntax } from "./calls.ts";

/** A script's own function that starts a program with the words that it is given: `def tf(*args)`. */
export interface Helper {
  readonly name: string;
  /** Words that it puts before those of its callers. */
  readonly before: readonly (string | null)[];
}

const MOST = 20;

/** Functions around a call of which the program may be known, and what it is to do is not. */
export function helpersAround(text: string, calls: readonly ScannedCall[], syntax: Syntax): readonly Helper[] {
  const found = new Map<string, Helper>();
  for (const { start, found: lines } of calls) {
    const [line, ...others] = lines;
    const [program, ...rest] = line?.words ?? [];
    if (others.length > 0 || rest.some((word) => word !== null)) continue;
    const isAlone = line !== undefined && rest.length === 0 && !/^\s*,/.test(text.slice(line.end, line.end + 80));
    if (isAlone) continue;
    const name = functionAround(text, start, syntax.definition);
    if (name && !found.has(name)) found.set(name, { name, before: typeof program === "string" ? [program] : [] });
  }
  return [...found.values()].slice(0, MOST);
}

/** What callers of a helper start. */
export function throughHelper({ before }: Helper, calls: readonly ScannedCall[]): readonly FoundCall[] {
  return calls.flatMap(({ found }) => found.map((line) => ({ ...line, words: [...before, ...line.words] })));
}

/** The calls of a function, also of one that belongs to the object at hand. */
export function callsOf({ name }: Helper): RegExp {
  return new RegExp(`(?:(?:self|this)\\.)?${name.replaceAll("$", "\\$")}\\(`, "y");
}

/** The name of the nearest function that the offset stands in. */
function functionAround(text: string, at: number, definition: RegExp): string | null {
  const before = [...text.slice(0, at).matchAll(definition)].reverse();
  const around = before.find((match) => isInside(text, match.index, at));
  return around?.slice(1).find((name) => name !== undefined) ?? null;
}

/** By its braces, else by how far its line is indented. */
function isInside(text: string, definition: number, at: number): boolean {
  const between = text.slice(definition, at);
  if (!between.includes("\n")) return true;
  if (/^[^\n]*\{[ \t]*$/m.test(between.slice(0, between.indexOf("\n") + 1))) {
    return between.replaceAll(/[^{]/g, "").length > between.replaceAll(/[^}]/g, "").length;
  }
  return indentOf(text, at) > indentOf(text, definition);
}

function indentOf(text: string, at: number): number {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1);
  return line.length - line.trimStart().length;
}
