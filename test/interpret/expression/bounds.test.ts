import { describe, expect, test } from "vitest";
import { evaluate, evaluateCondition, evaluateTemplate } from "../../../src/interpret/expression/index.ts";
import { parseExpression, parseTemplate } from "../../../src/syntax/expression/index.ts";
import { ANY } from "../../../src/values/cube.ts";
import { literalOf, mention, show } from "../../../src/values/text.ts";
import { list, object, openObject, str, textValue, type Value } from "../../../src/values/value.ts";
import type { Outcome } from "../../../src/interpret/expression/index.ts";

function free(name: string): Value {
  return textValue(mention({ key: name, label: name, kind: "chosen" }));
}

function run(
  text: string,
  contexts: Readonly<Record<string, Value>>,
  cut?: (what: string) => void,
): readonly Outcome[] {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return evaluate(parsed.ast, { contexts: new Map(Object.entries(contexts)), ...(cut ? { cut } : {}) }, ANY);
}

const inputs = openObject("inputs", (name) => free(`inputs.${name}`));

describe("work is bounded", () => {
  test("twenty independent pairs of questions are cut, told, and still answered both ways", () => {
    const told: string[] = [];
    const text = Array.from({ length: 20 }, (_, index) => `(inputs.a${index} == 'x' && inputs.b${index} == 'y')`).join(
      " || ",
    );
    const outcomes = run(text, { inputs }, (what) => told.push(what));
    expect(outcomes.length).toBeLessThanOrEqual(64);
    expect(new Set(outcomes.map(({ value }) => value.kind === "boolean" && value.value))).toEqual(
      new Set([true, false]),
    );
    expect(told[0]).toContain("comes out in more than 64 ways");
  });

  test("options that nothing distinguishes are one outcome", () => {
    const options = Array.from({ length: 40 }, (_, index) => `e${index}`);
    const choice = textValue(mention({ key: "inputs.env", label: "inputs.env", kind: "chosen", domain: options }));
    const cases = Array.from({ length: 30 }, (_, index) => `inputs.env == 'e${index}' && 't${index % 3}' ||`);
    const text = `${cases.join(" ")} 'other'`;
    expect(
      run(text, { inputs: object([["env", choice]]) }).map(({ value }) =>
        value.kind === "string" ? show(value.text) : "",
      ),
    ).toEqual(["t0", "t1", "t2", "other"]);
    expect(run(text, { inputs }).length).toBe(31);
  });

  test("texts that double at every step stop at a size", () => {
    const nested = (levels: number): string => (levels === 0 ? "inputs.a" : `format('{0}{0}', ${nested(levels - 1)})`);
    expect(run(nested(40), { inputs })[0]?.failed).toContain("more than");
    expect(run(nested(40), { inputs: object([["a", str("abc")]]) })[0]?.failed).toContain("more than");
  });

  test("a list of a thousand names", () => {
    const names = list(Array.from({ length: 1_000 }, (_, index) => str(`n${index}`)));
    const outcomes = run("contains(vars.names, inputs.a)", { inputs, vars: object([["names", names]]) });
    expect(outcomes.map(({ value }) => value.kind === "boolean" && value.value)).toEqual([true, false]);
  });

  test("JSON nested a thousand levels fails like any other JSON that is too deep", () => {
    expect(
      run("fromJSON(inputs.deep)", { inputs: object([["deep", str("[".repeat(1_000) + "]".repeat(1_000))]]) })[0]
        ?.failed,
    ).toContain("not JSON");
  });
});

describe("names that objects inherit mean nothing", () => {
  test.each([
    "github.constructor",
    "github.__proto__",
    "github['hasOwnProperty']",
    "fromJSON('{}').constructor",
    "fromJSON('{\"a\":1}').__proto__.polluted",
    "github.toString",
  ])("%s is null", (text) => {
    expect(run(text, { github: object([["ref", str("x")]]) })[0]?.value.kind).toBe("null");
  });

  test("own keys of these names are found, and nothing is polluted", () => {
    const [outcome] = run(
      "format('{0} {1}', fromJSON(inputs.json).constructor, fromJSON(inputs.json).__proto__.polluted)",
      { inputs: object([["json", str('{"constructor":"c","__proto__":{"polluted":"p"}}')]]) },
    );
    expect(outcome?.value.kind === "string" && literalOf(outcome.value.text)).toBe("c p");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("strings and conditions", () => {
  const context = {
    contexts: new Map<string, Value>([
      [
        "github",
        object([
          ["ref", str("refs/heads/main")],
          ["head_ref", str("")],
          ["run_id", free("run_id")],
        ]),
      ],
      ["inputs", inputs],
    ]),
  };
  const texts = (text: string): readonly string[] =>
    evaluateTemplate(parseTemplate(text), context, ANY).map((outcome) => outcome.failed ?? show(outcome.text));

  test.each<readonly [string, readonly string[]]>([
    ["deploy-${{ github.ref }}", ["deploy-refs/heads/main"]],
    ["x-${{ github.job }}", ["x-"]],
    ["${{ a", ["`${{` is not closed by `}}`"]],
    ["${{ github.head_ref || github.run_id }}", ["{run_id}"]],
    ["${{ inputs.env }}/state", ["{inputs.env}/state"]],
    ["${{ true }}-${{ 1.50 }}-${{ null }}", ["true-1.5-"]],
    ["${{ github.ref }} || ${{ github.head_ref }}", ["refs/heads/main || "]],
    ["${{ inputs.env == 'prod' && 'production' || 'staging' }}-db", ["production-db", "staging-db"]],
    ['${{ fromJSON(format(\'{{"name":"db-{0}","n":[1,2]}}\', inputs.env)).name }}', ["db-{inputs.env}"]],
    ["${{ fromJSON('not json') }}", ["fromJSON of a string that is not JSON: not json"]],
  ])("%s", (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  const answers = (
    text: string | null,
    status = { success: true, failure: false, cancelled: false },
  ): readonly boolean[] => evaluateCondition(text, { ...context, status }, ANY).map(({ holds }) => holds);

  test.each<readonly [string | null, readonly boolean[]]>([
    [null, [true]],
    ["", [true]],
    ["github.ref == 'refs/heads/main'", [true]],
    ["${{ github.ref == 'refs/heads/MAIN' }}", [true]],
    ["'false'", [true]],
    ["${{ false }} ", [false]],
    ["${{ github.head_ref }} == 'x'", [true]],
    ["!github.head_ref", [true]],
    ["failure()", [false]],
    ["inputs.env == 'prod'", [true, false]],
    ["github.ref = 'x'", [false]],
    ["fromJSON('') == 1", [false]],
  ])("if: %s", (text, expected) => {
    expect(answers(text)).toEqual(expected);
  });

  test("after a failure only conditions that ask for the status can hold", () => {
    const failed = { success: false, failure: true, cancelled: false };
    expect([
      answers(null, failed),
      answers("github.ref != ''", failed),
      answers("always()", failed),
      answers("failure() && github.ref != ''", failed),
      answers("success() || github.ref != ''", failed),
      answers("!cancelled()", failed),
    ]).toEqual([[false], [false], [true], [true], [true], [true]]);
  });
});
