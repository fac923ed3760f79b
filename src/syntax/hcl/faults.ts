import type { Node } from "web-tree-sitter";
import type { Problem, Span } from "../../model/span.ts";
import { sourceOf, spanOf, type Reading } from "./expressions.ts";
import { findOpenEnd } from "./open-ends.ts";

/** What is wrong with a parsed stretch: the first fault says it, those that follow from it would only confuse. */
export function firstFault(reading: Reading, root: Node): Problem | null {
  if (!root.hasError && !hasStringOverLines(reading, root)) return null;
  const open = findOpenEnd(reading.source);
  if (open) return { span: lineFrom(reading, open.at), message: `${open.what} is not closed` };
  const fault = firstError(root);
  if (!fault) return null;
  const found = sourceOf(reading, fault).split("\n", 1)[0]?.trim() ?? "";
  return { span: spanOf(reading, fault), message: `\`${shorten(found)}\` is not HCL here` };
}

/** Follows the broken children down; a loop, because nesting may be deeper than the stack. */
function firstError(root: Node): Node | null {
  let node: Node | undefined = root;
  while (node && !node.isError && !node.isMissing) {
    node = node.children.find((child) => child.isError || child.isMissing || child.hasError);
  }
  return node ?? null;
}

/** The grammar lets a quoted string run over lines; HCL does not. */
function hasStringOverLines(reading: Reading, root: Node): boolean {
  return root.descendantsOfType("template_literal").some((literal) => {
    const holder = literal?.parent?.type;
    if (holder !== "string_lit" && holder !== "quoted_template") return false;
    return literal !== null && sourceOf(reading, literal).includes("\n");
  });
}

/** From the opening mark's line to that line's end: what follows may be half of the file. */
function lineFrom(reading: Reading, at: number): Span {
  const start = reading.source.lastIndexOf("\n", at - 1) + 1;
  const line = reading.source.slice(start).split("\n", 1)[0] ?? "";
  const indent = line.length - line.trimStart().length;
  const from = reading.shift + start;
  return { file: reading.file, start: from + indent, end: from + Math.max(indent, line.trimEnd().length) };
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}
