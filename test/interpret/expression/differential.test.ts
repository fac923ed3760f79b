import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate } from "../../../src/interpret/expression/index.ts";
import { parseExpression } from "../../../src/syntax/expression/index.ts";
import { ANY } from "../../../src/values/cube.ts";
import { contexts, expressionText, toValue, type Plain } from "./generated.ts";
import { byLibrary, ourPlain, type Result } from "./library.ts";

function byUs(text: string, given: Readonly<Record<string, Plain>>): Result {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  const known = new Map(Object.entries(given).map(([key, value]) => [key, toValue(value)]));
  const outcomes = evaluate(parsed.ast, { contexts: known }, ANY);
  expect(outcomes).toHaveLength(1);
  const [outcome] = outcomes;
  return outcome?.failed === undefined && outcome ? { value: ourPlain(outcome.value) } : "failed";
}

test("where everything is known, GitHub's own evaluator agrees on 6,000 generated expressions", () => {
  let failures = 0;
  fc.assert(
    fc.property(expressionText, contexts, (text, given) => {
      const expected = byLibrary(text, given as Record<string, Plain>);
      if (expected === "failed") failures += 1;
      expect(byUs(text, given as Record<string, Plain>)).toEqual(expected);
    }),
    { numRuns: 6_000 },
  );
  expect(failures).toBeLessThan(3_000);
});
