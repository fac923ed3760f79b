import type { Span } from "../../model/span.ts";
import type { ScalarSource, YamlNode } from "../../syntax/yaml/index.ts";

/** A scalar of a workflow: a literal, or a string in which `${{ }}` may stand (read it with `parseTemplate(text)`). */
export interface Field {
  /** The string that GitHub makes of it: `1.10` is `1.1`, `True` is `true`, nothing is the empty string. */
  readonly text: string;
  readonly value: string | number | boolean | null;
  readonly source: ScalarSource;
  readonly span: Span;
}

/** A field under a name of the author's choosing: a variable, an input, an output. */
export interface NamedField extends Field {
  readonly name: string;
  readonly keySpan: Span;
}

/** The names and values of an `env:`, `with:`, `outputs:`; `whole` where one expression gives them all. */
export interface FieldMap {
  readonly entries: readonly NamedField[];
  readonly whole: Field | null;
  readonly span: Span | null;
}

export const NO_FIELDS: FieldMap = { entries: [], whole: null, span: null };

/** A scalar as a field, null for a map or list. */
export function fieldOf(node: YamlNode | null): Field | null {
  if (node?.kind !== "scalar") return null;
  return { text: scalarText(node.value), value: node.value, source: node.source, span: node.span };
}

/** A literal as GitHub writes it where a string is wanted (numbers: at most 15 significant digits). */
export function scalarText(value: string | number | boolean | null): string {
  if (value === null) return "";
  return typeof value === "number" ? numberText(value) : String(value);
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
  return String(Number(value.toPrecision(15)));
}
