import type { Expression, Extent, ParsedExpression } from "./ast.ts";
import { detached, remembered } from "../remembered.ts";
import { parseExpression } from "./parse.ts";

/** A stretch of a string: literal text, or one `${{ }}`. Offsets count from the beginning of the string. */
export type TemplatePart = LiteralPart | ExpressionPart;

export interface LiteralPart extends Extent {
  readonly kind: "literal";
  readonly text: string;
}

export interface ExpressionPart extends Extent {
  readonly kind: "expression";
  /** Where the text between the braces begins; offsets of the parsed expression count from here. */
  readonly bodyStart: number;
  readonly body: string;
  readonly parsed: ParsedExpression;
}

const OPEN = "${{";
const CACHE = remembered<readonly TemplatePart[]>(1_000_000);

/**
 * The literal and computed parts of a string. An expression ends at the first `}}` outside single quotes, as GitHub's
 * template reader has it; one that never ends is a part with `parsed.ok` false. The empty string has no parts.
 */
export function parseTemplate(text: string): readonly TemplatePart[] {
  if (!text.includes(OPEN)) return text === "" ? [] : [{ kind: "literal", text, start: 0, end: text.length }];
  const known = CACHE.get(text);
  if (known) return known;
  const own = detached(text);
  const parts = split(own);
  CACHE.set(own, parts);
  return parts;
}

/** Whether a string holds an expression. */
export function hasExpression(text: string): boolean {
  return text.includes(OPEN);
}

/** The expressions of a string that were understood, with the offset that their own offsets count from. */
export function expressionsIn(text: string): readonly { readonly ast: Expression; readonly base: number }[] {
  return parseTemplate(text).flatMap((part) =>
    part.kind === "expression" && part.parsed.ok ? [{ ast: part.parsed.ast, base: part.bodyStart }] : [],
  );
}

function split(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf(OPEN, at);
    const stop = open < 0 ? text.length : open;
    if (stop > at) parts.push({ kind: "literal", text: text.slice(at, stop), start: at, end: stop });
    if (open < 0) break;
    const part = expressionAt(text, open);
    parts.push(part);
    at = part.end;
  }
  return parts;
}

function expressionAt(text: string, open: number): ExpressionPart {
  const bodyStart = open + OPEN.length;
  const close = closing(text, bodyStart);
  if (close === null) {
    const body = text.slice(bodyStart);
    const parsed: ParsedExpression = { ok: false, message: "`${{` is not closed by `}}`", start: 0, end: body.length };
    return { kind: "expression", start: open, end: text.length, bodyStart, body, parsed };
  }
  const body = text.slice(bodyStart, close);
  return { kind: "expression", start: open, end: close + 2, bodyStart, body, parsed: parseExpression(body) };
}

function closing(text: string, from: number): number | null {
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "'") quoted = !quoted;
    else if (!quoted && text[at] === "}" && text[at + 1] === "}") return at;
  }
  return null;
}
