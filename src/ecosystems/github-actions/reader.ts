import type { Problem, Span } from "../../model/span.ts";
import { hasExpression } from "../../syntax/expression/index.ts";
import { entryOf, isNull, nameOfKind, type YamlEntry, type YamlMap, type YamlNode } from "../../syntax/yaml/index.ts";
import { fieldOf, NO_FIELDS, type Field, type FieldMap, type NamedField } from "./field.ts";

/** Collects what is wrong while a document is read. `where` names the place: `jobs.deploy.needs`. */
export interface Reader {
  readonly problems: Problem[];
}

/** Notes that a value is not what the place takes. */
export function refuse(reader: Reader, node: YamlNode, where: string, wanted: string): null {
  reader.problems.push({ span: firstLine(node), message: `\`${where}\` is ${nameOfKind(node)}; it takes ${wanted}` });
  return null;
}

/** A problem is shown at the beginning of a value, not over all of it. */
function firstLine(node: YamlNode): Span {
  const { file, start, end } = node.kind === "map" ? (node.entries[0]?.keySpan ?? node.span) : node.span;
  return { file, start, end };
}

/** The scalar under a key; nothing where the key is absent or empty. */
export function fieldAt(reader: Reader, map: YamlMap, key: string, where: string): Field | null {
  const entry = entryOf(map, key);
  if (!entry || isNull(entry.value)) return null;
  return fieldOf(entry.value) ?? refuse(reader, entry.value, `${where}.${key}`, "one value");
}

/** The map under a key; nothing where the key is absent or empty. */
export function mapUnder(reader: Reader, map: YamlMap, key: string, where: string): YamlMap | null {
  const entry = entryOf(map, key);
  if (!entry || isNull(entry.value)) return null;
  return entry.value.kind === "map" ? entry.value : refuse(reader, entry.value, `${where}.${key}`, "a map");
}

/** One value or a list of values; null where the key is absent. */
export function fieldsAt(reader: Reader, map: YamlMap, key: string, where: string): readonly Field[] | null {
  const entry = entryOf(map, key);
  if (!entry) return null;
  if (isNull(entry.value)) return [];
  return fieldsOf(reader, entry.value, `${where}.${key}`);
}

export function fieldsOf(reader: Reader, node: YamlNode, where: string): readonly Field[] {
  const items = node.kind === "list" ? node.items : [node];
  return items.flatMap((item) => {
    const field = fieldOf(item) ?? refuse(reader, item, where, "a value or a list of values");
    return field ? [field] : [];
  });
}

/** Names and values under a key, or the one expression that gives them. */
export function fieldMapAt(reader: Reader, map: YamlMap, key: string, where: string): FieldMap {
  const entry = entryOf(map, key);
  if (!entry || isNull(entry.value)) return NO_FIELDS;
  return fieldMapOf(reader, entry.value, `${where}.${key}`);
}

export function fieldMapOf(reader: Reader, node: YamlNode, where: string): FieldMap {
  if (node.kind === "map") {
    return {
      entries: node.entries.flatMap((entry) => named(reader, entry, `${where}.${entry.key}`)),
      whole: null,
      span: node.span,
    };
  }
  const field = fieldOf(node);
  if (field && hasExpression(field.text)) return { entries: [], whole: field, span: node.span };
  refuse(reader, node, where, "a map of names and values");
  return NO_FIELDS;
}

function named(reader: Reader, entry: YamlEntry, where: string): readonly NamedField[] {
  const field = fieldOf(entry.value) ?? refuse(reader, entry.value, where, "one value");
  return field ? [{ ...field, name: entry.key, keySpan: entry.keySpan }] : [];
}
