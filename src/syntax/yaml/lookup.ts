import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from "./node.ts";

/** The entry of a map under a key, null where there is none or `node` is no map. */
export function entryOf(node: YamlNode | null, key: string): YamlEntry | null {
  if (node?.kind !== "map") return null;
  return node.entries.find((entry) => entry.key === key) ?? null;
}

/** The value under a path of keys, null where a step of it is missing. */
export function valueAt(node: YamlNode | null, ...path: readonly string[]): YamlNode | null {
  return path.reduce<YamlNode | null>((current, key) => entryOf(current, key)?.value ?? null, node);
}

export function scalarAt(node: YamlNode | null, ...path: readonly string[]): YamlScalar | null {
  const found = valueAt(node, ...path);
  return found?.kind === "scalar" ? found : null;
}

/** The text of the scalar under a path; null where there is none, or it is null. */
export function stringAt(node: YamlNode | null, ...path: readonly string[]): string | null {
  const found = scalarAt(node, ...path);
  return found === null || found.value === null ? null : found.text;
}

export function mapAt(node: YamlNode | null, ...path: readonly string[]): YamlMap | null {
  const found = valueAt(node, ...path);
  return found?.kind === "map" ? found : null;
}

/** The items of the list under a path; a single value counts as a list of one, nothing as an empty list. */
export function itemsAt(node: YamlNode | null, ...path: readonly string[]): readonly YamlNode[] {
  const found = valueAt(node, ...path);
  if (found === null || isNull(found)) return [];
  return found.kind === "list" ? found.items : [found];
}

/** A null written out, or a key with nothing behind it. */
export function isNull(node: YamlNode): boolean {
  return node.kind === "scalar" && node.value === null;
}

/** What a message calls a node: `a list`, `a map`, `a number`. */
export function nameOfKind(node: YamlNode): string {
  if (node.kind !== "scalar") return node.kind === "map" ? "a map" : "a list";
  if (node.value === null) return "empty";
  return `a ${typeof node.value}`;
}
