import { literal, mention, type Text } from "./text.ts";
import type { Variable } from "./variable.ts";

/**
 * A value of an expression as far as one run fixes it. Strings are texts; objects answer for their properties, so
 * that a payload with hundreds of them costs nothing; what even has no known type is `unknown`.
 */
export type Value = NullValue | BooleanValue | NumberValue | StringValue | ObjectValue | ListValue | UnknownValue;

export interface NullValue {
  readonly kind: "null";
}

export interface BooleanValue {
  readonly kind: "boolean";
  readonly value: boolean;
}

export interface NumberValue {
  readonly kind: "number";
  readonly value: number;
}

export interface StringValue {
  readonly kind: "string";
  readonly text: Text;
}

export interface ObjectValue {
  readonly kind: "object";
  /** The property's value; null where there is none. Whether case counts is the object's affair. */
  readonly get: (name: string) => Value | null;
  /** All properties in order; null where nobody knows them all (`vars`, a payload). */
  readonly entries: readonly (readonly [name: string, value: Value])[] | null;
  /** How a derived value names it (`toJSON(github.event)`). */
  readonly name: string;
}

export interface ListValue {
  readonly kind: "list";
  readonly items: readonly Value[];
  /** Made by `.*`: a property of it is the list of that property of each item. */
  readonly filtered: boolean;
}

/**
 * A value whose type is not known, or which is a function of a text: `fromJSON` of an output, a typed input, a
 * property of a payload. As a string it is `text`.
 */
export interface UnknownValue {
  readonly kind: "unknown";
  readonly text: Text;
  /** Where the value follows from a text: the value for each string. `name` says which function it is. */
  readonly from: { readonly of: Text; readonly name: string; readonly apply: (value: string) => Value } | null;
  /** Null where a property of it is surely missing. */
  readonly get: (name: string) => Value | null;
}

export const NULL: NullValue = { kind: "null" };
export const TRUE: BooleanValue = { kind: "boolean", value: true };
export const FALSE: BooleanValue = { kind: "boolean", value: false };

export function bool(value: boolean): BooleanValue {
  return value ? TRUE : FALSE;
}

export function num(value: number): NumberValue {
  return { kind: "number", value };
}

export function str(text: string): StringValue {
  return { kind: "string", text: literal(text) };
}

export function textValue(text: Text): StringValue {
  return { kind: "string", text };
}

export function list(items: readonly Value[], filtered = false): ListValue {
  return { kind: "list", items, filtered };
}

/** An object with these properties. Names compare without regard to case; of two equal ones the first counts. */
export function object(entries: Iterable<readonly [string, Value]>, name = "Object"): ObjectValue {
  const byName = new Map<string, readonly [string, Value]>();
  for (const entry of entries) if (!byName.has(entry[0].toLowerCase())) byName.set(entry[0].toLowerCase(), entry);
  return {
    kind: "object",
    name,
    entries: [...byName.values()],
    get: (key) => byName.get(key.toLowerCase())?.[1] ?? null,
  };
}

/** As `object`, but names that differ in case are different: the `env` context on Linux. */
export function exactObject(entries: ReadonlyMap<string, Value>, name = "Object"): ObjectValue {
  return { kind: "object", name, entries: [...entries], get: (key) => entries.get(key) ?? null };
}

/** An object of which only the lookup is known. `get` is asked once for each name. */
export function openObject(name: string, get: (name: string) => Value | null): ObjectValue {
  const known = new Map<string, Value | null>();
  const ask = (key: string): Value | null => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = get(key);
    known.set(key, value);
    return value;
  };
  return { kind: "object", name, entries: null, get: ask };
}

/** An object with some properties replaced or added. */
export function withProperties(base: ObjectValue, changes: Iterable<readonly [string, Value]>): ObjectValue {
  const over = object(changes, base.name);
  const names = new Set((over.entries ?? []).map(([name]) => name.toLowerCase()));
  const entries = base.entries && [
    ...base.entries.filter(([name]) => !names.has(name.toLowerCase())),
    ...(over.entries ?? []),
  ];
  return { kind: "object", name: base.name, entries, get: (key) => over.get(key) ?? base.get(key) };
}

/** Something of which only its string is known; it has no properties. */
export function unknownOf(text: Text): UnknownValue {
  return { kind: "unknown", text, from: null, get: () => null };
}

/** Something of which nothing is known: a string, or an object with any properties, each of them again unknown. */
export function openUnknown(variable: Variable): UnknownValue {
  const children = openObject(variable.label, (name) =>
    openUnknown({ ...variable, key: `${variable.key}.${name}`, label: `${variable.label}.${name}` }),
  );
  return { kind: "unknown", text: mention(variable), from: null, get: children.get };
}

/** A boolean that one variable with the values `true` and `false` decides; as a string it is that variable. */
export function booleanOf(variable: Variable): UnknownValue {
  const text = mention(variable);
  return {
    kind: "unknown",
    text,
    from: { of: text, name: "boolean", apply: (value) => bool(value === "true") },
    get: () => null,
  };
}

/** A number that a variable holds as a string. */
export function numberOf(variable: Variable): UnknownValue {
  const text = mention(variable);
  return {
    kind: "unknown",
    text,
    from: { of: text, name: "number", apply: (value) => num(Number(value)) },
    get: () => null,
  };
}

/** A number as GitHub writes it into a string: at most 15 digits after the point. */
export function numberText(value: number): string {
  return value === 0 ? "0" : String(Number(value.toFixed(15)));
}
