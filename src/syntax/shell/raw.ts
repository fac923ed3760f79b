import type { TreeCursor } from "web-tree-sitter";
import { bashParser } from "./load.ts";

/** A node of the grammar's tree, copied out so that the tree can be deleted (one holds 67 KB of WebAssembly memory). */
export interface RawNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly RawNode[];
  /** The grammar made it up, because something is not there that should be (`fi`). */
  readonly missing?: boolean;
}

/** Nodes whose inside our own readers take from the text; only substitutions in them are looked for. */
const LEAVES = new Set([
  "command",
  "variable_assignment",
  "variable_assignments",
  "declaration_command",
  "unset_command",
  "test_command",
  "file_redirect",
  "herestring_redirect",
  "heredoc_redirect",
  "word",
  "number",
  "string",
  "raw_string",
  "ansi_c_string",
  "translated_string",
  "simple_expansion",
  "expansion",
  "concatenation",
  "arithmetic_expansion",
  "brace_expression",
  "extglob_pattern",
  "regex",
  "variable_name",
  "special_variable_name",
  "array",
  "comment",
  "subscript",
  "command_name",
  "binary_expression",
  "unary_expression",
  "postfix_expression",
  "ternary_expression",
  "parenthesized_expression",
]);

const SUBSTITUTION = /[$<>]\(|`/;

/** Deeper nesting than this is no script that anybody wrote. */
const MAX_DEPTH = 120;

/** Progress reports (one per few hundred parser steps) that a script of this length may cost before it is given up. */
function patience(length: number): number {
  return 400 + Math.ceil(length / 8);
}

/** Parses the text; null where it is too costly to parse or nested too deeply. */
export function parseRaw(text: string): RawNode | null {
  const { parser, types } = bashParser();
  let left = patience(text.length);
  const tree = parser.parse(text, null, { progressCallback: () => (left -= 1) < 0 });
  if (!tree) {
    parser.reset();
    return null;
  }
  const cursor = tree.walk();
  try {
    return copy(cursor, types, text, 0);
  } finally {
    cursor.delete();
    tree.delete();
  }
}

function copy(cursor: TreeCursor, types: readonly string[], text: string, depth: number): RawNode | null {
  const type = types[cursor.nodeTypeId] ?? "ERROR";
  const start = cursor.startIndex;
  const end = cursor.endIndex;
  if (depth > MAX_DEPTH) return null;
  const children: RawNode[] = [];
  const leaf = LEAVES.has(type);
  if (start === end && cursor.nodeIsMissing) return { type, start, end, children, missing: true };
  if (leaf && !SUBSTITUTION.test(text.slice(start, end))) return { type, start, end, children };
  if (cursor.gotoFirstChild()) {
    do {
      const child = copy(cursor, types, text, depth + 1);
      if (child === null) return null;
      if (!leaf || isSubstitution(child)) children.push(child);
      else children.push(...child.children.filter(isSubstitution));
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { type, start, end, children };
}

function isSubstitution(node: RawNode): boolean {
  return node.type === "command_substitution" || node.type === "process_substitution";
}
