import { describe, expect, test } from "vitest";
import {
  calledInputs,
  freeInputs,
  parseWorkflow,
  type InputDefinition,
} from "../../../src/ecosystems/github-actions/index.ts";
import { evaluateCondition, textOf } from "../../../src/interpret/expression/index.ts";
import { ANY } from "../../../src/values/cube.ts";
import { mention, show, variablesOf } from "../../../src/values/text.ts";
import { bool, NULL, str, textValue, type Value } from "../../../src/values/value.ts";

function definitions(event: string, inputs: string): readonly InputDefinition[] {
  const text = `on:\n  ${event}:\n    inputs:\n${inputs
    .split("\n")
    .map((line) => `      ${line}`)
    .join("\n")}\njobs:\n  a: { runs-on: ubuntu-latest, steps: [{ run: make }] }\n`;
  const { workflow, problems } = parseWorkflow({ path: "x.yml", text });
  expect(problems).toEqual([]);
  return workflow?.triggers[0]?.inputs ?? [];
}

describe("inputs of a run that somebody starts", () => {
  const inputs = freeInputs(
    definitions(
      "workflow_dispatch",
      [
        "env: { type: choice, options: [staging, production] }",
        "one: { type: choice, options: [only] }",
        "dry: { type: boolean, default: true }",
        "n: { type: number, default: 3 }",
        "ref: { required: true }",
        "note: { default: nothing }",
        "where: { type: environment }",
      ].join("\n"),
    ),
  );
  const answers = (condition: string): readonly boolean[] =>
    [
      ...new Set(
        evaluateCondition(condition, { contexts: new Map([["inputs", inputs]]) }, ANY).map(({ holds }) => holds),
      ),
    ].sort();

  test.each<readonly [string, readonly boolean[]]>([
    ["inputs.env == 'production'", [false, true]],
    ["inputs.env == 'PRODUCTION'", [false, true]],
    ["inputs.env == 'prod'", [false]],
    ["inputs.one == 'only'", [true]],
    ["inputs.dry", [false, true]],
    ["inputs.dry == true", [false, true]],
    ["inputs.dry == 'true'", [false]],
    ["inputs.n > 50", [false, true]],
    ["inputs.n == 'x'", [false]],
    ["inputs.ref == ''", [false]],
    ["inputs.note == ''", [false, true]],
    ["inputs.where == 'production'", [false, true]],
    ["inputs.other == ''", [true]],
  ])("%s", (condition, expected) => {
    expect(answers(condition)).toEqual(expected);
  });

  test("a choice has its options as domain, a text input none", () => {
    const domain = (name: string): readonly string[] | undefined =>
      variablesOf(textOf(inputs.get(name) ?? NULL))[0]?.domain;
    expect([domain("env"), domain("dry"), domain("ref"), show(textOf(inputs.get("one") ?? NULL))]).toEqual([
      ["staging", "production"],
      ["true", "false"],
      undefined,
      "only",
    ]);
  });
});

describe("inputs of a called workflow", () => {
  const inputs = definitions(
    "workflow_call",
    [
      "env: { type: string, default: staging }",
      "dry: { type: boolean }",
      "n: { type: number, default: 2 }",
      "plain: { type: string }",
    ].join("\n"),
  );
  const resolve = (field: { readonly value: unknown; readonly text: string }): Value =>
    typeof field.value === "number" ? { kind: "number", value: field.value } : str(field.text);

  test("come from the caller, from the default, or are the type's zero", () => {
    const seen = calledInputs(
      inputs,
      new Map<string, Value>([
        ["ENV", str("production")],
        ["undeclared", str("x")],
      ]),
      resolve,
    );
    expect(["env", "dry", "n", "plain", "undeclared"].map((name) => seen.get(name))).toEqual([
      str("production"),
      bool(false),
      { kind: "number", value: 2 },
      str(""),
      null,
    ]);
    expect(calledInputs(inputs, new Map(), resolve).get("env")).toEqual(str("staging"));
  });

  test("keep what the caller does not know", () => {
    const target = textValue(
      mention({ key: "needs.plan.outputs.env", label: "needs.plan.outputs.env", kind: "output" }),
    );
    expect(calledInputs(inputs, new Map([["env", target]]), resolve).get("env")).toBe(target);
  });
});
