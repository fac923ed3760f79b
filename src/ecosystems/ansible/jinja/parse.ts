import type { Expression } from "./syntax.ts";
import { tokenize, type Token } from "./tokens.ts";
import { table } from "../../../values/table.ts";

/** A place in the token list that moves as the parser reads. */
interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
}

/** Binary operators from the loosest to the tightest. */
const LEVELS: readonly (readonly string[])[] = [
  ["or"],
  ["and"],
  ["==", "!=", "<", ">", "<=", ">=", "in"],
  ["+", "-"],
  ["~"],
  ["*", "/", "//", "%"],
];
const CONSTANTS: Readonly<Record<string, boolean | null>> = table({
  true: true,
  True: true,
  false: false,
  False: false,
  none: null,
  None: null,
});
const MAX_DEPTH = 60;

/**
 * The inside of a `{{ }}` as a tree; null where it is no expression or one that is not evaluated here.
 * https://jinja.palletsprojects.com/en/stable/templates/#expressions
 */
export function parseExpression(text: string): Expression | null {
  const tokens = tokenize(text);
  if (!tokens || tokens.length > 500) return null;
  const cursor: Cursor = { tokens, at: 0, depth: 0 };
  const parsed = choice(cursor);
  return cursor.at === tokens.length ? parsed : null;
}

function choice(cursor: Cursor): Expression | null {
  cursor.depth += 1;
  if (cursor.depth > MAX_DEPTH) return null;
  const then = level(cursor, 0);
  cursor.depth -= 1;
  if (!then || !takeWord(cursor, "if")) return then;
  const when = level(cursor, 0);
  if (!when) return null;
  if (!takeWord(cursor, "else")) return { kind: "choice", when, then, otherwise: null };
  const otherwise = choice(cursor);
  return otherwise && { kind: "choice", when, then, otherwise };
}

function level(cursor: Cursor, depth: number): Expression | null {
  const operators = LEVELS[depth];
  if (!operators) return unary(cursor);
  // `not` stands between `and` and the comparisons.
  if (depth === 2 && takeWord(cursor, "not")) {
    const of = level(cursor, 2);
    return of && { kind: "not", of };
  }
  let left = level(cursor, depth + 1);
  for (let operator = takeOperator(cursor, operators); left && operator; operator = takeOperator(cursor, operators)) {
    const right = level(cursor, depth + 1);
    if (!right) return null;
    const binary: Expression = { kind: "binary", operator: operator.replace("not ", ""), left, right };
    left = operator.startsWith("not ") ? { kind: "not", of: binary } : binary;
  }
  return left;
}

function takeOperator(cursor: Cursor, operators: readonly string[]): string | null {
  const token = cursor.tokens[cursor.at];
  const next = cursor.tokens[cursor.at + 1];
  if (
    operators.includes("in") &&
    token?.kind === "name" &&
    token.text === "not" &&
    next?.kind === "name" &&
    next.text === "in"
  ) {
    cursor.at += 2;
    return "not in";
  }
  if ((token?.kind !== "symbol" && token?.kind !== "name") || !operators.includes(token.text)) return null;
  cursor.at += 1;
  return token.text;
}

function unary(cursor: Cursor): Expression | null {
  if (takeSymbol(cursor, "-")) {
    const of = unary(cursor);
    return of && { kind: "binary", operator: "-", left: { kind: "literal", value: 0 }, right: of };
  }
  let value = primary(cursor);
  while (value) {
    const next = suffix(cursor, value);
    if (next === value) return value;
    value = next;
  }
  return null;
}

/** What follows a value: `.name`, `[key]`, `| filter(…)`, `is test`; the value itself where nothing does. */
function suffix(cursor: Cursor, of: Expression): Expression | null {
  if (takeSymbol(cursor, ".")) {
    const name = takeName(cursor);
    return name === null ? null : { kind: "item", of, key: { kind: "literal", value: name } };
  }
  if (takeSymbol(cursor, "[")) {
    const key = choice(cursor);
    return key && takeSymbol(cursor, "]") ? { kind: "item", of, key } : null;
  }
  if (takeSymbol(cursor, "|")) {
    const name = takeDottedName(cursor);
    const args = takeSymbol(cursor, "(") ? list(cursor, ")") : [];
    return name !== null && args ? { kind: "filter", name, of, args } : null;
  }
  if (takeWord(cursor, "is")) {
    const negated = takeWord(cursor, "not");
    const name = takeDottedName(cursor);
    return name === null ? null : { kind: "test", name, of, negated };
  }
  return of;
}

function primary(cursor: Cursor): Expression | null {
  const token = cursor.tokens[cursor.at];
  cursor.at += 1;
  if (token?.kind === "string") return { kind: "literal", value: token.text };
  if (token?.kind === "number") return { kind: "literal", value: token.value };
  if (token?.kind === "name") return named(cursor, token.text);
  if (token?.text === "(") {
    const inner = choice(cursor);
    return inner && takeSymbol(cursor, ")") ? inner : null;
  }
  if (token?.text === "[") {
    const items = list(cursor, "]");
    return items && { kind: "list", items };
  }
  return token?.text === "{" ? dict(cursor) : null;
}

function named(cursor: Cursor, name: string): Expression | null {
  if (Object.hasOwn(CONSTANTS, name)) return { kind: "literal", value: CONSTANTS[name] ?? null };
  if (!takeSymbol(cursor, "(")) return { kind: "name", name };
  const args = list(cursor, ")");
  return args && { kind: "call", name, args };
}

/** Expressions with commas between them up to the closing symbol; of `name=value` the value counts. */
function list(cursor: Cursor, end: string): readonly Expression[] | null {
  const items: Expression[] = [];
  while (!takeSymbol(cursor, end)) {
    const [name, equals] = [cursor.tokens[cursor.at], cursor.tokens[cursor.at + 1]];
    if (name?.kind === "name" && equals?.kind === "symbol" && equals.text === "=") cursor.at += 2;
    const item = choice(cursor);
    if (!item) return null;
    items.push(item);
    if (!takeSymbol(cursor, ",") && !isSymbol(cursor, end)) return null;
  }
  return items;
}

function dict(cursor: Cursor): Expression | null {
  const pairs: (readonly [Expression, Expression])[] = [];
  while (!takeSymbol(cursor, "}")) {
    const key = choice(cursor);
    if (!key || !takeSymbol(cursor, ":")) return null;
    const value = choice(cursor);
    if (!value) return null;
    pairs.push([key, value]);
    if (!takeSymbol(cursor, ",") && !isSymbol(cursor, "}")) return null;
  }
  return { kind: "dict", pairs };
}

function isSymbol(cursor: Cursor, text: string): boolean {
  const token = cursor.tokens[cursor.at];
  return token?.kind === "symbol" && token.text === text;
}

function takeSymbol(cursor: Cursor, text: string): boolean {
  if (!isSymbol(cursor, text)) return false;
  cursor.at += 1;
  return true;
}

function takeWord(cursor: Cursor, text: string): boolean {
  const token = cursor.tokens[cursor.at];
  if (token?.kind !== "name" || token.text !== text) return false;
  cursor.at += 1;
  return true;
}

function takeName(cursor: Cursor): string | null {
  const token = cursor.tokens[cursor.at];
  if (token?.kind !== "name") return null;
  cursor.at += 1;
  return token.text;
}

/** `ansible.builtin.lower` is the filter `lower`. */
function takeDottedName(cursor: Cursor): string | null {
  let name = takeName(cursor);
  while (name !== null && takeSymbol(cursor, ".")) name = takeName(cursor);
  return name;
}
