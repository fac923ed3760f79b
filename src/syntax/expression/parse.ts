import { ExpressionError } from "@actions/expressions/errors";
import { Lexer, TokenType, type Token } from "@actions/expressions/lexer";
import { Parser } from "@actions/expressions/parser";
import { detached, remembered } from "../remembered.ts";
import type { ParsedExpression } from "./ast.ts";
import { convert, type Tokens } from "./convert.ts";
import { CONTEXTS, FUNCTIONS } from "./names.ts";

const KNOWN_FUNCTIONS = [...FUNCTIONS].map(([name, [minArgs, maxArgs]]) => ({
  name,
  minArgs,
  maxArgs,
  description: "",
  call: unused,
}));
/** Parsed expressions by text: a matrix or a called workflow asks for the same ones again and again. */
const CACHE = remembered<ParsedExpression>(200_000);

/**
 * One expression, without `${{ }}`, as GitHub's own parser (`@actions/expressions`) reads it. Never throws: a mistake
 * comes back with its place. The docs page is "Evaluate expressions in workflows and actions".
 */
export function parseExpression(text: string): ParsedExpression {
  const known = CACHE.get(text);
  if (known) return known;
  const own = detached(text);
  const parsed = parse(own);
  CACHE.set(own, parsed);
  return parsed;
}

function parse(text: string): ParsedExpression {
  // The library's parser returns undefined for an empty expression and fails later.
  if (text.trim() === "") return wrong("the expression is empty", 0, text.length);
  let lexed: Tokens | null = null;
  try {
    lexed = placed(text, new Lexer(text).lex().tokens);
    const trap = inherited(lexed);
    if (trap) return trap;
    const ast = convert(lexed, new Parser([...lexed.tokens], [...CONTEXTS], KNOWN_FUNCTIONS).parse());
    return { ok: true, ast };
  } catch (error) {
    return failure(text, lexed, error);
  }
}

/** Places of the tokens as offsets: each is a stretch of the text, with only white space between two. */
function placed(text: string, tokens: readonly Token[]): Tokens {
  const indexOf = new Map<Token, number>();
  const starts: number[] = [];
  let at = 0;
  tokens.forEach((token, index) => {
    while (at < text.length && /\s/.test(text[at] as string)) at += 1;
    starts.push(at);
    indexOf.set(token, index);
    at += token.lexeme.length;
  });
  return { tokens, starts, indexOf };
}

/** `constructor(…)` and the like: the library looks functions up in a plain object and finds what that inherits. */
function inherited({ tokens, starts }: Tokens): ParsedExpression | null {
  for (const [index, token] of tokens.entries()) {
    const called = token.type === TokenType.IDENTIFIER && tokens[index + 1]?.type === TokenType.LEFT_PAREN;
    if (!called || FUNCTIONS.has(token.lexeme.toLowerCase())) continue;
    const start = starts[index] as number;
    return wrong(`there is no function \`${token.lexeme}\``, start, start + token.lexeme.length);
  }
  return null;
}

/** What the library says, and what we say instead; the word at fault follows. */
const MESSAGES: readonly (readonly [library: string, ours: string])[] = [
  ["Unrecognized named-value", "there is no context"],
  ["Unexpected symbol", "nothing like this can stand here:"],
  ["Too few parameters", "too few arguments for"],
  ["Too many parameters", "too many arguments for"],
  ["Even number of parameters", "an odd number of arguments is needed for"],
];

function failure(text: string, lexed: Tokens | null, error: unknown): ParsedExpression {
  if (error instanceof ExpressionError && lexed) {
    const index = lexed.tokens.findIndex(({ range }) => range.start === error.pos);
    const start = lexed.starts[index] ?? 0;
    const lexeme = lexed.tokens[index]?.lexeme ?? "";
    const known = MESSAGES.find(([library]) => error.message.startsWith(library));
    if (known && lexeme !== "") return wrong(`${known[1]} \`${lexeme}\``, start, start + lexeme.length);
    if (error.message.startsWith("Exceeded"))
      return wrong("the expression is nested in more than 50 levels", start, text.length);
    return wrong("the expression ends too early", start, text.length);
  }
  if (text.length > 21_000) return wrong("the expression has more than 21,000 characters", 0, text.length);
  const [, symbol = text, position = "1"] =
    /^Error: Unexpected symbol: '(.*?)'\. Located at position (\d+)/s.exec(String(error)) ?? [];
  const start = Number(position) - 1;
  return wrong(
    `\`${symbol}\` is not understood; strings take single quotes`,
    start,
    Math.min(start + symbol.length, text.length),
  );
}

function wrong(message: string, start: number, end: number): ParsedExpression {
  return { ok: false, message, start, end };
}

function unused(): never {
  throw new Error("functions are not called while parsing");
}
