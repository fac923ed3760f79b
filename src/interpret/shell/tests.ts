import { decideEmpty, decideEqual, decideUnknown } from "../../values/decide.ts";
import { canonical, literalOf, show, type Text } from "../../values/text.ts";
import { compareNumbers } from "./arithmetic.ts";
import type { Frame } from "./frame.ts";
import { kindOf, repositoryPath, resolvePath } from "./paths.ts";
import { readPath } from "./streams.ts";
import { declared } from "./variables.ts";
import { branches, mapValue, one, bind, type Outcome, type World } from "./world.ts";
import { table } from "../../values/table.ts";

const NUMERIC: Readonly<Record<string, string>> = table({
  "-eq": "==",
  "-ne": "!=",
  "-lt": "<",
  "-le": "<=",
  "-gt": ">",
  "-ge": ">=",
});
const ANY_KIND = new Set(["-e", "-a"]);
const FILE_TESTS = new Set([
  "-e",
  "-a",
  "-f",
  "-d",
  "-r",
  "-w",
  "-x",
  "-s",
  "-L",
  "-h",
  "-b",
  "-c",
  "-p",
  "-S",
  "-g",
  "-u",
  "-k",
  "-O",
  "-G",
  "-N",
]);

/** `-z text`, `-f path`, … https://www.gnu.org/software/bash/manual/bash.html#Bash-Conditional-Expressions */
export function unaryTest(operator: string, operand: Text, world: World, frame: Frame): Outcome<boolean> {
  if (operator === "-z") return branches(world, decideEmpty(world.machine.cube, operand));
  if (operator === "-n") return mapValue(branches(world, decideEmpty(world.machine.cube, operand)), (empty) => !empty);
  if (operator === "-v") return isSet(operand, world);
  if (operator === "-t") return one(world, false);
  if (operator === "-o") return branches(world, decideUnknown(world.machine.cube, `option ${show(operand)}`));
  if (FILE_TESTS.has(operator)) return fileTest(operator, operand, world, frame);
  return branches(world, decideUnknown(world.machine.cube, `${operator} ${canonical(operand)}`));
}

function isSet(operand: Text, world: World): Outcome<boolean> {
  const known = literalOf(operand);
  if (known === null) return branches(world, decideUnknown(world.machine.cube, `-v ${canonical(operand)}`));
  const element = /^(\w+)\[(.+)\]$/.exec(known);
  const value = declared(world, element?.[1] ?? known)?.value;
  if (!value || value.kind === "none") return one(world, false);
  if (!element) return one(world, value.kind !== "list" || value.items.has(0));
  const at = element[2] ?? "";
  return one(
    world,
    value.kind === "map" ? value.items.has(at) : value.kind === "list" ? value.items.has(Number(at)) : at === "0",
  );
}

function fileTest(operator: string, operand: Text, world: World, frame: Frame): Outcome<boolean> {
  if (operand.length === 0) return one(world, false);
  const path = resolvePath(world.cwd, operand);
  const kind = kindOf(world.machine, frame.host.tree, path);
  const unknown = (): Outcome<boolean> =>
    branches(world, decideUnknown(world.machine.cube, `${operator} ${canonical(path)}${frame.turn}`));
  if (kind === null) return unknown();
  if (kind === "absent") return one(world, false);
  if (ANY_KIND.has(operator) || operator === "-r" || operator === "-w" || operator === "-O" || operator === "-G")
    return one(world, true);
  if (operator === "-f") return one(world, kind === "file");
  if (operator === "-d") return one(world, kind === "folder");
  if (operator === "-s") return kind === "folder" ? one(world, true) : (hasContent(path, world, frame) ?? unknown());
  if (operator === "-x") return kind === "folder" ? one(world, true) : (isExecutable(path, world, frame) ?? unknown());
  return operator === "-L" || operator === "-h" ? unknown() : one(world, false);
}

function hasContent(path: Text, world: World, frame: Frame): Outcome<boolean> | null {
  const text = readPath(world, frame, path);
  return text === null ? null : mapValue(branches(world, decideEmpty(world.machine.cube, text)), (empty) => !empty);
}

function isExecutable(path: Text, world: World, frame: Frame): Outcome<boolean> | null {
  const known = literalOf(path);
  const inside = known === null ? null : repositoryPath(known);
  return inside !== null && frame.host.tree.has(inside) ? one(world, frame.host.tree.executable(inside)) : null;
}

/** `a = b`, `a -lt b`, `a -nt b`. `inBrackets`: within `[[ ]]`, where numbers may be expressions. */
export function binaryTest(
  left: Text,
  operator: string,
  right: Text,
  world: World,
  inBrackets = false,
): Outcome<boolean> {
  const { cube } = world.machine;
  const number = NUMERIC[operator];
  if (number !== undefined) return numbersTest(left, number, right, world, inBrackets);
  switch (operator) {
    case "=":
    case "==":
      return branches(world, decideEqual(cube, left, right));
    case "!=":
      return mapValue(branches(world, decideEqual(cube, left, right)), (same) => !same);
    case "<":
    case ">":
      return ordered(left, operator, right, world);
    default: {
      const paths = [left, right].map((text) => canonical(resolvePath(world.cwd, text)));
      return branches(world, decideUnknown(cube, paths.join(` ${operator} `)));
    }
  }
}

function numbersTest(left: Text, operator: string, right: Text, world: World, inBrackets: boolean): Outcome<boolean> {
  const operands = [left, right].map((text) => numberOperand(text, world, inBrackets));
  const [a, b] = operands;
  // `[ x -eq 1 ]` is an error, and so not true.
  if (!a || !b) return one({ ...world, status: 2 }, false);
  return compareNumbers(world, a, operator, b);
}

function numberOperand(text: Text, world: World, inBrackets: boolean): Text | null {
  const known = literalOf(text);
  if (known === null) return text;
  if (/^\s*[-+]?\d+\s*$/.test(known)) return [String(BigInt(known.trim().replace(/^\+/, "")))];
  if (!inBrackets) return null;
  if (known.trim() === "") return ["0"];
  const value = declared(world, known.trim())?.value;
  return value?.kind === "text"
    ? numberOperand(value.text, { ...world, vars: { base: new Map(), recent: new Map() } }, true)
    : ["0"];
}

function ordered(left: Text, operator: string, right: Text, world: World): Outcome<boolean> {
  const [a, b] = [literalOf(left), literalOf(right)];
  if (a !== null && b !== null) return one(world, operator === "<" ? a < b : a > b);
  return branches(world, decideUnknown(world.machine.cube, `${canonical(left)} ${operator} ${canonical(right)}`));
}

/**
 * `test …` and `[ … ]` on expanded words; null: not an expression.
 * https://pubs.opengroup.org/onlinepubs/9699919799/utilities/test.html
 */
export function evaluateWords(words: readonly Text[], world: World, frame: Frame): Outcome<boolean> | null {
  if (words.length === 0) return one(world, false);
  const parsed = parseOr({ words, at: 0 }, frame);
  return parsed ? parsed(world) : null;
}

type Question = (world: World) => Outcome<boolean>;

interface Words {
  readonly words: readonly Text[];
  at: number;
}

function parseOr(source: Words, frame: Frame, depth = 0): Question | null {
  if (depth > 20) return null;
  const terms = parseChain(
    source,
    "-o",
    () => parseChain(source, "-a", () => parseTerm(source, frame, depth), false),
    true,
  );
  return terms && (depth > 0 || source.at >= source.words.length) ? terms : null;
}

function parseChain(source: Words, word: string, next: () => Question | null, stops: boolean): Question | null {
  let left = next();
  while (left && literalOf(source.words[source.at] ?? []) === word && source.at < source.words.length) {
    source.at += 1;
    const right = next();
    const before = left;
    left =
      right && ((world) => bind(before(world), (value, each) => (value === stops ? one(each, value) : right(each))));
  }
  return left;
}

function parseTerm(source: Words, frame: Frame, depth: number): Question | null {
  const { words } = source;
  const left = words.length - source.at;
  const word = (ahead: number): string | null =>
    source.at + ahead < words.length ? literalOf(words[source.at + ahead] ?? []) : null;
  const text = (ahead: number): Text => words[source.at + ahead] ?? [];
  if (left <= 0) return null;
  if (left >= 3 && isBinary(word(1))) {
    const [a, operator, b] = [text(0), word(1) ?? "", text(2)];
    source.at += 3;
    return (world) => binaryTest(a, operator, b, world);
  }
  if (word(0) === "!" && left > 1) {
    source.at += 1;
    const inner = parseTerm(source, frame, depth + 1);
    return inner && ((world) => mapValue(inner(world), (value) => !value));
  }
  if (word(0) === "(" && left > 1) {
    source.at += 1;
    const inner = parseOr(source, frame, depth + 1);
    if (!inner || word(0) !== ")") return null;
    source.at += 1;
    return inner;
  }
  if (left >= 2 && /^-[a-zA-Z]$/.test(word(0) ?? "") && !isJoin(word(1))) {
    const [operator, operand] = [word(0) ?? "", text(1)];
    source.at += 2;
    return (world) => unaryTest(operator, operand, world, frame);
  }
  const operand = text(0);
  source.at += 1;
  return (world) => mapValue(branches(world, decideEmpty(world.machine.cube, operand)), (empty) => !empty);
}

function isJoin(word: string | null): boolean {
  return word === "-a" || word === "-o";
}

function isBinary(word: string | null): boolean {
  return word !== null && (word in NUMERIC || ["=", "==", "!=", "<", ">", "-nt", "-ot", "-ef"].includes(word));
}
