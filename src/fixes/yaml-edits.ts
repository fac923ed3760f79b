import type { Edit } from "../model/report.ts";
import { entryOf, type YamlEntry, type YamlMap, type YamlNode } from "../syntax/yaml/index.ts";
import { isFlow, type WorkflowText } from "./workflow-text.ts";

/** The mappings around an offset, outermost first. */
export function mapsAround(node: YamlNode | null, offset: number): readonly YamlMap[] {
  if (!node || node.kind === "scalar" || offset < node.span.start || offset > node.span.end) return [];
  const inner = node.kind === "map" ? node.entries.map(({ value }) => value) : node.items;
  const found = inner.map((value) => mapsAround(value, offset)).find((maps) => maps.length > 0) ?? [];
  return node.kind === "map" ? [node, ...found] : found;
}

/** An entry leaves its mapping; where it was the only one, the key that holds the mapping leaves too. Null: it cannot. */
export function removeEntry(source: WorkflowText, holder: YamlMap, key: string, name: string): Edit | null {
  const outer = entryOf(holder, key);
  if (outer?.value.kind !== "map" || outer.alias) return null;
  const entry = entryOf(outer.value, name);
  if (!entry) return null;
  return outer.value.entries.length === 1 ? cut(source, holder, outer) : cut(source, outer.value, entry);
}

/** An entry leaves its mapping, with its line or, in braces, its comma. */
export function cut(source: WorkflowText, map: YamlMap, entry: YamlEntry): Edit | null {
  const { path, text } = source.file;
  const index = map.entries.indexOf(entry);
  const [before, after] = [map.entries[index - 1], map.entries[index + 1]];
  if (isFlow(source, map)) {
    if (after) return { file: path, start: entry.keySpan.start, end: after.keySpan.start, text: "" };
    return before
      ? { file: path, start: before.span.end, end: entry.span.end, text: "" }
      : { file: path, start: entry.keySpan.start, end: entry.span.end, text: "" };
  }
  const lineStart = text.lastIndexOf("\n", entry.keySpan.start - 1) + 1;
  const isOwnLine = text.slice(lineStart, entry.keySpan.start).trim() === "";
  // The first key of a list's item shares its line with the dash.
  if (!isOwnLine) return after ? { file: path, start: entry.keySpan.start, end: after.keySpan.start, text: "" } : null;
  const lineEnd = text.indexOf("\n", Math.max(entry.keySpan.end, entry.span.end - 1));
  if (lineEnd >= 0) return { file: path, start: lineStart, end: lineEnd + 1, text: "" };
  const end = lineStart - (text[lineStart - 2] === "\r" ? 2 : 1);
  return { file: path, start: Math.max(0, end), end: text.length, text: "" };
}
