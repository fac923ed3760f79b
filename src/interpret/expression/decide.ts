import { constraintOf, settle, type Cube } from "../../values/cube.ts";
import { decideEmpty, decideEqual, decideTest, decideUnknown, type Branch } from "../../values/decide.ts";
import { enumerate } from "../../values/enumerate.ts";
import { canonical, literalOf, type Text } from "../../values/text.ts";
import type { Test } from "../../values/variable.ts";
import { str, textValue, type Value } from "../../values/value.ts";
import { isConcrete, isTruthy, numberOfValue, related, stringOf, textOf, type Relation } from "../../values/compare.ts";

/** A value that is not known, as a function of the text that decides it. */
export interface Basis {
  readonly of: Text;
  /** Name of the function; empty where the value is the text itself. */
  readonly name: string;
  readonly apply: (value: string) => Value;
}

/** What decides a value; null for a value that is known, and for objects and lists. */
export function basisOf(value: Value): Basis | null {
  if (value.kind === "unknown") return value.from ?? { of: value.text, name: "", apply: str };
  return value.kind === "string" && literalOf(value.text) === null ? { of: value.text, name: "", apply: str } : null;
}

/** The value with everything that the cube has fixed written out. */
export function pin(value: Value, cube: Cube): Value {
  if (value.kind === "string") {
    const text = settle(value.text, cube);
    return text === value.text ? value : textValue(text);
  }
  if (value.kind !== "unknown") return value;
  if (!value.from) {
    const text = settle(value.text, cube);
    return literalOf(text) === null ? value : textValue(text);
  }
  const known = literalOf(settle(value.from.of, cube));
  return known === null ? value : value.from.apply(known);
}

/** Whether a value counts as true: not null, false, 0, NaN or the empty string. */
export function truthy(given: Value, cube: Cube): readonly Branch[] {
  const value = pin(given, cube);
  if (value.kind === "unknown" && value.from) {
    const { name, of } = value.from;
    return decideTest(cube, of, testOf(value.from, `${name} is true`, isTruthy, ["true"]));
  }
  if (value.kind !== "unknown" && value.kind !== "string") return [{ cube, holds: isTruthy(value) }];
  return decideEmpty(cube, value.text).map((branch) => ({ cube: branch.cube, holds: !branch.holds }));
}

/** Whether two values stand in a relation; GitHub's loose comparison (see `related`) where both are known. */
export function decideRelation(relation: Relation, a: Value, b: Value, cube: Cube): readonly Branch[] {
  const [left, right] = [pin(a, cube), pin(b, cube)];
  const [leftBasis, rightBasis] = [basisOf(left), basisOf(right)];
  if (!leftBasis && !rightBasis) return [{ cube, holds: related(relation, left, right) }];
  if (relation === "==" && isText(left) && isText(right)) return decideEqual(cube, textOf(left), textOf(right), true);
  if (leftBasis && rightBasis) return decideBoth(relation, leftBasis, rightBasis, cube);
  const [basis, known, check] = leftBasis
    ? ([leftBasis, right, (value: Value): boolean => related(relation, value, right)] as const)
    : ([rightBasis as Basis, left, (value: Value): boolean => related(relation, left, value)] as const);
  if (!isConcrete(known)) return decideStructured(relation, basis, known, cube);
  if (neverMeet(basis, known, cube)) return [{ cube, holds: false }];
  const side = leftBasis ? relation : `reversed ${relation}`;
  const id = `${basis.name} ${side} ${known.kind} ${JSON.stringify(stringOf(known))}`;
  const before = relation === "==" && known.kind === "string" ? earlier(basis, cube) : null;
  if (before !== null) return [{ cube, holds: related("==", str(before), known) }];
  return decideTest(cube, basis.of, testOf(basis, id, check, examplesFor(relation, stringOf(known), known.kind)));
}

/** The word that a property of something unknown was found to equal; it equals no other then. */
function earlier(basis: Basis, cube: Cube): string | null {
  const [part] = settle(basis.of, cube);
  if (basis.name === "" || basis.of.length !== 1 || part === undefined || typeof part === "string") return null;
  const beginning = `${basis.name} == string `;
  const found = constraintOf(cube, part).tests.find(({ test, holds }) => holds && test.id.startsWith(beginning));
  if (!found) return null;
  const word = JSON.parse(found.test.id.slice(beginning.length)) as string;
  return Number.isNaN(Number(word)) ? word : null;
}

/** Whether one side is no number whatever the other is: values of different types compare as numbers. */
function neverMeet(basis: Basis, known: Value, cube: Cube): boolean {
  if (basis.name === "number" || basis.name === "boolean") return Number.isNaN(numberOfValue(known));
  if (basis.name !== "" || known.kind === "string") return false;
  // Characters that no way of writing a number has.
  return settle(basis.of, cube).some((part) => typeof part === "string" && /[^\d\s+\-.abcdefinotxy]/i.test(part));
}

/** A string, or a value nobody knows the type of that is compared as one. */
function isText(value: Value): boolean {
  return value.kind === "string" || (value.kind === "unknown" && value.from === null);
}

function examplesFor(relation: Relation, known: string, kind: Value["kind"]): readonly string[] {
  const number = kind === "string" ? Number(known) : kind === "number" ? Number(known) : known === "true" ? 1 : 0;
  // A number has more than one spelling; texts that are compared as numbers differ all the same.
  const spellings = kind === "string" ? [] : [`0${number}`, `${number}.0`, `00${number}`];
  if (relation === "==") return [known, String(number), "", ...spellings].filter((value) => !value.includes("NaN"));
  return Number.isNaN(number) ? [] : [String(number + 1), String(number - 1), String(number)];
}

/** An object or list is only ever equal to itself. */
function decideStructured(relation: Relation, basis: Basis, known: Value, cube: Cube): readonly Branch[] {
  if (basis.name === "" || known.kind === "string") return [{ cube, holds: false }];
  return decideUnknown(cube, `${basis.name}(${canonical(basis.of)}) ${relation} ${known.kind}`);
}

function decideBoth(relation: Relation, left: Basis, right: Basis, cube: Cube): readonly Branch[] {
  if (canonical(left.of) === canonical(right.of)) {
    const check = (text: string): boolean => {
      const value = left.apply(text);
      // One value is equal to itself even where it is a list, which no other list is.
      return related(relation, value, left.name === right.name ? value : right.apply(text));
    };
    return decideTest(cube, left.of, { id: `${left.name} ${relation} ${right.name}`, check, examples: [] });
  }
  const cases = enumerate(cube, left.of, 16);
  if (cases.length > 1 || literalOf(cases[0]?.text ?? []) !== null) {
    return cases.flatMap((one) =>
      decideRelation(relation, valueOf(left, one.text), valueOf(right, right.of), one.cube),
    );
  }
  const others = enumerate(cube, right.of, 16);
  if (others.length > 1 || literalOf(others[0]?.text ?? []) !== null) {
    return others.flatMap((one) =>
      decideRelation(relation, valueOf(left, left.of), valueOf(right, one.text), one.cube),
    );
  }
  return decideUnknown(cube, `${named(left)} ${relation} ${named(right)}`);
}

function valueOf(basis: Basis, of: Text): Value {
  const known = literalOf(of);
  if (known !== null) return basis.apply(known);
  return basis.name === "" ? textValue(of) : { kind: "unknown", text: of, from: { ...basis, of }, get: () => null };
}

function named({ name, of }: Basis): string {
  return name === "" ? canonical(of) : `${name}(${canonical(of)})`;
}

/** Asks a yes-or-no question about one value that is not known; `name` is the question's own. */
export function decideAbout(
  value: Value,
  cube: Cube,
  name: string,
  check: (value: Value) => boolean,
  examples: readonly string[],
): readonly Branch[] {
  const basis = basisOf(value);
  if (!basis) return [{ cube, holds: check(value) }];
  const id = basis.name === "" ? name : `${basis.name} ${name}`;
  return decideTest(cube, basis.of, testOf(basis, id, check, examples));
}

/**
 * A question about a value as a test of the text that decides it. Of a function of a text there are no examples: a few
 * that pass would be taken for all that can, and none means that anything is possible.
 */
function testOf(basis: Basis, id: string, check: (value: Value) => boolean, examples: readonly string[]): Test {
  const passes = (text: string): boolean => check(basis.apply(text));
  const total = basis.name === "" || basis.name === "number" || basis.name === "boolean";
  return { id, check: passes, examples: total ? examples.filter(passes) : [] };
}
