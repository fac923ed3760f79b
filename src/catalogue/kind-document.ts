import { isMap, isScalar, isSeq, parseDocument, visit, type Document, type Node } from "yaml";
import type { Problem, SourceFile, Span } from "../model/span.ts";

/** A kind's file as read: the plain value, what the YAML parser found wrong, and places for messages. */
export interface KindDocument {
  readonly file: SourceFile;
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** The span of the value under a path of keys; of its key where `key` is set; of the nearest thing that exists. */
  spanAt(path: readonly (string | number)[], key?: boolean): Span;
}

/** Lists below these keys hold rules, in which a quoted word means itself. */
const RULE_KEYS = new Set(["parts", "qualifiers", "facts", "outputs", "env", "stdout"]);

/** Reads a kind's file. Never throws; with problems the value may be incomplete. */
export function readKindFile(file: SourceFile): KindDocument {
  const document = parseDocument(file.text, { logLevel: "silent", prettyErrors: false });
  markQuoted(document);
  const problems = document.errors.map(
    (error): Problem => ({
      span: { file: file.path, start: error.pos[0], end: error.pos[1] },
      message: `this file is not YAML that can be read: ${error.message}`,
    }),
  );
  return {
    file,
    value: plainValue(document),
    problems,
    spanAt: (path, key) => spanAt(file, document, path, key ?? false),
  };
}

function plainValue(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return null;
  }
}

/** Quoted words in lists of rules become `{ text }`, so that `"default"` is told from a rule. */
function markQuoted(document: Document.Parsed): void {
  visit(document, {
    Scalar(_key, node, path) {
      const quoted = node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE";
      if (quoted && typeof node.value === "string" && isRule(path))
        node.value = { text: node.value } as unknown as string;
    },
  });
}

function isRule(path: readonly unknown[]): boolean {
  const parent = path[path.length - 1];
  if (!isSeq(parent)) return false;
  return path.some((step) => {
    const key = typeof step === "object" && step !== null && "key" in step ? step.key : null;
    return isScalar(key) && typeof key.value === "string" && RULE_KEYS.has(key.value);
  });
}

function spanAt(file: SourceFile, document: Document.Parsed, path: readonly (string | number)[], key: boolean): Span {
  let node: Node | null = document.contents;
  let span = spanOf(file, node);
  for (const [index, step] of path.entries()) {
    const next: { readonly node: Node | null; readonly key: Node | null } | null = stepInto(node, step);
    if (!next) break;
    const last = index === path.length - 1;
    span = spanOf(file, last && key && next.key ? next.key : (next.node ?? next.key)) ?? span;
    node = next.node;
  }
  return span ?? { file: file.path, start: 0, end: 0 };
}

function stepInto(
  node: Node | null,
  step: string | number,
): { readonly node: Node | null; readonly key: Node | null } | null {
  if (isSeq(node)) return { node: (node.items[Number(step)] as Node | undefined) ?? null, key: null };
  if (!isMap(node)) return null;
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
  return pair ? { node: (pair.value as Node | null) ?? null, key: pair.key as Node } : null;
}

function spanOf(file: SourceFile, node: Node | null): Span | null {
  return node?.range ? { file: file.path, start: node.range[0], end: node.range[1] } : null;
}
