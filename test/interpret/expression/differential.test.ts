import { DescriptionDictionary, Evaluator, Lexer, Parser } from "@actions/expressions";
import * as data from "@actions/expressions/data/index";
import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate, stringOf } from "../../../src/interpret/expression/index.ts";
import { parseExpression } from "../../../src/syntax/expression/index.ts";
import { ANY } from "../../../src/values/cube.ts";
import type { Value } from "../../../src/values/value.ts";
import { contexts, expressionText, toLibrary, toValue, type Plain } from "./generated.ts";

/** A result in a form that both evaluators can be compared in; `failed` where the evaluation stops. */
type Result = { readonly value: unknown } | "failed";

function byLibrary(text: string, given: Record<string, Plain>): Result {
  const { tokens } = new Lexer(text).lex();
  const context = new DescriptionDictionary(...Object.entries(given).map(([key, value]) => ({ key, value: toLibrary(value) })));
  try {
    return { value: libraryPlain(new Evaluator(new Parser(tokens, Object.keys(given), []).parse(), context).evaluate()) };
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

function byUs(text: string, given: Record<string, Plain>): Result {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  const known = new Map(Object.entries(given).map(([key, value]) => [key, toValue(value)]));
  const outcomes = evaluate(parsed.ast, { contexts: known }, ANY);
  expect(outcomes).toHaveLength(1);
  const [outcome] = outcomes;
  return outcome?.failed === undefined && outcome ? { value: ourPlain(outcome.value) } : "failed";
}

function ourPlain(value: Value): unknown {
  switch (value.kind) {
    case "null": return null;
    case "string": return stringOf(value);
    case "list": return value.items.map(ourPlain);
    case "object": return value.entries?.map(([key, inner]) => [key, ourPlain(inner)]);
    case "unknown": throw new Error("nothing is unknown here");
    default: return value.value;
  }
}

test("where everything is known, GitHub's own evaluator agrees on 6,000 generated expressions", () => {
  let failures = 0;
  fc.assert(fc.property(expressionText, contexts, (text, given) => {
    const expected = byLibrary(text, given as Record<string, Plain>);
    if (expected === "failed") failures += 1;
    expect(byUs(text, given as Record<string, Plain>)).toEqual(expected);
  }), { numRuns: 6_000 });
  expect(failures).toBeLessThan(4_500);
});
