import { concat, derive, isDerived, literalOf, type Part, type Text } from "../../values/text.ts";
import { bool, list, NULL, num, object, str, textValue, type Value } from "../../values/value.ts";
import { stringOf } from "../../values/compare.ts";
import { JSON_STRING } from "./json-out.ts";
import { propertyOf } from "./property.ts";

const MAX_DEPTH = 100;
/** Private-use characters that stand for unknown parts while a JSON text is parsed. */
const FIRST_HOLE = 0xe000;
const MOST_HOLES = 1000;

/** The value, or why there is none. */
export type JsonResult =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/**
 * `fromJSON(text)`. Unknown parts that stand inside strings of the JSON become parts of those strings (taking it that
 * they hold no quotes); otherwise the value is a function of the text that nobody knows.
 */
export function fromJson(text: Text): JsonResult {
  const known = literalOf(text);
  if (known !== null) return parseKnown(known);
  const holes = text.filter((part) => typeof part !== "string");
  if (holes.length < MOST_HOLES && text.some((part) => typeof part === "string")) {
    let index = 0;
    const filled = text
      .map((part) => (typeof part === "string" ? part : String.fromCharCode(FIRST_HOLE + index++)))
      .join("");
    const value = parseHoles(filled, holes);
    if (value) return { ok: true, value };
  }
  return { ok: true, value: unknownJson(text) };
}

function parseKnown(text: string): JsonResult {
  if (text.trim() === "") return { ok: false, message: "fromJSON of an empty string" };
  try {
    return { ok: true, value: valueOf(JSON.parse(text) as unknown, str, 0) };
  } catch {
    return { ok: false, message: `fromJSON of a string that is not JSON: ${text.slice(0, 60)}` };
  }
}

function parseHoles(text: string, holes: readonly Part[]): Value | null {
  try {
    return valueOf(JSON.parse(text) as unknown, (leaf) => textValue(fill(leaf, holes)), 0);
  } catch {
    return null;
  }
}

function valueOf(data: unknown, leaf: (text: string) => Value, depth: number): Value {
  if (depth > MAX_DEPTH) throw new Error("too deep");
  if (data === null) return NULL;
  if (typeof data === "boolean") return bool(data);
  if (typeof data === "number") return num(data);
  if (typeof data === "string") return leaf(data);
  if (Array.isArray(data)) return list(data.map((item: unknown) => valueOf(item, leaf, depth + 1)));
  return object(
    Object.entries(data as Record<string, unknown>).map(([key, value]) => [
      fixed(key),
      valueOf(value, leaf, depth + 1),
    ]),
  );
}

/** A key with a hole cannot be looked up, so the whole text counts as unknown. */
function fixed(key: string): string {
  if ([...key].some((char) => holeOf(char) !== null)) throw new Error("a key that is not known");
  return key;
}

function holeOf(char: string): number | null {
  const index = char.charCodeAt(0) - FIRST_HOLE;
  return index >= 0 && index < MOST_HOLES ? index : null;
}

function fill(leaf: string, holes: readonly Part[]): Text {
  return concat(
    ...leaf.split(/([\ue000-\ue3e7])/).map((piece): Text => {
      const part = piece.length === 1 ? holes[holeOf(piece) ?? -1] : undefined;
      if (part === undefined) return [piece];
      return typeof part !== "string" && isDerived(part) && part.name === JSON_STRING ? part.of : [part];
    }),
  );
}

function unknownJson(of: Text): Value {
  const name = "fromJSON";
  const apply = (text: string): Value => {
    const parsed = parseKnown(text);
    return parsed.ok ? parsed.value : NULL;
  };
  return {
    kind: "unknown",
    text: derive(name, of, (text) => stringOf(apply(text))),
    from: { of, name, apply },
    get: (key) => propertyOf({ of, name, apply }, key === "*" ? null : str(key)),
  };
}
