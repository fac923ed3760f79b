import { describe, expect, test } from "vitest";
import { contextAvailability, unavailableAt, type Level } from "../../../src/ecosystems/github-actions/index.ts";
import { parseExpression } from "../../../src/syntax/expression/index.ts";

function found(level: Level, text: string): readonly string[] {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return unavailableAt(level, parsed.ast).map(
    ({ kind, name, start, end }) => `${kind} ${name} at ${text.slice(start, end)}`,
  );
}

describe("what exists where", () => {
  test.each<readonly [Level, string, readonly string[]]>([
    ["concurrency", "github.ref || inputs.env || vars.GROUP", []],
    ["concurrency", "env.GROUP", ["context env at env"]],
    ["concurrency", "secrets.GROUP", ["context secrets at secrets"]],
    ["concurrency", "matrix.env || needs.plan.outputs.env", ["context matrix at matrix", "context needs at needs"]],
    ["concurrency", "github.job", ["null github.job at github.job"]],
    ["concurrency", "format('{0}-{1}', github.workflow, github['token'])", ["null github.token at github['token']"]],
    ["concurrency", "hashFiles('**/*.lock')", ["function hashfiles at hashFiles('**/*.lock')"]],
    ["concurrency", "always() && github.ref", ["function always at always()"]],
    ["job-concurrency", "matrix.env || needs.plan.outputs.env || strategy.job-index", []],
    [
      "job-concurrency",
      "steps.plan.outputs.env || runner.name || job.status",
      ["context steps at steps", "context runner at runner", "context job at job"],
    ],
    ["job-if", "always() && needs.plan.result == 'success'", []],
    ["job-if", "matrix.env == 'prod'", ["context matrix at matrix"]],
    ["job-strategy", "fromJSON(needs.plan.outputs.legs)", []],
    ["job-env", "secrets.TOKEN", []],
    ["step-if", "failure() && steps.plan.outcome == 'failure' && hashFiles('x')", []],
    ["step-if", "secrets.TOKEN != ''", ["context secrets at secrets"]],
    ["step", "secrets.TOKEN || github.job || github.token || runner.temp", []],
    ["call-output", "jobs.apply.outputs.url", []],
    ["env", "secrets.TOKEN || github.sha", []],
  ])("%s: %s", (level, text, expected) => {
    expect(found(level, text)).toEqual(expected);
  });

  test("a group sees exactly github, inputs and vars, a job's group also needs, strategy and matrix", () => {
    expect([...contextAvailability("concurrency").contexts].sort()).toEqual(["github", "inputs", "vars"]);
    expect([...contextAvailability("job-concurrency").contexts].sort()).toEqual([
      "github",
      "inputs",
      "matrix",
      "needs",
      "strategy",
      "vars",
    ]);
    expect([
      ...contextAvailability("concurrency").functions,
      ...contextAvailability("job-concurrency").functions,
    ]).toEqual([]);
  });
});
