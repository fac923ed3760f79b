import { literalOf, type Text } from "./text.ts";
import { numberText, type Value } from "./value.ts";

/** The coercions and comparisons of known values (docs "Evaluate expressions", operators). */

/** The value as the string that `${{ }}` puts in its place. */
export function textOf(value: Value): Text {
  switch (value.kind) {
    case "null":
      return [];
    case "boolean":
      return [value.value ? "true" : "false"];
    case "number":
      return [numberText(value.value)];
    case "string":
      return value.text;
    case "object":
      return ["Object"];
    case "list":
      return ["Array"];
    case "unknown":
      return value.text;
  }
}

/** As `textOf`, of a value that is known; the empty string where it is not. */
export function stringOf(value: Value): string {
  return literalOf(textOf(value)) ?? "";
}

/** A number, boolean, null or string of which all is known. */
export function isConcrete(value: Value): boolean {
  if (value.kind === "string") return literalOf(value.text) !== null;
  return value.kind === "null" || value.kind === "boolean" || value.kind === "number";
}

export function isPrimitive(value: Value): boolean {
  return value.kind !== "object" && value.kind !== "list";
}

export function numberOfValue(value: Value): number {
  switch (value.kind) {
    case "null":
      return 0;
    case "boolean":
      return value.value ? 1 : 0;
    case "number":
      return value.value;
    case "string":
      return Number(stringOf(value));
    default:
      return Number.NaN;
  }
}

export function isTruthy(value: Value): boolean {
  switch (value.kind) {
    case "null":
      return false;
    case "boolean":
      return value.value;
    case "number":
      return value.value !== 0 && !Number.isNaN(value.value);
    case "string":
      return value.text.length > 0;
    default:
      return true;
  }
}

export type Relation = "==" | "<" | ">";

/** Loose comparison of known values; strings without regard to case, values of different types as numbers. */
export function related(relation: Relation, left: Value, right: Value): boolean {
  if (!isPrimitive(left) || !isPrimitive(right)) return relation === "==" && left === right;
  if (left.kind === "null" && right.kind === "null") return relation === "==";
  if (left.kind === "string" && right.kind === "string")
    return ordered(relation, upper(stringOf(left)), upper(stringOf(right)));
  return ordered(relation, numberOfValue(left), numberOfValue(right));
}

function ordered<T extends string | number>(relation: Relation, left: T, right: T): boolean {
  return relation === "==" ? left === right : relation === "<" ? left < right : left > right;
}

/** Upper case, but the dotless i of Turkish stays apart from i, as in GitHub's ordinal comparison. */
export function upper(text: string): string {
  return text.includes("ı")
    ? text
        .split("ı")
        .map((piece) => piece.toUpperCase())
        .join("ı")
    : text.toUpperCase();
}
