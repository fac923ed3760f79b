import { literal, literalOf, mention, type Text } from "../../values/text.ts";

/**
 * What an expression comes to. Numbers and booleans are their text: nothing here calculates with them. `unknown` says
 * which expression nobody can work out from files.
 */
export type HclValue =
  | { readonly kind: "text"; readonly text: Text }
  | { readonly kind: "list"; readonly items: readonly HclValue[] }
  | { readonly kind: "object"; readonly entries: ReadonlyMap<string, HclValue> }
  | { readonly kind: "null" }
  | { readonly kind: "unknown"; readonly name: string; readonly given: readonly Text[] };

/** HCL's `null`. */
export const NULL: HclValue = { kind: "null" };

/** A text, unknown parts included, as a value. */
export function textValue(text: Text): HclValue {
  return { kind: "text", text };
}

/** A known string as a value. */
export function stringValue(text: string): HclValue {
  return textValue(literal(text));
}

/** A value that files do not give; `name` is its identity, `given` what it depends on. */
export function unknownValue(name: string, given: readonly Text[] = []): HclValue {
  return { kind: "unknown", name, given };
}

/**
 * A value as one text. An unknown one is a constant that is named by its expression (the module's arguments are the
 * same in every run unless the command line says otherwise), or depends on what it was given. Null for lists and
 * objects, which have no text.
 */
export function asText(value: HclValue): Text | null {
  if (value.kind === "text") return value.text;
  if (value.kind !== "unknown") return null;
  const { name, given } = value;
  if (given.length === 0) return mention({ key: `hcl:${name}`, label: name, kind: "constant" });
  return mention({ key: `hcl:${name}`, label: name, kind: "output", given });
}

/** The string of a value that is known to be one; else null. */
export function knownString(value: HclValue | undefined): string | null {
  return value?.kind === "text" ? literalOf(value.text) : null;
}

/** A literal from JSON or YAML as a value. */
export function fromPlain(plain: unknown): HclValue {
  if (plain === null || plain === undefined) return NULL;
  if (Array.isArray(plain)) return { kind: "list", items: plain.map(fromPlain) };
  if (typeof plain === "object") {
    const entries = Object.entries(plain).map(([key, value]): [string, HclValue] => [key, fromPlain(value)]);
    return { kind: "object", entries: new Map(entries) };
  }
  return stringValue(String(plain as string | number | boolean));
}
