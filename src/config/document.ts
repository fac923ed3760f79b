import { type Document, isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair, parseDocument } from "yaml";
import type { Problem, Span } from "../model/span.ts";

/** A parsed YAML file in which each value can say where it stands. */
export interface YamlFile {
  readonly file: string;
  readonly document: Document.Parsed;
  /** The plain value that the schema is checked against. */
  readonly value: unknown;
}

/** More aliases than any hand-written config has; past it a small file could expand to gigabytes. */
const MAX_ALIASES = 100;

function span(file: string, start: number, end: number): Span {
  return { file, start, end };
}

/** Place of a node, without the comment or blank that may follow it. */
export function spanOf(yaml: YamlFile, node: Node | null | undefined): Span {
  const range = node?.range;
  return range ? span(yaml.file, range[0], range[1]) : span(yaml.file, 0, 0);
}

/** The node that an alias stands for, or the node itself. */
export function resolved(yaml: YamlFile, node: unknown): Node | null {
  if (!isNode(node)) return null;
  return "resolve" in node ? (node.resolve(yaml.document) ?? null) : node;
}

function keyText(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : "";
}

/** The pair of a mapping by its key. */
export function pairOf(yaml: YamlFile, node: Node | null, key: string): Pair | null {
  const map = resolved(yaml, node);
  if (!isMap(map)) return null;
  return map.items.find((pair) => isPair(pair) && keyText(pair) === key) ?? null;
}

/** A value inside a mapping, or null. */
export function valueOf(yaml: YamlFile, node: Node | null, key: string): Node | null {
  return resolved(yaml, pairOf(yaml, node, key)?.value);
}

/** The entries of a mapping in the order of the file; empty for anything else. */
export function entriesOf(yaml: YamlFile, node: Node | null): readonly (readonly [string, Node | null, Span])[] {
  const map = resolved(yaml, node);
  if (!isMap(map)) return [];
  return map.items.map((pair) => {
    const key = isNode(pair.key) ? pair.key : null;
    return [keyText(pair), resolved(yaml, pair.value), spanOf(yaml, key)];
  });
}

/** The items of a list; empty for anything else. */
export function itemsOf(yaml: YamlFile, node: Node | null): readonly (Node | null)[] {
  const list = resolved(yaml, node);
  return isSeq(list) ? list.items.map((item) => resolved(yaml, item)) : [];
}

/** The plain value of a scalar; undefined for anything else and for what is absent. */
export function scalarOf(node: Node | null): unknown {
  return isScalar(node) ? node.value : undefined;
}

/**
 * Parses a YAML file. Never throws: what is wrong comes back as problems, at most one for each error of the parser.
 */
export function parseYaml(file: string, text: string): YamlFile | readonly Problem[] {
  try {
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true, logLevel: "error" });
    if (document.errors.length > 0) {
      // The parser puts what is missing at the end one past the end.
      const inside = (offset: number): number => Math.min(Math.max(offset, 0), text.length);
      return document.errors.map(({ pos: [start, end], code, message }) => {
        return { span: span(file, inside(start), inside(end)), message: yamlMessage(code, message) };
      });
    }
    return { file, document, value: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (error) {
    const reason = error instanceof RangeError ? "it is nested too deeply" : "its aliases expand to too much";
    return [{ span: span(file, 0, 0), message: `this file cannot be read: ${reason}` }];
  }
}

function yamlMessage(code: string, message: string): string {
  if (code === "DUPLICATE_KEY") return "this key stands twice in one mapping. Keep one of them.";
  if (code === "MULTIPLE_DOCS") return "a second document begins here. Keep one.";
  return `this is not valid YAML: ${message}`;
}
