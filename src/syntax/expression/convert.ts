import {
  Binary,
  ContextAccess,
  FunctionCall,
  Grouping,
  IndexAccess,
  Literal,
  Logical,
  Star,
  Unary,
  type Expr,
} from "@actions/expressions/ast";
import { TokenType, type Token } from "@actions/expressions/lexer";
import type { CompareOperator, Expression, Extent } from "./ast.ts";

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly starts: readonly number[];
  readonly indexOf: ReadonlyMap<Token, number>;
}

/** A node together with the index of its last token, which tells where the closing bracket after it is. */
interface Placed {
  readonly node: Expression;
  readonly last: number;
}

/** The library's tree as our own, with offsets; it keeps only some tokens, so ends are found in the token list. */
export function convert(tokens: Tokens, expr: Expr): Expression {
  return place(tokens, expr).node;
}

function place(tokens: Tokens, expr: Expr): Placed {
  if (expr instanceof Literal) return literal(tokens, expr.token);
  if (expr instanceof ContextAccess) return context(tokens, expr.name);
  if (expr instanceof IndexAccess) return index(tokens, expr);
  if (expr instanceof FunctionCall) return call(tokens, expr);
  if (expr instanceof Unary) return not(tokens, expr);
  if (expr instanceof Binary) return compare(tokens, expr);
  if (expr instanceof Logical) return logical(tokens, expr);
  if (expr instanceof Grouping) {
    const inner = place(tokens, expr.group);
    return { node: inner.node, last: inner.last + 1 };
  }
  throw new Error("an expression of a kind that is not known");
}

function literal(tokens: Tokens, token: Token): Placed {
  const last = indexOf(tokens, token);
  // The library unescapes only the first '' of a string.
  const text = token.type === TokenType.STRING ? token.lexeme.slice(1, -1).replaceAll("''", "'") : token.lexeme;
  const value =
    token.type === TokenType.NUMBER
      ? Number(token.value)
      : token.type === TokenType.TRUE
        ? true
        : token.type === TokenType.FALSE
          ? false
          : token.type === TokenType.NULL
            ? null
            : text;
  return { node: { kind: "literal", value, ...extent(tokens, last, last) }, last };
}

function context(tokens: Tokens, name: Token): Placed {
  const last = indexOf(tokens, name);
  return { node: { kind: "context", name: name.lexeme.toLowerCase(), ...extent(tokens, last, last) }, last };
}

function index(tokens: Tokens, expr: IndexAccess): Placed {
  const object = place(tokens, expr.expr);
  const bracket = tokens.tokens[object.last + 1]?.type === TokenType.LEFT_BRACKET ? 1 : 0;
  const star = expr.index instanceof Star;
  const inner = star ? null : place(tokens, expr.index);
  const last = (inner?.last ?? object.last + 2) + bracket;
  const { start } = object.node;
  return {
    node: { kind: "index", object: object.node, index: inner?.node ?? null, start, end: endOf(tokens, last) },
    last,
  };
}

function call(tokens: Tokens, expr: FunctionCall): Placed {
  const first = indexOf(tokens, expr.functionName);
  const args = expr.args.map((arg) => place(tokens, arg));
  let last = (args.at(-1)?.last ?? first + 1) + 1;
  if (tokens.tokens[last]?.type === TokenType.COMMA) last += 1;
  const name = expr.functionName.lexeme.toLowerCase();
  return { node: { kind: "call", name, args: args.map(({ node }) => node), ...extent(tokens, first, last) }, last };
}

function not(tokens: Tokens, expr: Unary): Placed {
  const operand = place(tokens, expr.expr);
  return {
    node: { kind: "not", operand: operand.node, ...extent(tokens, indexOf(tokens, expr.operator), operand.last) },
    last: operand.last,
  };
}

function compare(tokens: Tokens, expr: Binary): Placed {
  const left = place(tokens, expr.left);
  const right = place(tokens, expr.right);
  const operator = expr.operator.lexeme as CompareOperator;
  const { start } = left.node;
  return {
    node: { kind: "compare", operator, left: left.node, right: right.node, start, end: endOf(tokens, right.last) },
    last: right.last,
  };
}

function logical(tokens: Tokens, expr: Logical): Placed {
  const args = expr.args.map((arg) => place(tokens, arg));
  const last = args.at(-1)?.last ?? 0;
  const kind = expr.operator.type === TokenType.AND ? "and" : "or";
  return {
    node: { kind, args: args.map(({ node }) => node), start: args[0]?.node.start ?? 0, end: endOf(tokens, last) },
    last,
  };
}

function indexOf(tokens: Tokens, token: Token): number {
  return tokens.indexOf.get(token) ?? 0;
}

function extent(tokens: Tokens, first: number, last: number): Extent {
  return { start: tokens.starts[first] ?? 0, end: endOf(tokens, last) };
}

function endOf(tokens: Tokens, last: number): number {
  return (tokens.starts[last] ?? 0) + (tokens.tokens[last]?.lexeme.length ?? 0);
}
