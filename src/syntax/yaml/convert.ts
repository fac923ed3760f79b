import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type Pair,
  type Range,
  type Scalar,
  type YAMLMap,
} from "yaml";
import type { Problem, SourceFile, Span } from "../../model/span.ts";
import { applyMerges, isMergeKey } from "./merge.ts";
import type { ScalarStyle, YamlDocument, YamlEntry, YamlMap, YamlNode, YamlScalar } from "./node.ts";
import { scalarSource } from "./scalar-source.ts";
import { table } from "../../values/table.ts";

/** Nodes that aliases may add to a document, counted as if each were written out. */
const MAX_UNFOLDED = 100_000;

const MAX_PROBLEMS = 20;
const NOWHERE = { start: 0, end: 0 };

interface Conversion {
  readonly file: SourceFile;
  readonly anchors: Map<string, YamlNode>;
  /** How many nodes a tree has when its aliases are written out. */
  readonly sizes: Map<YamlNode, number>;
  readonly problems: Problem[];
  readonly mergeKeys: "refuse" | "apply";
  readonly doubledKeys: "refuse" | "last";
  unfolded: number;
}

/** The library's document as a plain tree. */
export function convertDocument(
  file: SourceFile,
  document: Document,
  mergeKeys: Conversion["mergeKeys"],
  doubledKeys: Conversion["doubledKeys"],
): { readonly document: YamlDocument; readonly problems: readonly Problem[] } {
  const conversion: Conversion = {
    file,
    anchors: new Map(),
    sizes: new Map(),
    problems: [],
    mergeKeys,
    doubledKeys,
    unfolded: 0,
  };
  const contents = document.contents as Node | null;
  const [start = 0, , end = file.text.length] = document.range ?? [];
  const empty = contents === null || (isScalar(contents) && contents.value === null && contents.source === "");
  const root = empty ? null : nodeOf(conversion, contents);
  return { document: { root, span: { file: file.path, start, end } }, problems: conversion.problems };
}

/** More problems than anybody reads are not kept. */
function tell({ problems }: Conversion, problem: Problem): void {
  if (problems.length < MAX_PROBLEMS) problems.push(problem);
}

function nodeOf(conversion: Conversion, node: Node): YamlNode {
  if (isAlias(node)) return aliasOf(conversion, node.source, spanOf(conversion, node.range));
  const converted = isMap(node)
    ? mapOf(conversion, node)
    : isSeq(node)
      ? listOf(conversion, node.items as Node[], node.range)
      : scalarOf(conversion, node as Scalar);
  const anchor = (node as { anchor?: string }).anchor;
  if (anchor) conversion.anchors.set(anchor, converted);
  return converted;
}

function aliasOf(conversion: Conversion, name: string, span: Span): YamlNode {
  const found = conversion.anchors.get(name);
  if (!found) {
    tell(conversion, { span, message: `the alias *${name} has no anchor &${name} before it` });
    return nullAt(conversion, span);
  }
  conversion.unfolded += conversion.sizes.get(found) ?? 1;
  if (conversion.unfolded <= MAX_UNFOLDED) return found;
  if (!conversion.problems.some(({ message }) => message.startsWith("the aliases"))) {
    tell(conversion, {
      span,
      message: `the aliases of this file unfold to more than ${MAX_UNFOLDED} values; from here on they are left out`,
    });
  }
  return nullAt(conversion, span);
}

function mapOf(conversion: Conversion, node: YAMLMap): YamlMap {
  const entries: YamlEntry[] = [];
  const seen = new Set<string>();
  for (const pair of node.items as Pair<Node, Node | null>[]) {
    const entry = entryOf(conversion, pair);
    if (!entry) continue;
    if (seen.has(entry.key) && !isMergeKey(entry)) {
      if (conversion.doubledKeys === "last") {
        entries[entries.findIndex(({ key }) => key === entry.key)] = entry;
        continue;
      }
      tell(conversion, { span: entry.keySpan, message: `the key \`${entry.key}\` stands twice in one map` });
      continue;
    }
    seen.add(entry.key);
    entries.push(entry);
  }
  const plain: YamlMap = { kind: "map", entries, span: tight(conversion, node.range, entries.at(-1)?.span.end) };
  const map = entries.some(isMergeKey) ? merged(conversion, plain) : plain;
  return sized(
    conversion,
    map,
    map.entries.map((entry) => entry.value),
  );
}

function merged(conversion: Conversion, map: YamlMap): YamlMap {
  if (conversion.mergeKeys === "apply") return applyMerges(map);
  for (const entry of map.entries.filter(isMergeKey)) {
    tell(conversion, {
      span: entry.keySpan,
      message: "merge keys (`<<`) are not read in workflows; repeat the keys, or use the alias as a whole value",
    });
  }
  return { ...map, entries: map.entries.filter((entry) => !isMergeKey(entry)) };
}

function entryOf(conversion: Conversion, pair: Pair<Node, Node | null>): YamlEntry | null {
  const key = pair.key as Node | null;
  const resolved = key === null ? null : nodeOf(conversion, key);
  if (resolved && resolved.kind !== "scalar") {
    tell(conversion, { span: resolved.span, message: "a map or list cannot be a key" });
    return null;
  }
  const place = pair.value ? spanOf(conversion, pair.value.range) : null;
  const keySpan = key
    ? spanOf(conversion, key.range)
    : { ...(place ?? NOWHERE), file: conversion.file.path, end: place?.start ?? 0 };
  const value = pair.value ? nodeOf(conversion, pair.value) : nullAt(conversion, { ...keySpan, start: keySpan.end });
  const alias = isAlias(pair.value) ? place : null;
  // An alias stands for a value that is elsewhere; its own place is here.
  const end = Math.max((alias ?? (place ? value.span : keySpan)).end, keySpan.end);
  const entry = { key: resolved?.text ?? "", keySpan, value, span: { ...keySpan, end } };
  return alias ? { ...entry, alias } : entry;
}

function listOf(conversion: Conversion, items: readonly Node[], range: Range | null | undefined): YamlNode {
  const converted = items.map((item) => nodeOf(conversion, item));
  return sized(
    conversion,
    { kind: "list", items: converted, span: tight(conversion, range, converted.at(-1)?.span.end) },
    converted,
  );
}

const STYLES: Readonly<Record<string, ScalarStyle>> = table({
  BLOCK_FOLDED: "folded",
  BLOCK_LITERAL: "literal",
  PLAIN: "plain",
  QUOTE_DOUBLE: "double",
  QUOTE_SINGLE: "single",
});

/** The library ends a block collection where the next line begins; it ends with its last item. */
function tight(conversion: Conversion, range: Range | null | undefined, last: number | undefined): Span {
  const span = spanOf(conversion, range);
  const flow = "[{".includes(conversion.file.text[span.start] ?? "-");
  return flow || last === undefined || last < span.start || last > span.end ? span : { ...span, end: last };
}

/** A block scalar without the line ends after it. */
function trimmed({ file }: Conversion, span: Span): Span {
  let end = span.end;
  while (end > span.start && /\s/.test(file.text[end - 1] ?? "")) end -= 1;
  return { ...span, end };
}

function scalarOf(conversion: Conversion, node: Scalar): YamlScalar {
  const span = spanOf(conversion, node.range);
  const style = STYLES[node.type ?? "PLAIN"] ?? "plain";
  const text = node.source ?? (typeof node.value === "string" ? node.value : "");
  const source = scalarSource(conversion.file.path, conversion.file.text, style, span.start, span.end, text);
  return {
    kind: "scalar",
    value: typed(node.value, text),
    text,
    style,
    source,
    span: style === "literal" || style === "folded" ? trimmed(conversion, span) : span,
  };
}

function typed(value: unknown, text: string): YamlScalar["value"] {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  return text;
}

function nullAt(conversion: Conversion, span: Span): YamlScalar {
  const { path, text } = conversion.file;
  return {
    kind: "scalar",
    value: null,
    text: "",
    style: "plain",
    source: scalarSource(path, text, "plain", span.start, span.start, ""),
    span,
  };
}

function spanOf(conversion: Conversion, range: Range | null | undefined): Span {
  return { file: conversion.file.path, start: range?.[0] ?? 0, end: range?.[1] ?? 0 };
}

function sized<N extends YamlNode>(conversion: Conversion, node: N, children: readonly YamlNode[]): N {
  conversion.sizes.set(
    node,
    children.reduce((sum, child) => sum + (conversion.sizes.get(child) ?? 1), 1),
  );
  return node;
}
