import type { Node } from "web-tree-sitter";
import type { Span } from "../../model/span.ts";
import type { Part } from "../../values/text.ts";
import { fillHoles, hasHole } from "./mask.ts";
import { dedent, unescapeHeredoc, unquote } from "./strings.ts";
import type { HclEntry, HclExpression, HclStep } from "./tree.ts";

/** What a node is read from. `shift`: where the parsed stretch starts in the file. */
export interface Reading {
  readonly file: string;
  readonly source: string;
  readonly shift: number;
  readonly holes: readonly Part[];
}

/** Nesting beyond this is not read further; nobody writes it, and recursion must end. */
const DEEPEST = 150;
const OPERATORS = new Set(["*", "/", "%", "+", "-", ">", ">=", "<", "<=", "==", "!=", "&&", "||"]);

/** A node's place in the file. */
export function spanOf(reading: Reading, node: Node): Span {
  return { file: reading.file, start: reading.shift + node.startIndex, end: reading.shift + node.endIndex };
}

/** A node's text as it is written. */
export function sourceOf(reading: Reading, node: Node): string {
  return reading.source.slice(node.startIndex, node.endIndex);
}

/** An `expression` node as our own tree. What is not evaluated later (loops, broken stretches) is kept as source. */
export function readExpression(reading: Reading, node: Node, depth = 0): HclExpression {
  if (depth > DEEPEST) return other(reading, node);
  return readTerms(reading, present(node), node, depth);
}

function present(node: Node): readonly Node[] {
  return node.children.filter((child) => child.type !== "comment");
}

/** A run of children that together are one term: a base and the steps after it, or something in parentheses. */
function readTerms(reading: Reading, nodes: readonly Node[], whole: Node, depth: number): HclExpression {
  const [first, ...rest] = nodes;
  if (!first) return other(reading, whole);
  if (first.type === "(") {
    const inner = nodes[1];
    if (!inner) return other(reading, whole);
    return withSteps(reading, readExpression(reading, inner, depth + 1), nodes.slice(3), whole, depth);
  }
  return withSteps(reading, readBase(reading, first, depth), rest, whole, depth);
}

function readBase(reading: Reading, node: Node, depth: number): HclExpression {
  switch (node.type) {
    case "literal_value":
      return readLiteral(reading, node);
    case "template_expr":
      return readTemplate(reading, node, depth);
    case "collection_value":
      return readCollection(reading, node, depth);
    case "variable_expr":
      return readVariable(reading, node);
    case "function_call":
      return readCall(reading, node, depth);
    case "conditional":
      return readConditional(reading, node, depth);
    case "operation":
      return readOperation(reading, node, depth);
    case "expression":
      return readExpression(reading, node, depth + 1);
    default:
      return other(reading, node);
  }
}

function readVariable(reading: Reading, node: Node): HclExpression {
  const name = sourceOf(reading, node);
  const span = spanOf(reading, node);
  if (hasHole(name)) return { kind: "hole", text: fillHoles(name, reading.holes), span };
  return { kind: "reference", root: name, steps: [], span };
}

function readLiteral(reading: Reading, node: Node): HclExpression {
  const inner = node.firstChild;
  const source = sourceOf(reading, node);
  const span = spanOf(reading, node);
  switch (inner?.type) {
    case "string_lit":
      return stretch(reading, unquote(source.slice(1, inner.lastChild?.isMissing ? undefined : -1)), span);
    case "numeric_lit":
      return { kind: "literal", value: Number(source), span };
    case "bool_lit":
      return { kind: "literal", value: source === "true", span };
    case "null_lit":
      return { kind: "literal", value: null, span };
    default:
      return other(reading, node);
  }
}

/** A literal stretch of a string, or its text where a generated file left holes in it. */
function stretch(reading: Reading, text: string, span: Span): HclExpression {
  if (!hasHole(text)) return { kind: "literal", value: text, span };
  return { kind: "hole", text: fillHoles(text, reading.holes), span };
}

/** A template of one interpolation is that value itself: `"${var.names}"` is a list. */
function joined(parts: readonly HclExpression[], span: Span): HclExpression {
  const [only] = parts;
  if (!only) return { kind: "literal", value: "", span };
  return parts.length === 1 ? { ...only, span } : { kind: "template", parts, span };
}

/** Literal text is what lies between the interpolations: the grammar drops spaces around them. */
function readTemplate(reading: Reading, node: Node, depth: number): HclExpression {
  const inner = node.firstChild;
  if (!inner) return other(reading, node);
  const heredoc = inner.type === "heredoc_template";
  const holders = inner.children.filter(
    (child) => child.type === "template_interpolation" || child.type === "template_directive",
  );
  const { from, to } = heredoc ? heredocContent(reading, inner) : quotedContent(inner);
  const gaps = gapsBetween(reading, holders, from, to);
  const indented = heredoc && inner.firstChild !== null && sourceOf(reading, inner.firstChild) === "<<-";
  const texts = (indented ? dedent(gaps) : gaps).map(heredoc ? unescapeHeredoc : unquote);
  const span = spanOf(reading, node);
  const parts = texts.flatMap((text, index): readonly HclExpression[] => {
    const holder = holders[index];
    const before: readonly HclExpression[] = text === "" ? [] : [stretch(reading, text, span)];
    return holder ? [...before, readHolder(reading, holder, depth)] : before;
  });
  return joined(parts, span);
}

function readHolder(reading: Reading, node: Node, depth: number): HclExpression {
  const inner = node.children.find((child) => child.type === "expression");
  return node.type === "template_interpolation" && inner
    ? readExpression(reading, inner, depth + 1)
    : other(reading, node);
}

function quotedContent(node: Node): { readonly from: number; readonly to: number } {
  const closing = node.lastChild;
  const to = closing?.type === "quoted_template_end" ? closing.startIndex : node.endIndex;
  return { from: node.startIndex + 1, to };
}

function heredocContent(reading: Reading, node: Node): { readonly from: number; readonly to: number } {
  const from = reading.source.indexOf("\n", node.startIndex) + 1;
  const closing = node.lastChild;
  const end = closing?.type === "heredoc_identifier" ? closing.startIndex : node.endIndex;
  // The line of the closing word belongs to the mark, not to the text.
  return { from, to: Math.max(from, reading.source.lastIndexOf("\n", end - 1) + 1) };
}

function gapsBetween(reading: Reading, holders: readonly Node[], from: number, to: number): readonly string[] {
  const gaps: string[] = [];
  let at = from;
  for (const holder of holders) {
    gaps.push(reading.source.slice(at, holder.startIndex));
    at = holder.endIndex;
  }
  return [...gaps, reading.source.slice(at, Math.max(at, to))];
}

function readCollection(reading: Reading, node: Node, depth: number): HclExpression {
  const inner = node.firstChild;
  const span = spanOf(reading, node);
  if (inner?.type === "tuple") {
    const items = inner.children.filter((child) => child.type === "expression");
    return { kind: "list", items: items.map((item) => readExpression(reading, item, depth + 1)), span };
  }
  if (inner?.type !== "object") return other(reading, node);
  const elements = inner.children.filter((child) => child.type === "object_elem");
  return { kind: "object", entries: elements.flatMap((element) => readEntry(reading, element, depth)), span };
}

function readEntry(reading: Reading, node: Node, depth: number): readonly HclEntry[] {
  const [key, value] = [node.childForFieldName("key"), node.childForFieldName("val")];
  if (!key || !value) return [];
  const read = readExpression(reading, key, depth + 1);
  // A bare word is a name, not a reference; in parentheses it is a reference.
  const named = read.kind === "reference" && read.steps.length === 0 && !sourceOf(reading, key).startsWith("(");
  const name: HclExpression = named ? { kind: "literal", value: read.root, span: read.span } : read;
  return [{ key: name, value: readExpression(reading, value, depth + 1) }];
}

function readCall(reading: Reading, node: Node, depth: number): HclExpression {
  const name = node.firstChild ? sourceOf(reading, node.firstChild) : "";
  const list = node.children.find((child) => child.type === "function_arguments");
  if (list?.children.some((child) => child.type === "ellipsis")) return other(reading, node);
  const args = (list?.children ?? []).filter((child) => child.type === "expression");
  return {
    kind: "call",
    name,
    args: args.map((arg) => readExpression(reading, arg, depth + 1)),
    span: spanOf(reading, node),
  };
}

function readConditional(reading: Reading, node: Node, depth: number): HclExpression {
  const [condition, yes, no] = node.children
    .filter((child) => child.type === "expression")
    .map((child) => readExpression(reading, child, depth + 1));
  if (!condition || !yes || !no) return other(reading, node);
  return { kind: "conditional", condition, yes, no, span: spanOf(reading, node) };
}

function readOperation(reading: Reading, node: Node, depth: number): HclExpression {
  const inner = node.firstChild;
  if (!inner || depth > DEEPEST) return other(reading, node);
  const children = present(inner);
  const at = inner.type === "unary_operation" ? 0 : children.findIndex((child) => OPERATORS.has(child.type));
  const operator = children[at];
  if (!operator) return other(reading, node);
  const sides =
    inner.type === "unary_operation" ? [children.slice(1)] : [children.slice(0, at), children.slice(at + 1)];
  const operands = sides.map((side) => readTerms(reading, side, inner, depth + 1));
  return { kind: "operation", operator: sourceOf(reading, operator), operands, span: spanOf(reading, node) };
}

function withSteps(
  reading: Reading,
  base: HclExpression,
  nodes: readonly Node[],
  whole: Node,
  depth: number,
): HclExpression {
  if (nodes.length === 0) return base;
  const steps = nodes.flatMap((node) => readStep(reading, node, depth));
  const end = nodes[nodes.length - 1] ?? whole;
  const span = { ...base.span, end: reading.shift + end.endIndex };
  if (base.kind === "reference") return { ...base, steps: [...base.steps, ...steps], span };
  return { kind: "access", of: base, steps, span };
}

function readStep(reading: Reading, node: Node, depth: number): readonly HclStep[] {
  const inner = node.firstChild;
  if (node.type === "get_attr" && node.lastChild)
    return [{ kind: "attribute", name: sourceOf(reading, node.lastChild) }];
  if (node.type === "splat") return [{ kind: "splat" }];
  if (inner?.type === "legacy_index") {
    const value = Number(sourceOf(reading, inner).slice(1));
    return [{ kind: "index", key: { kind: "literal", value, span: spanOf(reading, inner) } }];
  }
  const key = inner?.children.find((child) => child.type === "expression");
  return key ? [{ kind: "index", key: readExpression(reading, key, depth + 1) }] : [{ kind: "splat" }];
}

function other(reading: Reading, node: Node): HclExpression {
  return { kind: "other", source: sourceOf(reading, node), span: spanOf(reading, node) };
}
