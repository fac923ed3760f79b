import type { Cube } from "../values/cube.ts";
import { settle } from "../values/cube.ts";
import type { Text } from "../values/text.ts";
import { askText } from "./outcome.ts";

/** `helm {upgrade,install}`: words that the positional words must begin with; `**` skips any, `*` is any one word. */
export interface Pattern {
  readonly programs: readonly string[];
  readonly words: readonly PatternWord[];
}

export type PatternWord =
  | { readonly kind: "any" }
  | { readonly kind: "skip" }
  | { readonly kind: "one-of"; readonly test: (value: string) => boolean };

/** The runs in which a pattern fits. */
export interface Match {
  readonly cube: Cube;
  /** The positional words after the pattern's: `argument 1` is the first. */
  readonly args: readonly Text[];
  /** A word of the pattern met a word of which nothing at all is known. */
  readonly open: boolean;
}

export interface Matching {
  readonly matches: readonly Match[];
  /** The runs in which it certainly does not fit. */
  readonly rest: readonly Cube[];
}

/** Reads a pattern; throws a message without place for a malformed one (the loader adds file and line). */
export function parsePattern(text: string): Pattern {
  const [program, ...words] = text.match(/(?:\{[^{}]*\}|[^\s{}])+/g) ?? [];
  if (!program) throw new Error("a command needs at least the name of its program");
  return { programs: alternatives(program), words: words.map(patternWord) };
}

function patternWord(word: string): PatternWord {
  if (word === "*") return { kind: "any" };
  if (word === "**") return { kind: "skip" };
  const tests = alternatives(word).map(globTest);
  return { kind: "one-of", test: (value) => tests.some((test) => test(value)) };
}

/** `a{b,c}d` as `abd`, `acd`. */
function alternatives(word: string): readonly string[] {
  const found = /^(.*?)\{([^{}]*)\}(.*)$/.exec(word);
  if (!found) return [word];
  const [, before = "", inside = "", after = ""] = found;
  return inside.split(",").flatMap((choice) => alternatives(`${before}${choice.trim()}${after}`));
}

/** A `*` within a word stands for anything: `db:migrate*`. */
function globTest(pattern: string): (value: string) => boolean {
  if (!pattern.includes("*")) return (value) => value === pattern;
  const source = pattern
    .split("*")
    .map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  const regex = new RegExp(`^${source}$`);
  return (value) => regex.test(value);
}

/** Lays a pattern over the positional words of a command, run by run where a word has a few values. */
export function matchPattern(pattern: Pattern, positionals: readonly Text[], cube: Cube): Matching {
  return matchFrom(pattern.words, positionals, cube);
}

function matchFrom(words: readonly PatternWord[], given: readonly Text[], cube: Cube): Matching {
  const [word, ...others] = words;
  if (!word) return { matches: [{ cube, args: given, open: false }], rest: [] };
  if (word.kind === "skip") return matchSkipping(others, given, cube);
  const [first, ...rest] = given;
  if (!first) return { matches: [], rest: [cube] };
  if (word.kind === "any") return matchFrom(others, rest, cube);
  const outcome = askText(settle(first, cube), cube, word.test);
  const next = outcome.yes.map((inner) => matchFrom(others, rest, inner));
  const matches = next.flatMap((matching) => matching.matches);
  return {
    matches: outcome.open ? matches.map((match) => ({ ...match, open: true })) : matches,
    rest: [...next.flatMap((matching) => matching.rest), ...(outcome.open ? [] : outcome.no)],
  };
}

/** The rest of the pattern anywhere; a word of which nothing is known does not count. */
function matchSkipping(words: readonly PatternWord[], given: readonly Text[], cube: Cube): Matching {
  let left: readonly Cube[] = [cube];
  const matches: Match[] = [];
  for (let index = 0; index < given.length && left.length > 0; index += 1) {
    const found = left.map((inner) => matchFrom(words, given.slice(index), inner));
    const closed = found.flatMap((matching) => matching.matches.filter((match) => !match.open));
    matches.push(...closed);
    left = closed.length === 0 ? left : found.flatMap((matching) => matching.rest);
  }
  return { matches, rest: left };
}
