import { DescriptionDictionary, Evaluator, Lexer, Parser } from "@actions/expressions";
import * as data from "@actions/expressions/data/index";
import { stringOf } from "../../../src/interpret/expression/index.ts";
import type { Value } from "../../../src/values/value.ts";
import { toLibrary, type Plain } from "./generated.ts";

/** A result in a form that both evaluators can be compared in; `failed` where the evaluation stops. */
export type Result = { readonly value: unknown } | "failed";

/** What GitHub's own evaluator makes of an expression. */
export function byLibrary(text: string, given: Readonly<Record<string, Plain>>): Result {
  const { tokens } = new Lexer(text).lex();
  const context = new DescriptionDictionary(
    ...Object.entries(given).map(([key, value]) => ({ key, value: toLibrary(value) })),
  );
  try {
    return {
      value: libraryPlain(new Evaluator(new Parser(tokens, Object.keys(given), []).parse(), context).evaluate()),
    };
  } catch {
    return "failed";
  }
}

function libraryPlain(value: data.ExpressionData): unknown {
  if (value instanceof data.Array) return value.values().map(libraryPlain);
  if (value instanceof data.Dictionary) return value.pairs().map(({ key, value: inner }) => [key, libraryPlain(inner)]);
  if (value instanceof data.Null) return null;
  return (value as { value: unknown }).value;
}

/** Our value in the same form; it must be known. */
export function ourPlain(value: Value): unknown {
  switch (value.kind) {
    case "null":
      return null;
    case "string":
      return stringOf(value);
    case "list":
      return value.items.map(ourPlain);
    case "object":
      return value.entries?.map(([key, inner]) => [key, ourPlain(inner)]);
    case "unknown":
      throw new Error("not known");
    default:
      return value.value;
  }
}
