import {
  admits,
  constraintOf,
  equationsOf,
  openParts,
  learn,
  settle,
  speltOut,
  substitute,
  type Constraint,
  type Cube,
  type Equation,
} from "./cube.ts";
import {
  canonical,
  isDerived,
  isMention,
  literalOf,
  mention,
  termKey,
  type Derived,
  type Mention,
  type Part,
  type Text,
} from "./text.ts";
import { isSamePart, withoutCommonEnds } from "./common-ends.ts";
import { fix, openTerms, sizeOf, values } from "./enumerate.ts";
import { feasible } from "./samples.ts";
import type { Test, Variable } from "./variable.ts";

/** One way a question can come out: the runs for which it does (never empty), and the answer. */
export interface Branch {
  readonly cube: Cube;
  readonly holds: boolean;
}

/** Domains up to this size are split value by value where no single decision is enough. */
const SPLIT = 16;

/** Whether two texts are the same string; `fold` compares without regard to case, as GitHub's `==` does. */
export function decideEqual(cube: Cube, left: Text, right: Text, fold = false): readonly Branch[] {
  const rests = withoutCommonEnds(settle(left, cube), settle(right, cube), { fold, oneRun: true });
  if (!rests) return [{ cube, holds: false }];
  const [a, b] = rests;
  const [la, lb] = [literalOf(a), literalOf(b)];
  if (la !== null && lb !== null) return [{ cube, holds: same(la, lb, fold) }];
  if (canonical(a) === canonical(b)) return [{ cube, holds: true }];
  if (la !== null) return decideLiteral(cube, b, la, fold);
  if (lb !== null) return decideLiteral(cube, a, lb, fold);
  const split = splitFinite(cube, [...openParts(a), ...openParts(b)]);
  if (split) return split.flatMap((next) => decideEqual(next, a, b, fold));
  if (!mayCoincide(cube, a, b, fold)) return [{ cube, holds: false }];
  const names = [canonical(a), canonical(b)].sort();
  return decideUnknown(cube, `${names[0]} ${fold ? "~=" : "="} ${names[1]}`, { one: a, other: b, fold }).flatMap(
    (branch) => (branch.holds ? filled(branch, a, b).flatMap((one) => filled(one, b, a)) : [branch]),
  );
}

/** Whether what the cube says of pairs of texts can be so, given what it says of the values in them. */
export function isConsistent(cube: Cube): boolean {
  return equationsOf(cube).every(({ one, other, fold, holds }) =>
    holds
      ? decideEqual(cube, speltOut(one, cube), speltOut(other, cube), true).some((branch) => branch.holds)
      : decideEqual(cube, one, other, fold).some((branch) => !branch.holds),
  );
}

/**
 * Whether two texts of a run can be one: not where one is the other with more around it, not where whoever picks one
 * would have to know the number of the run that it starts, and not where what must be so of one is never so of the
 * other, as a commit is no name of a branch. Tests are laid side by side by twos; what only many of them shut out
 * together counts as possible.
 */
function mayCoincide(cube: Cube, left: Text, right: Text, fold: boolean): boolean {
  const [a, b] = [wholeOf(left), wholeOf(right)];
  if (foretells(left, right) || foretells(right, left)) return false;
  if ((a && outgrows(right, a)) || (b && outgrows(left, b))) return false;
  if (!beginsLike(cube, left, right, fold) || !beginsLike(cube, right, left, fold)) return false;
  if (!a || !b) return true;
  const [ours, theirs] = [constraintOf(cube, a).tests, constraintOf(cube, b).tests];
  return ours.every((one) =>
    theirs.every((other) => feasible({ not: [], tests: [one, fold ? anyCase(other) : other] })),
  );
}

/** Whether all of a text was picked by somebody who would have had to know the number of the run in the other. */
function foretells(text: Text, other: Text): boolean {
  const unknown = text.filter((part) => typeof part !== "string");
  return (
    other.some((part) => isMention(part) && part.variable.kind === "unique") &&
    unknown.every((part) => isMention(part) && part.variable.kind === "chosen")
  );
}

/** Whether a text is more than an unknown of which it holds the whole. */
function outgrows(text: Text, part: Mention): boolean {
  return (
    text.some((other) => isMention(other) && isSamePart(other, part) && other.variable.key === part.variable.key) &&
    text.some((piece) => typeof piece === "string")
  );
}

/** Whether a text that begins with an unknown can begin as the other's literal does: no number begins like `s-dev-`. */
function beginsLike(cube: Cube, text: Text, other: Text, fold: boolean): boolean {
  const [first, start] = [text[0], other[0]];
  if (first === undefined || !isMention(first) || first.prefix !== "" || typeof start !== "string") return true;
  const [cut, spelt] = [first.suffix.length, fold ? start.toLowerCase() : start];
  const edge: Test = {
    id: `begins like ${start}`,
    check: (whole) => {
      const value = whole.slice(0, whole.length - cut);
      const own = fold ? value.toLowerCase() : value;
      return spelt.startsWith(own) || own.startsWith(spelt);
    },
    examples: [start, ...[...start].map((_, index) => start.slice(0, index + 1))],
  };
  return constraintOf(cube, first).tests.every((one) =>
    feasible({ not: [], tests: [one, { test: edge, holds: true }] }),
  );
}

/** The unknown that is all of a text. */
function wholeOf(text: Text): Mention | null {
  const [only, more] = text;
  if (only === undefined || more !== undefined || !isMention(only)) return null;
  return only.prefix === "" && only.suffix === "" ? only : null;
}

/** What holds of some spelling of a value. */
function anyCase({ test, holds }: Constraint["tests"][number]): Constraint["tests"][number] {
  const passes = (value: string): boolean => test.check(value) === holds;
  const spellings = (value: string): readonly string[] => [
    value,
    value.toLowerCase(),
    value.toUpperCase(),
    ...test.examples.filter((example) => example.toLowerCase() === value.toLowerCase()),
  ];
  return {
    holds: true,
    test: { id: `${test.id} in some case`, check: (value) => spellings(value).some(passes), examples: test.examples },
  };
}

/** What equals something that is never empty is not empty either. */
function filled(branch: Branch, text: Text, other: Text): readonly Branch[] {
  if (decideEmpty(branch.cube, other).some(({ holds }) => holds)) return [branch];
  return decideEmpty(branch.cube, text)
    .filter(({ holds }) => !holds)
    .map(({ cube }) => ({ cube, holds: true }));
}

/** Whether a text passes a test (a glob, a regular expression). */
export function decideTest(cube: Cube, text: Text, test: Test): readonly Branch[] {
  const settled = settle(text, cube);
  const known = literalOf(settled);
  if (known !== null) return [{ cube, holds: test.check(known) }];
  const open = openParts(settled);
  const [only] = open;
  const parted = partition(cube, settled, test.check);
  if (parted) return parted;
  if (open.length === 1 && only) return decideOn(cube, only, testOfPart(settled, only, test));
  const split = splitFinite(cube, open);
  if (split) return split.flatMap((next) => decideTest(next, settled, test));
  return decideUnknown(cube, `${canonical(settled)} ~ ${test.id}`);
}

/** Whether a text is empty. */
export function decideEmpty(cube: Cube, text: Text): readonly Branch[] {
  const settled = settle(text, cube);
  if (settled.some((part) => typeof part === "string")) return [{ cube, holds: false }];
  if (settled.some((part) => isMention(part) && part.variable.nonEmpty && part.prefix === "" && part.suffix === "")) {
    return [{ cube, holds: false }];
  }
  return decideEqual(cube, settled, []);
}

/** A yes or no that nothing in the repository decides; one name is one answer within a run. */
export function decideUnknown(cube: Cube, name: string, equates?: Equation): readonly Branch[] {
  const variable: Variable = { key: `?${name}`, label: name, kind: "condition", domain: ["true", "false"] };
  const [part] = mention(variable) as readonly [Mention];
  const known = constraintOf(cube, part).within ?? [];
  const about = equates ? { equates } : {};
  return known.map((value) => ({
    cube: learn(cube, part, { within: [value], not: [], tests: [], ...about }),
    holds: value === "true",
  }));
}

/** The cube of runs in which something is so that nobody knows to be: what rests on it is assumed. */
export function assume(cube: Cube, name: string): Cube {
  return decideUnknown(cube, name).find(({ holds }) => holds)?.cube ?? cube;
}

function splitFinite(cube: Cube, parts: readonly (Mention | Derived)[]): readonly Cube[] | null {
  const terms = parts.flatMap((part) => openTerms([part]));
  const finite = terms.find((part) => sizeOf(cube, part) <= SPLIT);
  return finite ? values(cube, finite) : null;
}

/**
 * A question about functions of one value that has a finite domain: the values for which the answer is yes, and the
 * rest. Null for any other text.
 */
function partition(cube: Cube, text: Text, passes: (value: string) => boolean): readonly Branch[] | null {
  const open = openParts(text);
  if (!open.every(isDerived)) return null;
  const terms = new Map(
    openTerms(text)
      .filter(isMention)
      .map((part) => [termKey(part), part]),
  );
  const [base] = terms.values();
  const constraint = base && terms.size === 1 ? constraintOf(cube, base) : null;
  if (!base || !constraint?.within || constraint.within.length > SPLIT) return null;
  const left = constraint.within.filter((value) => admits(constraint, value));
  return [true, false].flatMap((holds): Branch[] => {
    const within = left.filter((value) => passes(literalOf(substitute(text, termKey(base), value)) ?? "") === holds);
    return within.length === 0 ? [] : [{ cube: learn(cube, base, { within, not: [], tests: [] }), holds }];
  });
}

function decideLiteral(cube: Cube, text: Text, wanted: string, fold: boolean): readonly Branch[] {
  const open = openParts(text);
  const [only] = open;
  const parted = partition(cube, text, (value) => same(value, wanted, fold));
  if (parted) return parted;
  if (open.length === 1 && only && text.length === 1) {
    const value = isMention(only) ? only.prefix + wanted + only.suffix : wanted;
    return fold ? decideOn(cube, only, foldedTest(only, wanted)) : decideValue(cube, only, value);
  }
  const split = splitFinite(cube, open);
  if (split) return split.flatMap((next) => decideEqual(next, text, [wanted], fold));
  if (open.length === 1 && only) {
    const check = (value: string): boolean =>
      same(literalOf(substitute(text, termKey(only), value)) ?? "", wanted, fold);
    return decideOn(cube, only, { id: `${canonical(text)} = ${wanted}`, check, examples: [] });
  }
  return decideUnknown(cube, `${canonical(text)} = ${JSON.stringify(fold ? wanted.toLowerCase() : wanted)}`);
}

function foldedTest(part: Mention | Derived, wanted: string): Test {
  const [before, after] = isMention(part) ? [part.prefix, part.suffix] : ["", ""];
  // Another spelling passes where a filter, which looks at case, keeps out the one that is written.
  const variants = [wanted, wanted.toUpperCase(), wanted.toLowerCase()];
  return {
    id: `=${before}${wanted.toLowerCase()}${after}`,
    check: (value) => value.toLowerCase() === (before + wanted + after).toLowerCase(),
    examples: variants.map((word) => before + word + after),
    complete: true,
  };
}

/** Is this unknown exactly `value`? */
function decideValue(cube: Cube, part: Mention | Derived, value: string): readonly Branch[] {
  const constraint = constraintOf(cube, part);
  if (!admits(constraint, value)) return [{ cube, holds: false }];
  const yes: Branch = { cube: fix(cube, part, value), holds: true };
  const rest: Constraint = constraint.within
    ? { ...constraint, within: constraint.within.filter((other) => other !== value) }
    : { ...constraint, not: [...constraint.not, value] };
  if (rest.within?.length === 0) return [yes];
  return [yes, { cube: learn(cube, part, rest), holds: false }];
}

/** Does this unknown pass a test? Splits the values that are left into those that do and those that do not. */
function decideOn(cube: Cube, part: Mention | Derived, test: Test): readonly Branch[] {
  const constraint = constraintOf(cube, part);
  const before = constraint.tests.find((known) => known.test.id === test.id);
  if (before) return [{ cube, holds: before.holds }];
  return [true, false].flatMap((holds): Branch[] => {
    const next = narrowed(constraint, test, holds);
    return next && feasible(next) ? [{ cube: learn(cube, part, next), holds }] : [];
  });
}

function narrowed(constraint: Constraint, test: Test, holds: boolean): Constraint | null {
  if (!constraint.within) return { ...constraint, tests: [...constraint.tests, { test, holds }] };
  const within = constraint.within.filter((value) => admits(constraint, value) && test.check(value) === holds);
  return within.length === 0 ? null : { within, not: [], tests: [] };
}

/** A test of a whole text as a test of the one unknown part in it. */
function testOfPart(text: Text, part: Mention | Derived, test: Test): Test {
  const key = termKey(part);
  const [only] = text;
  if (text.length === 1 && only === part && (!isMention(part) || (part.prefix === "" && part.suffix === "")))
    return test;
  const around = text.map((piece) => (typeof piece === "string" ? piece : "\u0000")).join("");
  const render = (value: string): string => literalOf(substitute(text, key, value)) ?? "";
  return {
    id: `${test.id} of ${around}${isMention(part) ? `-${part.prefix}-${part.suffix}` : ""}`,
    check: (value) => test.check(render(value)),
    examples: test.examples
      .flatMap((example) => [...unwrapped(text, part, example), example])
      .filter((value) => test.check(render(value))),
    ...edgesOfPart(text, part, test),
  };
}

/** What a test says of the edges of the one unknown part in a text. */
function edgesOfPart(text: Text, part: Mention | Derived, { edges }: Test): Pick<Test, "edges"> {
  if (!edges || !isMention(part) || text.filter((piece) => typeof piece !== "string").length !== 1) return {};
  const index = text.indexOf(part as Part);
  const [before, after] = [text.slice(0, index).join(""), text.slice(index + 1).join("")];
  if (!edges.every((edge) => edge.before.startsWith(before) && edge.after.endsWith(after))) return {};
  const inner = edges.map((edge) => ({
    before: part.prefix + edge.before.slice(before.length),
    after: edge.after.slice(0, edge.after.length - after.length) + part.suffix,
  }));
  return { edges: inner };
}

/** The values of the one unknown part that make the text this string. */
function unwrapped(text: Text, part: Mention | Derived, wanted: string): readonly string[] {
  const index = text.indexOf(part as Part);
  const before = text.slice(0, index).join("");
  const after = text.slice(index + 1).join("");
  if (text.filter((piece) => typeof piece !== "string").length !== 1) return [];
  if (!wanted.startsWith(before) || !wanted.endsWith(after) || wanted.length < before.length + after.length) return [];
  const inner = wanted.slice(before.length, wanted.length - after.length);
  return [isMention(part) ? part.prefix + inner + part.suffix : inner];
}

function same(a: string, b: string, fold: boolean): boolean {
  return fold ? a.toLowerCase() === b.toLowerCase() : a === b;
}
