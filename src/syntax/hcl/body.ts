import type { Node } from "web-tree-sitter";
import { readExpression, sourceOf, spanOf, type Reading } from "./expressions.ts";
import type { HclAttribute, HclBlock, HclBody, HclComment, HclLabel } from "./tree.ts";

/** Blocks inside blocks beyond this are left out. */
const DEEPEST = 60;

/** What a file or block holds of which nothing could be read. */
export const EMPTY_BODY: HclBody = { attributes: [], blocks: [] };

/** The body under a `config_file` or `block` node, with whatever stands whole inside broken stretches. */
export function readBody(reading: Reading, node: Node, depth = 0): HclBody {
  if (depth > DEEPEST) return EMPTY_BODY;
  const attributes: HclAttribute[] = [];
  const blocks: HclBlock[] = [];
  for (const child of node.children) {
    if (child.type === "attribute") attributes.push(...readAttribute(reading, child));
    else if (child.type === "block") blocks.push(...readBlock(reading, child, depth));
    else if (child.type === "body" || child.type === "ERROR") {
      const inner = readBody(reading, child, depth + 1);
      attributes.push(...inner.attributes);
      blocks.push(...inner.blocks);
    }
  }
  return { attributes, blocks };
}

function readAttribute(reading: Reading, node: Node): readonly HclAttribute[] {
  const name = node.firstChild;
  const value = node.children.find((child) => child.type === "expression");
  // `key =` without a value swallows the next line; neither half can be trusted.
  if (!name || !value || node.children.some((child) => child.type === "ERROR")) return [];
  return [
    {
      name: sourceOf(reading, name),
      nameSpan: spanOf(reading, name),
      value: readExpression(reading, value),
      span: spanOf(reading, node),
    },
  ];
}

function readBlock(reading: Reading, node: Node, depth: number): readonly HclBlock[] {
  const type = node.firstChild;
  const brace = node.children.find((child) => child.type === "block_start");
  if (!type || !brace) return [];
  const labels = node.children
    .slice(1)
    .filter(
      (child) => child.startIndex < brace.startIndex && (child.type === "string_lit" || child.type === "identifier"),
    )
    .map((child) => readLabel(reading, child));
  const span = spanOf(reading, node);
  return [
    {
      type: sourceOf(reading, type),
      labels,
      body: readBody(reading, node, depth + 1),
      head: { ...span, end: reading.shift + brace.endIndex },
      span,
    },
  ];
}

function readLabel(reading: Reading, node: Node): HclLabel {
  const source = sourceOf(reading, node);
  const text = node.type === "string_lit" ? source.slice(1, -1) : source;
  return { text, span: spanOf(reading, node) };
}

/** Every comment, in order. */
export function readComments(reading: Reading, node: Node): readonly HclComment[] {
  return node
    .descendantsOfType("comment")
    .flatMap((comment): readonly HclComment[] =>
      comment ? [{ text: sourceOf(reading, comment), span: spanOf(reading, comment) }] : [],
    );
}
