import type { Edges, Test } from "../../values/variable.ts";
import { someName } from "./filter-language.ts";
import { compilePattern, matchesAtoms, namesOf, type Atom, type Compiled } from "./pattern-atoms.ts";

/** Stretches put in place of `*`, `**` and folders when examples are made; none is likely to be a real name. */
const FILLERS: readonly (readonly [segment: string, any: string, folders: string])[] = [
  ["alder", "birch", ""],
  ["cedar-7", "larch/maple", "rowan/"],
  ["", "", "oak/pine/"],
];
const MOST_EXAMPLES = 24;

interface Rule {
  readonly compiled: Compiled;
  readonly negated: boolean;
}

/**
 * A list of `branches`, `tags` or `paths` patterns as one question: the patterns are read in order, a match of a
 * later one overrules the earlier ones, and `!` takes out again. Docs: "Workflow syntax", filter pattern cheat sheet.
 */
export function filterTest(patterns: readonly string[]): Test {
  const rules = patterns.map(ruleOf);
  const check = (value: string): boolean => passes(rules, value);
  const edges = patterns.filter((pattern) => !pattern.startsWith("!")).map(edgesOf);
  return { id: `filter ${JSON.stringify(patterns)}`, check, examples: examplesOf(rules).filter(check), edges };
}

/** What every name that matches a pattern begins and ends with. */
export function edgesOf(pattern: string): Edges {
  const plain = /^[^*?+[\]!\\]*/.exec(pattern)?.[0] ?? "";
  // `?` and `+` are about the character before them.
  const before = /[?+]/.test(pattern[plain.length] ?? "") ? plain.slice(0, -1) : plain;
  return { before, after: /[^*?+[\]!\\]*$/.exec(pattern.slice(plain.length))?.[0] ?? "" };
}

/** A list of `-ignore` patterns as one question: whether a name is not ignored. */
export function ignoreTest(patterns: readonly string[]): Test {
  const rules = patterns.map(ruleOf);
  const check = (value: string): boolean => !passes(rules, value);
  return {
    id: `ignore ${JSON.stringify(patterns)}`,
    check,
    examples: ["alder", "cedar-7", "rowan/larch", "v7.1.2"].filter(check),
  };
}

/** The names that a pattern stands for (`main`, `fix?`), where they are few; null where not, or where it negates. */
export function namesOfPattern(pattern: string): readonly string[] | null {
  const { compiled, negated } = ruleOf(pattern);
  return negated ? null : namesOf(compiled.atoms);
}

/**
 * The patterns of a list that stand for more names than can be written out, without those of whose names later patterns
 * take all out again (`release/*` before `!release/**`).
 */
export function openPatterns(patterns: readonly string[]): readonly string[] {
  const rules = patterns.map(ruleOf);
  const written = rules.map(({ compiled, negated }) => !negated && namesOf(compiled.atoms) !== null);
  const compiled = rules.map((rule) => rule.compiled);
  const takesOut = rules.some(({ negated }) => negated);
  const isOpen = (own: number): boolean =>
    !takesOut ||
    someName(
      compiled,
      (matched) =>
        matched[own] === true &&
        !matched.some((one, index) => one && written[index]) &&
        isLetIn(rules, (index) => matched[index] === true),
    );
  return patterns.filter((_, index) => !rules[index]?.negated && !written[index] && isOpen(index));
}

/** Whether a list of `-ignore` patterns leaves any name over. */
export function leavesAny(patterns: readonly string[]): boolean {
  const rules = patterns.map(ruleOf);
  return someName(
    rules.map(({ compiled }) => compiled),
    (matched) => !isLetIn(rules, (index) => matched[index] === true),
  );
}

/** Whether one pattern (without the meaning of `!`) matches all of a name. */
export function matchesPattern(pattern: string, value: string): boolean {
  return matchesAtoms(compilePattern(pattern).atoms, value);
}

function ruleOf(pattern: string): Rule {
  const negated = pattern.startsWith("!");
  return { compiled: compilePattern(negated ? pattern.slice(1) : pattern), negated };
}

function passes(rules: readonly Rule[], value: string): boolean {
  return isLetIn(rules, (index) => matchesAtoms(rules[index]?.compiled.atoms ?? [], value));
}

/** Whether the list lets in a name that these of its patterns match. */
function isLetIn(rules: readonly Rule[], matches: (index: number) => boolean): boolean {
  return rules.reduce(
    (passed, { negated }, index) => (passed === negated && matches(index) ? !negated : passed),
    false,
  );
}

function examplesOf(rules: readonly Rule[]): readonly string[] {
  const positive = rules.filter(({ negated }) => !negated);
  return [
    ...new Set(positive.flatMap(({ compiled }) => FILLERS.flatMap((filler) => renderings(compiled.atoms, filler)))),
  ].slice(0, MOST_EXAMPLES);
}

/** A pattern written out: optional characters once with and once without, repeated ones once and twice. */
function renderings(
  atoms: readonly Atom[],
  [segment, any, folders]: readonly [string, string, string],
): readonly string[] {
  const render = (full: boolean): string =>
    atoms
      .map((atom) => {
        if (atom.kind === "folders") return folders;
        if (atom.repeats && atom.optional && atom.example === "x") return atom.takes("/") ? any : segment;
        if (atom.optional && !full) return "";
        return atom.repeats && full ? atom.example + atom.example : atom.example;
      })
      .join("");
  return [render(false), render(true)];
}
