import type { Statement } from "../../syntax/shell/ast.ts";
import { admits, constraintOf, learn, substitute, type Cube } from "../../values/cube.ts";
import {
  canonical,
  concat,
  derive,
  isDerived,
  isMention,
  literal,
  literalOf,
  mention,
  termKey,
  type Derived,
  type Mention,
  type Text,
} from "../../values/text.ts";
import { union } from "../../values/worlds.ts";
import { differingVariables, sameBesideVariables } from "./alike.ts";
import { entriesOf, get, set } from "./table.ts";
import { environmentOf } from "./variables.ts";
import { withCube, type ShellVariable, type World } from "./world.ts";

/**
 * Worlds that differ only in what a value chosen from a list made of some variables become one, in which these
 * variables are functions of that value: exact, and twelve `case`s in a row lead to one world, not to three to the
 * power of twelve. Where a command uses such a variable, its values are told apart again.
 */
export function folded(worlds: readonly World[]): readonly World[] {
  return chosenIn(worlds).reduce((left, chosen) => foldAlong(chosen, left), worlds);
}

/** The chosen values of which two worlds say something else. */
function chosenIn(worlds: readonly World[]): readonly Mention[] {
  const [first, ...others] = worlds.map(({ machine }) => machine.cube) as [Cube, ...Cube[]];
  return [...first].flatMap(([key, { about, within, unsure }]) => {
    if (!within || unsure || !about || !isMention(about) || about.variable.kind !== "chosen") return [];
    return others.some((cube) => cube.get(key) !== first.get(key)) ? [about] : [];
  });
}

function foldAlong(chosen: Mention, worlds: readonly World[]): readonly World[] {
  const key = termKey(chosen);
  const groups = new Map<string, World[][]>();
  for (const world of worlds) {
    const name = nameBeside(key, world.machine.cube);
    const drawer = groups.get(name) ?? [];
    groups.set(name, drawer);
    const group = drawer.find(([one]) => one !== undefined && sameBesideVariables(one, world));
    if (group) group.push(world);
    else drawer.push([world]);
  }
  return [...groups.values()].flat().flatMap((group) => foldGroup(chosen, group));
}

/** A name for everything that the cube says of other values. */
function nameBeside(key: string, cube: Cube): string {
  const others = [...cube].filter(([name]) => name !== key);
  const parts = others.map(([name, { within, not, tests }]) => {
    const asked = tests.map(({ test, holds }) => `${holds}${test.id}`).join("\t");
    return [name, within?.join("\t") ?? "", not.join("\t"), asked].join("\u0000");
  });
  return parts.sort().join("\n");
}

function foldGroup(chosen: Mention, group: readonly World[]): readonly World[] {
  const [first, ...others] = group as [World, ...World[]];
  const parts = group.map(({ machine }) => constraintOf(machine.cube, chosen).within ?? []);
  const all = parts.flat();
  // A part without a list may be anything; two with one value in common are told apart by something else.
  if (others.length === 0 || parts.some(({ length }) => length === 0) || new Set(all).size < all.length) return group;
  let cube: Cube | null = first.machine.cube;
  for (const { machine } of others) cube = cube && union(cube, machine.cube);
  if (!cube) return group;
  let { vars } = first;
  for (const name of new Set(others.flatMap((other) => differingVariables(first, other)))) {
    const variable = foldVariable(name, chosen, group, parts);
    if (!variable) return group;
    vars = set(vars, name, variable);
  }
  return [{ ...first, machine: { ...first.machine, cube }, vars }];
}

/** The variable as a function of the chosen value; null where it is none. */
function foldVariable(
  name: string,
  chosen: Mention,
  group: readonly World[],
  parts: readonly (readonly string[])[],
): ShellVariable | null {
  const first = get((group[0] as World).vars, name);
  const known = new Map<string, string>();
  for (const [index, world] of group.entries()) {
    const variable = get(world.vars, name);
    if (variable?.value.kind !== "text" || !first || !isDeclaredAlike(variable, first)) return null;
    for (const value of parts[index] ?? []) {
      const text = literalOf(substitute(variable.value.text, termKey(chosen), value));
      if (text === null) return null;
      known.set(value, text);
    }
  }
  return { ...(first as ShellVariable), value: { kind: "text", text: functionOf(chosen, name, known) } };
}

function isDeclaredAlike(a: ShellVariable, b: ShellVariable): boolean {
  return a.exported === b.exported && a.fixed === b.fixed && a.fold === b.fold;
}

const FOLDED = "chosen: ";

function functionOf(chosen: Mention, variable: string, known: ReadonlyMap<string, string>): Text {
  const cases = new Map<string, string[]>();
  for (const [value, text] of known) cases.set(text, [...(cases.get(text) ?? []), value]);
  const [only] = cases.keys();
  if (cases.size === 1 && only !== undefined) return only === "" ? [] : [only];
  const told = [...cases].map(([text, those]) => `${JSON.stringify(text)} for ${those.map(spelt).join(" ")}`).sort();
  return derive(
    `${FOLDED}${variable} (${told.join(", ")})`,
    mention(chosen.variable),
    (value) => known.get(value) ?? "",
  );
}

/** Lists of values that are written in one way are the same. */
function spelt(value: string): string {
  return /^[\w./-]+$/u.test(value) ? value : JSON.stringify(value);
}

function isFolded(part: Text[number]): part is Derived {
  return typeof part !== "string" && isDerived(part) && part.name.startsWith(FOLDED);
}

/** A statement in so many ways at most; functions that would take more stay functions. */
const MOST_WAYS = 32;

/**
 * The worlds in which a statement is executed: one for each text that the folded variables in its words, or which the
 * commands in it inherit, can have.
 */
export function unfolded(statement: Statement, world: World): readonly World[] {
  if (!READING.has(statement.kind)) return [world];
  const words = wordsIn(statement).map((names) => [...names].flatMap((name) => foldedIn(get(world.vars, name))));
  const inherited = statement.kind === "simple" && statement.words.length > 0 ? foldedExports(world) : [];
  let ways: readonly World[] = [world];
  for (const parts of [...words, inherited]) if (parts.length > 0) ways = unfoldTogether(parts, ways);
  return ways;
}

/** All of a word or none of it: half of it would multiply worlds and still not be known. */
function unfoldTogether(parts: readonly Derived[], ways: readonly World[]): readonly World[] {
  const byBase = new Map<string, Derived[]>();
  for (const part of parts) {
    const key = canonical(part.of);
    byBase.set(key, [...(byBase.get(key) ?? []), part]);
  }
  const functions = [...byBase.values()];
  const count = (world: World): number =>
    functions.reduce((product, same) => product * partsBy(same, world.machine.cube).length, 1);
  if (ways.reduce((sum, way) => sum + count(way), 0) > MOST_WAYS) return ways;
  return functions.reduce<readonly World[]>((all, same) => all.flatMap((way) => unfoldParts(same, way)), ways);
}

/** Statements that read variables themselves; of all others their parts do. */
const READING: ReadonlySet<Statement["kind"]> = new Set(["simple", "condition", "arithmetic", "case", "for"]);

function foldedIn(variable: ShellVariable | undefined): readonly Derived[] {
  return variable?.value.kind === "text" ? variable.value.text.filter(isFolded) : [];
}

function foldedExports(world: World): readonly Derived[] {
  const { own } = environmentOf(world);
  const known = EXPORTED.get(own) ?? [...own.values()].flatMap((text) => text.filter(isFolded));
  EXPORTED.set(own, known);
  return known;
}

const EXPORTED = new WeakMap<ReadonlyMap<string, Text>, readonly Derived[]>();

/** The chosen value behind functions that have the same one. */
function baseOf([part]: readonly Derived[]): Mention | null {
  const [base] = part?.of ?? [];
  return base !== undefined && typeof base !== "string" && isMention(base) ? base : null;
}

/** The chosen value's possibilities, those together for which all of these functions say the same. */
function partsBy(functions: readonly Derived[], cube: Cube): readonly (readonly string[])[] {
  const base = baseOf(functions);
  const constraint = base && constraintOf(cube, base);
  const within = constraint?.within?.filter((value) => admits(constraint, value)) ?? [];
  const byTexts = new Map<string, string[]>();
  for (const value of within) {
    const texts = JSON.stringify(functions.map(({ apply }) => apply(value)));
    byTexts.set(texts, [...(byTexts.get(texts) ?? []), value]);
  }
  return [...byTexts.values()];
}

/** The world once for each text that these functions of one value can give. */
function unfoldParts(functions: readonly Derived[], world: World): readonly World[] {
  const base = baseOf(functions);
  const { cube } = world.machine;
  const parts = partsBy(functions, cube);
  if (!base || parts.length === 0) return [world];
  return parts.map((within) => {
    const here = parts.length === 1 ? cube : learn(cube, base, { within, not: [], tests: [] });
    return settled(base, within, withCube(world, here));
  });
}

/** The world with the functions of a chosen value that have one text for all these values written out. */
function settled(base: Mention, within: readonly string[], world: World): World {
  let { vars } = world;
  for (const [name, variable] of entriesOf(vars)) {
    if (foldedIn(variable).length === 0 || variable.value.kind !== "text") continue;
    const text = concat(...variable.value.text.map((part) => settledPart(part, termKey(base), within)));
    vars = set(vars, name, { ...variable, value: { kind: "text", text } });
  }
  return { ...world, vars };
}

function settledPart(part: Text[number], key: string, within: readonly string[]): Text {
  const [base] = typeof part === "string" || !isFolded(part) ? [] : part.of;
  if (!isFolded(part) || base === undefined || typeof base === "string" || termKey(base) !== key) return [part];
  const texts = new Set(within.map(part.apply));
  const [only] = texts;
  return texts.size === 1 && only !== undefined ? literal(only) : [part];
}

/** The names of the variables in each word that a statement reads by itself; of `case` and `for` before their bodies. */
function wordsIn(statement: Statement): readonly ReadonlySet<string>[] {
  const known = WORDS.get(statement);
  if (known) return known;
  const words: Set<string>[] = [];
  collectWords(readBy(statement), words);
  const found = words.filter(({ size }) => size > 0);
  WORDS.set(statement, found);
  return found;
}

const WORDS = new WeakMap<Statement, readonly ReadonlySet<string>[]>();

function readBy(statement: Statement): unknown {
  switch (statement.kind) {
    case "case":
      return [statement.subject, ...statement.arms.map(({ patterns }) => patterns)];
    case "for":
      return statement.words;
    default:
      return statement;
  }
}

/** Words, and what in an arithmetic expression is none. */
function collectWords(node: unknown, words: Set<string>[]): void {
  if (typeof node !== "object" || node === null) return;
  if ("parts" in node || ("name" in node && !("value" in node))) {
    const names = new Set<string>();
    collectNames(node, names);
    words.push(names);
  } else for (const inner of Object.values(node)) collectWords(inner, words);
}

/** Parameters and the variables of arithmetic, at any depth. */
function collectNames(node: unknown, names: Set<string>): void {
  if (typeof node !== "object" || node === null) return;
  if ("name" in node && typeof node.name === "string") names.add(node.name);
  for (const inner of Object.values(node)) collectNames(inner, names);
}
