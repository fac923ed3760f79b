import { describe, expect, test } from "vitest";
import {
  parseExpression,
  parseTemplate,
  references,
  calledFunctions,
  operands,
  type Expression,
} from "../../../src/syntax/expression/index.ts";

function astOf(text: string): Expression {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.ast;
}

/** Every node as the text it covers. */
function covered(text: string, node: Expression = astOf(text)): readonly string[] {
  return [text.slice(node.start, node.end), ...operands(node).flatMap((inner) => covered(text, inner))];
}

describe("places", () => {
  test.each([
    [
      "github.event.pull_request.number",
      [
        "github.event.pull_request.number",
        "github.event.pull_request",
        "github.event",
        "github",
        "event",
        "pull_request",
        "number",
      ],
    ],
    [
      "github['head_ref'] || github.run_id",
      [
        "github['head_ref'] || github.run_id",
        "github['head_ref']",
        "github",
        "'head_ref'",
        "github.run_id",
        "github",
        "run_id",
      ],
    ],
    ["contains( labels , 'a''b' )", null],
    [
      "!(startsWith(github.ref, 'refs/tags/'))",
      [
        "!(startsWith(github.ref, 'refs/tags/'))",
        "startsWith(github.ref, 'refs/tags/')",
        "github.ref",
        "github",
        "ref",
        "'refs/tags/'",
      ],
    ],
    ["needs.*.result", ["needs.*.result", "needs.*", "needs", "result"]],
    [
      "steps.plan.outputs[env.KEY].x",
      [
        "steps.plan.outputs[env.KEY].x",
        "steps.plan.outputs[env.KEY]",
        "steps.plan.outputs",
        "steps.plan",
        "steps",
        "plan",
        "outputs",
        "env.KEY",
        "env",
        "KEY",
        "x",
      ],
    ],
    [
      "github.ref\n  == 'a\nb'  &&\n vars.ON",
      [
        "github.ref\n  == 'a\nb'  &&\n vars.ON",
        "github.ref\n  == 'a\nb'",
        "github.ref",
        "github",
        "ref",
        "'a\nb'",
        "vars.ON",
        "vars",
        "ON",
      ],
    ],
  ])("of %s", (text, parts) => {
    if (parts === null)
      expect(parseExpression(text)).toEqual({ ok: false, message: "there is no context `labels`", start: 10, end: 16 });
    else expect(covered(text)).toEqual(parts);
  });

  test("every quote of a string is unescaped", () => {
    expect(astOf("'it''s ''quoted'''")).toMatchObject({ kind: "literal", value: "it's 'quoted'" });
  });
});

describe("mistakes have a message and a place", () => {
  test.each([
    ["", "the expression is empty", ""],
    ["  ", "the expression is empty", "  "],
    ['github.ref == "main"', '`"main"` is not understood; strings take single quotes', '"main"'],
    ["github.ref = 'main'", "`=` is not understood; strings take single quotes", "="],
    ["github.ref ==", "the expression ends too early", "=="],
    ["(github.ref", "the expression ends too early", "ref"],
    ["github.ref 'x'", "nothing like this can stand here: `'x'`", "'x'"],
    ["startsWith(github.ref)", "too few arguments for `startsWith`", "startsWith"],
    ["always(1)", "too many arguments for `always`", "always"],
    ["toLower(github.ref)", "there is no function `toLower`", "toLower"],
    ["constructor('x')", "there is no function `constructor`", "constructor"],
    ["__proto__('x')", "there is no function `__proto__`", "__proto__"],
    ["constructor.x", "there is no context `constructor`", "constructor"],
    ["'open", "`'open` is not understood; strings take single quotes", "'open"],
  ])("%s", (text, message, at) => {
    const parsed = parseExpression(text);
    expect(parsed).toMatchObject({ ok: false, message });
    if (!parsed.ok) expect(text.slice(parsed.start, parsed.end).startsWith(at)).toBe(true);
  });

  test("depth and length are bounded", () => {
    expect(parseExpression(`${"(".repeat(5_000)}1${")".repeat(5_000)}`)).toMatchObject({
      ok: false,
      message: "the expression is nested in more than 50 levels",
    });
    expect(parseExpression(`'${"x".repeat(30_000)}'`)).toMatchObject({
      ok: false,
      message: "the expression has more than 21,000 characters",
    });
  });
});

describe("templates", () => {
  test.each([
    ["deploy-${{ github.ref }}", ["deploy-", "${{ github.ref }}"]],
    ["${{ a }} || ${{ b }}", ["${{ a }}", " || ", "${{ b }}"]],
    ["${{ format('}}{0}', 1) }}}", ["${{ format('}}{0}', 1) }}", "}"]],
    ["${{ 'it''s }}' }}x", ["${{ 'it''s }}' }}", "x"]],
    ["$${{github.ref}}", ["$", "${{github.ref}}"]],
    ["${ { github.ref }}", ["${ { github.ref }}"]],
    ["a ${{ 'open }} b", ["a ", "${{ 'open }} b"]],
    ["", []],
  ])("%s", (text, parts) => {
    expect(parseTemplate(text).map(({ start, end }) => text.slice(start, end))).toEqual(parts);
  });

  test("offsets of a parsed expression count from its body", () => {
    const text = "x-${{ github.job }}";
    const [, part] = parseTemplate(text);
    if (part?.kind !== "expression" || !part.parsed.ok) throw new Error("not understood");
    const { ast } = part.parsed;
    expect(text.slice(part.bodyStart + ast.start, part.bodyStart + ast.end)).toBe("github.job");
  });

  test("one that is never closed says so", () => {
    const [, part] = parseTemplate("x-${{ github.ref");
    expect(part).toMatchObject({ kind: "expression", parsed: { ok: false, message: "`${{` is not closed by `}}`" } });
  });
});

describe("what an expression mentions", () => {
  test("contexts with their paths", () => {
    const text =
      "github.event.inputs['target'] || needs.*.result || fromJSON(env.MAP)[matrix.env].name" +
      " || steps[format('{0}', inputs.id)].outcome";
    expect(references(astOf(text)).map(({ path }) => path)).toEqual([
      ["github", "event", "inputs", "target"],
      ["needs", null, "result"],
      ["env", "MAP"],
      ["matrix", "env"],
      ["steps", null, "outcome"],
      ["inputs", "id"],
    ]);
    expect(calledFunctions(astOf(text)).map(({ name }) => name)).toEqual(["fromjson", "format"]);
  });
});
