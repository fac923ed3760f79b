import { table } from "../../../values/table.ts";

/** A pipeline of a Go template, as far as it is evaluated here. https://pkg.go.dev/text/template#hdr-Pipelines */
export type Pipeline =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "field"; readonly path: readonly string[] }
  | { readonly kind: "variable"; readonly name: string; readonly path: readonly string[] }
  | { readonly kind: "item"; readonly of: Pipeline; readonly path: readonly string[] }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Pipeline[] };

interface Cursor {
  readonly tokens: readonly string[];
  at: number;
  depth: number;
}

const TOKEN =
  /"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\]|\\.)*'|-?\d+(?:\.\d+)?(?![\w.])|\$?[\w-]*(?:\.[\w-]+)+|\$\w*|[A-Za-z_]\w*|\.|[()|,]|\S/g;
const CONSTANTS: Readonly<Record<string, boolean | null>> = table({ true: true, false: false, nil: null });
const MAX_TOKENS = 300;
const MAX_DEPTH = 40;

/** The tree of a pipeline; null where it is none or too large. */
export function parsePipeline(text: string): Pipeline | null {
  const tokens = text.match(TOKEN) ?? [];
  if (tokens.length === 0 || tokens.length > MAX_TOKENS) return null;
  const cursor: Cursor = { tokens, at: 0, depth: 0 };
  const parsed = pipeline(cursor);
  return cursor.at === tokens.length ? parsed : null;
}

/** `a b | c d`: what comes before the bar is the last argument of what comes after it. */
function pipeline(cursor: Cursor): Pipeline | null {
  let value = command(cursor, null);
  while (value && cursor.tokens[cursor.at] === "|") {
    cursor.at += 1;
    value = command(cursor, value);
  }
  return value;
}

function command(cursor: Cursor, piped: Pipeline | null): Pipeline | null {
  const operands: Pipeline[] = [];
  let name: string | null = null;
  for (
    let token = cursor.tokens[cursor.at];
    token !== undefined && token !== "|" && token !== ")";
    token = cursor.tokens[cursor.at]
  ) {
    if (operands.length === 0 && name === null && isFunction(token)) {
      name = token;
      cursor.at += 1;
      continue;
    }
    const operand = operandAt(cursor, token);
    if (!operand) return null;
    operands.push(operand);
  }
  if (name !== null) return { kind: "call", name, args: piped ? [...operands, piped] : operands };
  const [only] = operands;
  return operands.length === 1 && !piped ? (only ?? null) : null;
}

function isFunction(token: string): boolean {
  return /^[A-Za-z_]\w*$/.test(token) && !Object.hasOwn(CONSTANTS, token);
}

function operandAt(cursor: Cursor, token: string): Pipeline | null {
  cursor.at += 1;
  if (token === "(") return parenthesised(cursor);
  if (Object.hasOwn(CONSTANTS, token)) return { kind: "literal", value: CONSTANTS[token] ?? null };
  if (/^["'`]/.test(token)) return { kind: "literal", value: unquoted(token) };
  if (/^-?\d/.test(token)) return { kind: "literal", value: Number(token) };
  if (token.startsWith("$")) {
    const [name = "", ...path] = token.slice(1).split(".");
    return { kind: "variable", name, path };
  }
  if (token.startsWith("."))
    return {
      kind: "field",
      path: token
        .slice(1)
        .split(".")
        .filter((part) => part !== ""),
    };
  return isFunction(token) ? { kind: "call", name: token, args: [] } : null;
}

function parenthesised(cursor: Cursor): Pipeline | null {
  cursor.depth += 1;
  if (cursor.depth > MAX_DEPTH) return null;
  const inner = pipeline(cursor);
  cursor.depth -= 1;
  if (!inner || cursor.tokens[cursor.at] !== ")") return null;
  cursor.at += 1;
  const next = cursor.tokens[cursor.at];
  if (next === undefined || !/^\.[\w-]/.test(next)) return inner;
  cursor.at += 1;
  return { kind: "item", of: inner, path: next.slice(1).split(".") };
}

function unquoted(token: string): string {
  const inner = token.slice(1, -1);
  if (token.startsWith("`")) return inner;
  return inner.replaceAll(/\\(.)/g, (_all, char: string) => (char === "n" ? "\n" : char === "t" ? "\t" : char));
}
