import { settle, type Cube } from "../../values/cube.ts";
import { decideEmpty, decideEqual, decideTest, decideUnknown, enumerate, type Branch } from "../../values/decide.ts";
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
    const { name, of, apply } = value.from;
    return decideTest(
      cube,
      of,
      tried(`${name} is true`, (text) => isTruthy(apply(text)), ["true", "{}"]),
    );
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
  return decideTest(
    cube,
    basis.of,
    tried(id, (text) => check(basis.apply(text)), examplesFor(relation, stringOf(known), known.kind)),
  );
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
  if (relation === "==") return [known, String(number), ""].filter((value) => value !== "NaN");
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
  return decideTest(
    cube,
    basis.of,
    tried(id, (text) => check(basis.apply(text)), examples),
  );
}

/** A test with those of the examples that pass: with none left it counts as possible, with wrong ones it would not. */
function tried(id: string, check: (text: string) => boolean, examples: readonly string[]): Test {
  return { id, check, examples: examples.filter(check) };
}
