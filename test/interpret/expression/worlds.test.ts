import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate, pin, type Outcome } from "../../../src/interpret/expression/index.ts";
import { parseExpression } from "../../../src/syntax/expression/index.ts";
import { admits, ANY, type Constraint, type Cube } from "../../../src/values/cube.ts";
import { concat, literalOf, mention, type Text } from "../../../src/values/text.ts";
import { booleanOf, list, object, textValue, type Value } from "../../../src/values/value.ts";
import type { Variable } from "../../../src/values/variable.ts";
import { fromJson } from "../../../src/interpret/expression/json-in.ts";
import { expressionText, questionText, type Plain } from "./generated.ts";
import { byLibrary, ourPlain } from "./library.ts";

/** Unknown parts of a run: free ones, choices, a boolean, a JSON text. */
const VARIABLES: Readonly<Record<string, Variable>> = {
  branch: { key: "branch", label: "branch", kind: "chosen" },
  choice: { key: "choice", label: "choice", kind: "chosen", domain: ["prod", "staging", "0"] },
  flag: { key: "flag", label: "flag", kind: "chosen", domain: ["true", "false"] },
  json: { key: "json", label: "json", kind: "output" },
  more: { key: "more", label: "more", kind: "output" },
};
const mentioned = (name: string): Text => mention(VARIABLES[name] as Variable);
const [branch, choice, flag] = [mentioned("branch"), mentioned("choice"), mentioned("flag")];

function unknownContext(): ReadonlyMap<string, Value> {
  const parsed = (name: string): Value => {
    const result = fromJson(mentioned(name));
    if (!result.ok) throw new Error(result.message);
    return result.value;
  };
  const github = object([
    ["ref", textValue(concat(["refs/heads/"], branch))],
    ["Env", textValue(choice)],
    ["flag", booleanOf(VARIABLES["flag"] as Variable)],
  ]);
  const inputs = object([
    ["ref", textValue(branch)],
    ["Env", textValue(concat(choice, ["-"], flag))],
    ["list", list([textValue(choice), textValue(["prod"])])],
    ["nested", object([["ref", textValue(branch)]])],
  ]);
  return new Map<string, Value>([
    ["github", github],
    ["inputs", inputs],
    [
      "matrix",
      object([
        ["nested", parsed("json")],
        ["list", parsed("more")],
        ["ref", textValue(branch)],
      ]),
    ],
  ]);
}

type Assignment = Readonly<Record<"branch" | "choice" | "flag" | "json" | "more", string>>;

function knownContext({ branch: ref, choice: env, flag: on, json: text, more }: Assignment): Record<string, Plain> {
  const nested = JSON.parse(text) as Plain;
  return {
    github: { ref: `refs/heads/${ref}`, Env: env, flag: on === "true" },
    inputs: { ref, Env: `${env}-${on}`, list: [env, "prod"], nested: { ref } },
    matrix: { nested, list: JSON.parse(more) as Plain, ref },
  };
}

const assignment: fc.Arbitrary<Assignment> = fc.record({
  branch: fc.constantFrom("main", "Main", "prod", "7", "0", "true", "x/y", "{0}-{1}", "refs/heads/main", "a b"),
  choice: fc.constantFrom("prod", "staging", "0"),
  flag: fc.constantFrom("true", "false"),
  json: jsonText(),
  more: jsonText(),
});

function jsonText(): fc.Arbitrary<string> {
  return fc.constantFrom(
    '["a","prod"]',
    '{"env":"prod","ref":null}',
    "true",
    "0",
    '"main"',
    "null",
    "[]",
    '{"list":[1,2]}',
  );
}

/** Whether a run belongs to a cube as far as that speaks of variables; functions of them count as yes. */
function belongs(cube: Cube, run: Assignment): boolean {
  return [...cube].every(
    ([key, constraint]: readonly [string, Constraint]) =>
      !Object.hasOwn(run, key) || admits(constraint, run[key as keyof Assignment]),
  );
}

/** A cube that fixes every variable. */
function fixed(run: Assignment): Cube {
  return new Map(Object.entries(run).map(([key, value]) => [key, { within: [value], not: [], tests: [] }]));
}

/** The value in one run; null where something in it stays unknown. */
function inRun({ value }: Outcome, run: Assignment): { readonly value: unknown } | null {
  const settled = settleDeep(value, fixed(run));
  return settled && { value: ourPlain(settled) };
}

function settleDeep(given: Value, cube: Cube): Value | null {
  const value = pin(given, cube);
  if (value.kind === "unknown") return null;
  if (value.kind === "string") return literalOf(value.text) === null ? null : value;
  if (value.kind === "list") {
    const items = value.items.map((item) => settleDeep(item, cube));
    return items.every((item) => item !== null) ? list(items as readonly Value[]) : null;
  }
  if (value.kind !== "object" || !value.entries) return value;
  const entries = value.entries.map(([key, inner]) => [key, settleDeep(inner, cube)] as const);
  return entries.every(([, inner]) => inner !== null) ? object(entries as readonly (readonly [string, Value])[]) : null;
}

test("in every run of 2,500 generated expressions with unknowns, one outcome is what GitHub's evaluator gives", () => {
  let [several, exact] = [0, 0];
  fc.assert(
    fc.property(
      fc.oneof(expressionText, { weight: 3, arbitrary: questionText }),
      fc.array(assignment, { minLength: 4, maxLength: 4 }),
      (text, runs) => {
        const parsed = parseExpression(text);
        if (!parsed.ok) throw new Error(parsed.message);
        // How many elements `.*` gives is not known where one of them may be a list; such a value is only ever unknown.
        fc.pre(!/matrix\S*[.[]\*/.test(text));
        const outcomes = evaluate(parsed.ast, { contexts: unknownContext() }, ANY);
        if (outcomes.length > 1) several += 1;
        const guessed = outcomes.some(({ cube }) => [...cube.keys()].some((key) => !Object.hasOwn(VARIABLES, key)));
        for (const run of runs) {
          const expected = byLibrary(text, knownContext(run));
          const mine = outcomes.filter(({ cube }) => belongs(cube, run));
          const results = mine.map((outcome) => (outcome.failed === undefined ? inRun(outcome, run) : "failed"));
          // What GitHub stops at is only told where the arguments are known.
          if (expected === "failed") continue;
          expect(results.some((result) => result === null || JSON.stringify(result) === JSON.stringify(expected))).toBe(
            true,
          );
          if (guessed || results.includes(null)) continue;
          exact += 1;
          expect(results).toEqual([expected]);
        }
      },
    ),
    { numRuns: 2_500 },
  );
  expect(several).toBeGreaterThan(900);
  expect(exact).toBeGreaterThan(4_000);
});
