import { canonical, derive, EMPTY, literalOf, type Text } from "../../../values/text.ts";
import { decideTest, decideUnknown } from "../../../values/decide.ts";
import type { Answer, Call, Program } from "../call.ts";
import { escape, isTooCostly, question } from "../patterns.ts";
import { basicRegex, extendedRegex, regexExamples } from "../regex.ts";
import { joinLines, linesOf } from "../texts.ts";
import { readOptions, type Options } from "../words.ts";
import { bind, branches, mapValue, one, type Outcome, type World } from "../world.ts";
import { inputOf, isOpaque } from "./input.ts";
import { table } from "../../../values/table.ts";

const VALUED = [
  "e",
  "f",
  "m",
  "A",
  "B",
  "C",
  "regexp",
  "file",
  "max-count",
  "include",
  "exclude",
  "exclude-dir",
  "color",
  "colour",
];
/** Lines that nobody knows are asked about one by one up to so many. */
const MOST_OPEN = 4;

interface Wish {
  readonly regex: RegExp;
  readonly name: string;
  readonly source: string;
  readonly inverted: boolean;
  readonly onlyMatching: boolean;
  readonly quiet: boolean;
  readonly counts: boolean;
  readonly most: number;
  readonly operands: readonly Text[];
}

function wishOf(call: Call, extended: boolean, fixed: boolean): Wish | null {
  const options = readOptions(call.argv.slice(1), VALUED);
  const { flags, values, operands } = options;
  const pattern = literalOf(values.get("e") ?? values.get("regexp") ?? operands[0] ?? []);
  if (
    pattern === null ||
    (["r", "R", "l", "L", "n", "b", "H", "z", "P", "recursive", "files-with-matches"].some((flag) => flags.has(flag)) &&
      !usable(options))
  )
    return null;
  if (["f", "A", "B", "C"].some((name) => values.has(name))) return null;
  const source = sourceOf(pattern, flags, extended, fixed);
  const regex = extendedRegex(source, flags.has("i") || flags.has("ignore-case") ? "i" : "");
  if (!regex) return null;
  return {
    regex,
    source,
    name: `grep ${[...flags].join("")} ${pattern}`,
    inverted: flags.has("v") || flags.has("invert-match"),
    onlyMatching: flags.has("o") || flags.has("only-matching"),
    quiet: flags.has("q") || flags.has("quiet") || flags.has("silent"),
    counts: flags.has("c") || flags.has("count"),
    most: Number(literalOf(values.get("m") ?? values.get("max-count") ?? ["Infinity"])),
    operands: values.has("e") || values.has("regexp") ? operands : operands.slice(1),
  };
}

/** Perl expressions without Perl's own features are extended ones. */
function usable({ flags, operands }: Options): boolean {
  const pattern = literalOf(operands[0] ?? []) ?? "";
  return (
    flags.has("P") &&
    !/\(\?|\\[KQEGXR]/.test(pattern) &&
    !["r", "R", "l", "L", "n", "b", "H", "z"].some((flag) => flags.has(flag))
  );
}

function sourceOf(pattern: string, flags: ReadonlySet<string>, extended: boolean, fixed: boolean): string {
  const lines = pattern.split("\n").map((line) => {
    if (fixed || flags.has("F") || flags.has("fixed-strings")) return escape(line);
    const isExtended = extended || flags.has("E") || flags.has("P") || flags.has("extended-regexp");
    return isExtended ? line : basicRegex(line);
  });
  const source = lines.length === 1 ? (lines[0] ?? "") : `(?:${lines.join("|")})`;
  if (flags.has("x") || flags.has("line-regexp")) return `^(?:${source})$`;
  return flags.has("w") || flags.has("word-regexp") ? `(?<![A-Za-z0-9_])(?:${source})(?![A-Za-z0-9_])` : source;
}

function grep(extended: boolean, fixed: boolean): Program {
  return (call) => {
    const wish = wishOf(call, extended, fixed);
    if (!wish || wish.operands.length > 1) return null;
    const input = inputOf(call, wish.operands);
    if (!input) return one(call.world, { stdout: EMPTY, status: 2 });
    const lines = linesOf(input.text);
    if (lines.filter((line) => literalOf(line) === null).length > MOST_OPEN) return null;
    return mapValue(keep(lines, wish, input.world), (kept) => answerOf(kept, wish));
  };
}

function answerOf(kept: readonly Text[], wish: Wish): Answer {
  const status = kept.length > 0 ? 0 : 1;
  if (wish.quiet) return { stdout: EMPTY, status };
  if (wish.counts) return { stdout: [`${kept.length}\n`], status };
  return { stdout: joinLines(kept), status };
}

/** The lines that are wanted; splits the world on those that nobody knows. */
function keep(lines: readonly Text[], wish: Wish, world: World): Outcome<readonly Text[]> {
  let outcomes: Outcome<readonly Text[]> = one(world, []);
  for (const line of lines) {
    outcomes = bind(outcomes, (kept, next) =>
      kept.length >= wish.most
        ? one(next, kept)
        : mapValue(wanted(line, wish, next), (yes) => (yes ? [...kept, ...shown(line, wish)] : kept)),
    );
  }
  return outcomes;
}

function wanted(line: Text, wish: Wish, world: World): Outcome<boolean> {
  const known = literalOf(line);
  const check = (value: string): boolean =>
    !isTooCostly(wish.source, value) && value.split("\n").some((each) => wish.regex.test(each) !== wish.inverted);
  if (known !== null) return one(world, check(known));
  // Of a text with any number of lines each question is one of its own: it may well hold both `a` and `b`.
  if (isOpaque(line))
    return branches(world, decideUnknown(world.machine.cube, `output: ${canonical(line)} has ${wish.name}`));
  const test = question(`${wish.name}${wish.inverted ? " (not)" : ""}`, check, regexExamples(wish.source));
  return branches(world, decideTest(world.machine.cube, line, test));
}

function shown(line: Text, wish: Wish): readonly Text[] {
  const all = (value: string): readonly string[] => {
    const matching = value.split("\n").filter((each) => wish.regex.test(each) !== wish.inverted);
    if (!wish.onlyMatching) return matching;
    const regex = new RegExp(wish.regex.source, `${wish.regex.flags}g`);
    return matching
      .flatMap((each) => [...each.matchAll(regex)].map(([match]) => match))
      .filter((match) => match !== "");
  };
  const known = literalOf(line);
  if (known !== null) return all(known).map((each) => [each]);
  // A text that may have several lines is not what is left of it.
  if (!wish.onlyMatching && !isOpaque(line)) return [line];
  return [derive(wish.name, line, (value) => all(value).join("\n"))];
}

export const grepPrograms: Readonly<Record<string, Program>> = table({
  grep: grep(false, false),
  egrep: grep(true, false),
  fgrep: grep(false, true),
});
