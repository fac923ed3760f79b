import { settle, type Cube } from "../../values/cube.ts";
import { decideEqual } from "../../values/decide.ts";
import { enumerate } from "../../values/enumerate.ts";
import { canonical, derive, literalOf, show, type Text } from "../../values/text.ts";
import {
  list,
  NULL,
  openUnknown,
  str,
  type ListValue,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "../../values/value.ts";
import type { Outcome } from "./context.ts";
import { isPrimitive, numberOfValue, stringOf, textOf } from "../../values/compare.ts";
import { basisOf, pin, type Basis } from "./decide.ts";

/** `object[index]` for each way the index comes out; a property that is missing is null. */
export function indexed(given: Value, index: Value, cube: Cube): readonly Outcome[] {
  const [target, key] = [pin(given, cube), pin(index, cube)];
  if (!basisOf(key)) return [{ cube, value: at(target, key) }];
  if (target.kind === "object" && target.entries) return among(target, target.entries, textOf(key), cube);
  const cases = enumerate(cube, basisOf(key)?.of ?? textOf(key), 16);
  if (cases.every(({ text }) => literalOf(text) !== null)) {
    return cases.map((one) => ({ cube: one.cube, value: at(target, pin(key, one.cube)) }));
  }
  if (target.kind === "list" || isBare(target)) return [{ cube, value: elsewhere("", target, key) }];
  return [{ cube, value: elsewhere(target.kind === "object" ? target.name : show(textOf(target)), target, key) }];
}

/** A value that has no properties at all. */
function isBare(value: Value): boolean {
  return value.kind !== "object" && value.kind !== "list" && value.kind !== "unknown";
}

/** What stands under a key that nobody knows: an unknown that depends on the key. */
function elsewhere(name: string, target: Value, key: Value): Value {
  if (isBare(target)) return NULL;
  const of = textOf(key);
  const label = `${name || "list"}[${show(of)}]`;
  return openUnknown({ key: `${name}[${canonical(of)}]`, label, kind: "output", given: [of] });
}

/** Which of the known properties it is, by the key's value. */
function among(
  target: ObjectValue,
  entries: NonNullable<ObjectValue["entries"]>,
  key: Text,
  cube: Cube,
): readonly Outcome[] {
  let open: readonly Cube[] = [cube];
  const found: Outcome[] = [];
  for (const [name] of entries) {
    const branches = open.flatMap((one) =>
      decideEqual(
        one,
        settle(key, one),
        [name].filter((text) => text !== ""),
        true,
      ),
    );
    found.push(
      ...branches
        .filter(({ holds }) => holds)
        .map((branch) => ({ cube: branch.cube, value: target.get(name) ?? NULL })),
    );
    open = branches.filter(({ holds }) => !holds).map((branch) => branch.cube);
  }
  return [...found, ...open.map((one) => ({ cube: one, value: NULL }))];
}

/** A property or element by a key that is known. */
function at(target: Value, key: Value): Value {
  if (target.kind === "unknown" && target.from && target.get("") !== null) return propertyOf(target.from, key);
  if (target.kind === "object" || target.kind === "unknown")
    return isPrimitive(key) ? (target.get(stringOf(key)) ?? NULL) : NULL;
  if (target.kind !== "list") return NULL;
  if (target.filtered)
    return (
      unsure(target, stringOf(key)) ??
      list(
        target.items.flatMap((item) => inside(item, key)),
        true,
      )
    );
  return element(target, key) ?? NULL;
}

function element(target: ListValue, key: Value): Value | null {
  const number = numberOfValue(key);
  return Number.isFinite(number) && number >= 0 ? (target.items[Math.floor(number)] ?? null) : null;
}

/** A filtered list goes on with those items that have the property; of an unknown item nobody knows whether it does. */
function unsure(target: ListValue, step: string): Value | null {
  const open = target.items.filter((item) => item.kind === "unknown" && item.get(step) !== null);
  if (open.length === 0) return null;
  const given = open.map(textOf);
  return openUnknown({
    key: `*.${step} of ${given.map(canonical).join(", ")}`,
    label: `*.${step}`,
    kind: "output",
    given,
  });
}

/** What one item of a filtered list gives to the next step: nothing where it lacks the property. */
function inside(item: Value, key: Value): readonly Value[] {
  if (item.kind === "object") {
    const value = isPrimitive(key) ? item.get(stringOf(key)) : null;
    return value ? [value] : [];
  }
  const value = item.kind === "list" ? element(item, key) : null;
  return value ? [value] : [];
}

/** `value.*`: the elements of a list or the values of an object, as a filtered list. */
export function filtered(given: Value, cube: Cube): Value {
  const value = pin(given, cube);
  if (value.kind === "list")
    return (
      (value.filtered ? unsure(value, "*") : null) ??
      list(value.filtered ? value.items.flatMap(elements) : value.items, true)
    );
  if (value.kind === "object" || value.kind === "unknown") {
    const known = value.kind === "object" ? value.entries : null;
    return known
      ? list(
          known.map(([, item]) => item),
          true,
        )
      : (value.get("*") ?? list([], true));
  }
  return list([], true);
}

function elements(item: Value): readonly Value[] {
  if (item.kind === "list") return item.items;
  return item.kind === "object" && item.entries ? item.entries.map(([, value]) => value) : [];
}

/** A property of a value that follows from a text: again a function of that text. Null as key is the filter `.*`. */
export function propertyOf({ of, name, apply }: Basis, key: Value | null): UnknownValue {
  const inner = `${name}.${nameOfKey(key)}`;
  const step = (text: string): Value => (key === null ? filtered(apply(text), new Map()) : at(apply(text), key));
  return {
    kind: "unknown",
    text: derive(inner, of, (text) => stringOf(step(text))),
    from: { of, name: inner, apply: step },
    get: (next) => propertyOf({ of, name: inner, apply: step }, next === "*" ? null : str(next)),
  };
}

function nameOfKey(key: Value | null): string {
  if (key === null) return "*";
  return key.kind === "string" ? stringOf(key) : `[${key.kind} ${stringOf(key)}]`;
}
