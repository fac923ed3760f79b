import { describe, expect, test } from "vitest";
import { expandMatrix, parseWorkflow, type Job } from "../../../src/ecosystems/github-actions/index.ts";
import { evaluateMatrix, stringOf } from "../../../src/interpret/expression/index.ts";
import { ANY } from "../../../src/values/cube.ts";
import { mention, show } from "../../../src/values/text.ts";
import { bool, num, NULL, object, str, textValue, type Value } from "../../../src/values/value.ts";
import type { Field } from "../../../src/ecosystems/github-actions/index.ts";

function jobWith(matrix: string): Job {
  const indented = matrix
    .split("\n")
    .map((line) => `        ${line}`)
    .join("\n");
  const text = [
    `on: push`,
    `jobs:`,
    `  deploy:`,
    `    runs-on: ubuntu-latest`,
    `    strategy:`,
    `      matrix:`,
    `${indented}`,
    `    steps: [{ run: make }]`,
    ``,
  ].join("\n");
  const { workflow, problems } = parseWorkflow({ path: "ci.yml", text });
  expect(problems).toEqual([]);
  return workflow?.jobs[0] as Job;
}

function literal(field: Field): Value {
  if (field.value === null) return NULL;
  if (typeof field.value === "string") return str(field.value);
  return typeof field.value === "number" ? num(field.value) : bool(field.value);
}

function textOf(value: Value | null | undefined): Extract<Value, { kind: "unknown" }>["text"] {
  if (value?.kind !== "unknown") throw new Error(`known: ${JSON.stringify(value)}`);
  return value.text;
}

function shown(value: Value): unknown {
  if (value.kind === "list") return value.items.map(shown);
  if (value.kind === "object")
    return Object.fromEntries((value.entries ?? []).map(([key, inner]) => [key, shown(inner)]));
  if (value.kind === "string") return show(value.text);
  return value.kind === "unknown" ? `?${show(value.text)}` : value.kind === "null" ? null : value.value;
}

function legsOf(matrix: string) {
  const { matrix: found } = jobWith(matrix).strategy ?? {};
  if (!found) throw new Error("no matrix");
  const { legs, failed, cut } = expandMatrix(found, literal);
  return {
    legs: legs.map(({ values }) => Object.fromEntries([...values].map(([key, value]) => [key, shown(value)]))),
    failed,
    cut,
  };
}

describe("legs", () => {
  test("are the product of the axes, the last one turning fastest", () => {
    expect(legsOf("env: [dev, prod]\nregion: [eu, us]").legs).toEqual([
      { env: "dev", region: "eu" },
      { env: "dev", region: "us" },
      { env: "prod", region: "eu" },
      { env: "prod", region: "us" },
    ]);
  });

  test("keep the types of their values", () => {
    expect(legsOf("v: [1.10, '1.10', true, null, { name: x, on: false }, [a, 1]]").legs.map(({ v }) => v)).toEqual([
      1.1,
      "1.10",
      true,
      null,
      { name: "x", on: false },
      ["a", 1],
    ]);
  });

  test("the documented example of include", () => {
    const { legs } = legsOf(
      [
        "fruit: [apple, pear]",
        "animal: [cat, dog]",
        "include:",
        "  - color: green",
        "  - color: pink",
        "    animal: cat",
        "  - fruit: apple",
        "    shape: circle",
        "  - fruit: banana",
        "  - fruit: banana",
        "    animal: cat",
      ].join("\n"),
    );
    expect(legs).toEqual([
      { fruit: "apple", animal: "cat", color: "pink", shape: "circle" },
      { fruit: "apple", animal: "dog", color: "green", shape: "circle" },
      { fruit: "pear", animal: "cat", color: "pink" },
      { fruit: "pear", animal: "dog", color: "green" },
      { fruit: "banana" },
      { fruit: "banana", animal: "cat" },
    ]);
  });

  test("include alone gives one leg each", () => {
    expect(legsOf("include:\n  - { service: api, port: 80 }\n  - { service: web }").legs).toEqual([
      { service: "api", port: 80 },
      { service: "web" },
    ]);
  });

  test("an include that overwrites no axis but an earlier include", () => {
    expect(legsOf("env: [dev]\ninclude:\n  - { env: dev, role: a }\n  - { role: b }").legs).toEqual([
      { env: "dev", role: "b" },
    ]);
  });

  test("exclude matches parts of a combination, nested values and without regard to case", () => {
    expect(
      legsOf(
        [
          "os: [Linux, mac]",
          "v: [{ node: 12, npm: 6 }, { node: 14, npm: 7 }]",
          "exclude:",
          "  - { os: linux, v: { node: 12 } }",
        ].join("\n"),
      ).legs,
    ).toEqual([
      { os: "Linux", v: { node: 14, npm: 7 } },
      { os: "mac", v: { node: 12, npm: 6 } },
      { os: "mac", v: { node: 14, npm: 7 } },
    ]);
    expect(legsOf("v: [1, 2]\nexclude: [{ v: '1' }]").legs).toEqual([{ v: 2 }]);
  });

  test("are at most 256, whatever the product", () => {
    const axes = "abcdef"
      .split("")
      .map((name) => `${name}: [${Array.from({ length: 40 }, (_, index) => index).join(", ")}]`)
      .join("\n");
    const { legs, cut } = legsOf(axes);
    expect([legs.length, cut]).toEqual([256, true]);
  });

  test.each([
    ["env: []", "`env` of the matrix is an empty list"],
    ["env: [a]\nexclude: [{ os: x }]", "an `exclude` of the matrix names `os`, which is no axis"],
    ["env: [a]\nexclude: [{ env: a }]", "the matrix has no legs"],
    ["env: [a]\ninclude: [{}]", "an `include` of the matrix is empty"],
  ])("%s is refused", (matrix, failed) => {
    expect(legsOf(matrix)).toEqual({ legs: [], failed, cut: false });
  });
});

describe("expressions", () => {
  const choice = mention({ key: "inputs.env", label: "inputs.env", kind: "chosen", domain: ["all", "dev"] });
  const plan = mention({ key: "needs.plan.outputs.envs", label: "needs.plan.outputs.envs", kind: "output" });
  const outputs = object([
    ["envs", textValue(plan)],
    ["known", str('["eu","us"]')],
  ]);
  const context = {
    contexts: new Map<string, Value>([
      ["inputs", object([["env", textValue(choice)]])],
      ["needs", object([["plan", object([["outputs", outputs]])]])],
    ]),
  };

  function outcomes(matrix: string) {
    const { matrix: found } = jobWith(matrix).strategy ?? {};
    if (!found) throw new Error("no matrix");
    return evaluateMatrix(found, context, ANY).map(({ expansion }) => expansion);
  }

  test("a known list is expanded", () => {
    const [only] = outcomes("region: ${{ fromJSON(needs.plan.outputs.known) }}");
    expect(only?.legs.map(({ context: leg }) => stringOf(leg.get("region") ?? NULL))).toEqual(["eu", "us"]);
  });

  test("a choice gives the legs of each of its values", () => {
    const found = outcomes(
      "env: ${{ inputs.env == 'all' && fromJSON('[\"dev\",\"prod\"]') || fromJSON(format('[\"{0}\"]', inputs.env)) }}",
    );
    expect(found.map(({ legs }) => legs.map(({ context: leg }) => stringOf(leg.get("env") ?? NULL)))).toEqual([
      ["dev", "prod"],
      ["dev"],
    ]);
  });

  test("a list that nobody knows gives two fresh legs, with whatever properties are asked for", () => {
    const [only] = outcomes("target: ${{ fromJSON(needs.plan.outputs.envs) }}\nregion: [eu]");
    expect(only?.legs.map(({ fresh }) => fresh)).toEqual([0, 1]);
    const [first, second] = (only?.legs ?? []).map(
      ({ context: leg }) => leg.get("target") as Extract<Value, { kind: "unknown" }>,
    );
    expect(show(first?.text ?? [])).toBe("{matrix.target}");
    expect(first?.text).not.toEqual(second?.text);
    expect(show(textOf(first?.get("name")))).toBe("{matrix.target.name}");
    expect(stringOf(only?.legs[0]?.context.get("region") ?? NULL)).toBe("eu");
  });

  test("a whole matrix that nobody knows gives two legs of which any property may be asked", () => {
    const { legs } = outcomes("${{ fromJSON(needs.plan.outputs.envs) }}")[0] ?? { legs: [] };
    expect(legs.map(({ fresh }) => fresh)).toEqual([0, 1]);
    expect(show(textOf(legs[0]?.context.get("stack")))).toBe("{matrix.stack}");
  });
});
