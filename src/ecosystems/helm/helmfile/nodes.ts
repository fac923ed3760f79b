import type { YamlNode } from "../../../syntax/yaml/index.ts";
import { isNull } from "../../../syntax/yaml/index.ts";
import type { Word } from "../../../syntax/template/holes.ts";
import { renderText } from "../go-template/evaluate.ts";
import type { Action } from "../go-template/actions.ts";
import type { GoScope, GoValue } from "../go-template/values.ts";

/** A value of a masked file together with the text that stood there before. */
export interface Rendering {
  readonly original: string;
  readonly actions: readonly Action[];
  readonly scope: GoScope;
}

/** The text of a scalar with its templates put in; null where nothing is written. */
export function renderedText(node: YamlNode | null, rendering: Rendering): Word | null {
  if (node?.kind !== "scalar" || isNull(node)) return null;
  const { start, end } = node.span;
  const text = rendering.actions.some((action) => action.start < end && action.end > start)
    ? unquoted(rendering.original.slice(start, end))
    : node.text;
  // Plain files hold templates as well: helmfile renders the fields of releases once more.
  return text.includes("{{") ? renderText(unescaped(text), rendering.scope) : text;
}

function unquoted(text: string): string {
  if (/^".*"$/s.test(text)) return text.slice(1, -1).replaceAll('\\"', '"');
  return /^'.*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text;
}

/** {{`{{ .Release.Name }}`}} writes a template for the second rendering. */
function unescaped(text: string): string {
  return text.replaceAll(/\{\{-?\s*`([^`]*)`\s*-?\}\}/g, "$1");
}

/** A value as templates see it; templates inside are rendered. */
export function goValueOf(node: YamlNode, rendering: Rendering): GoValue {
  if (node.kind === "list") return node.items.map((item) => goValueOf(item, rendering));
  if (node.kind === "map") return new Map(node.entries.map(({ key, value }) => [key, goValueOf(value, rendering)]));
  if (typeof node.value === "string" || overlapsAction(node, rendering)) return renderedText(node, rendering) ?? "";
  return node.value;
}

function overlapsAction(node: YamlNode, { actions }: Rendering): boolean {
  return actions.some((action) => action.start < node.span.end && action.end > node.span.start);
}

/** The later map over the earlier one, key by key. */
export function mergeValues(below: GoValue, above: GoValue): GoValue {
  if (!(below instanceof Map) || !(above instanceof Map)) return above;
  const merged = new Map(below as ReadonlyMap<string, GoValue>);
  for (const [key, value] of above as ReadonlyMap<string, GoValue>) {
    const known = merged.get(key);
    merged.set(key, known === undefined ? value : mergeValues(known, value));
  }
  return merged;
}
