import fc from "fast-check";
import { SPICE } from "./mutate.ts";
import { script } from "./shell.ts";

const atom = fc.constantFrom(
  "github.ref",
  "github.event_name",
  "github.head_ref",
  "inputs.x",
  "inputs['x']",
  "matrix.m",
  "needs.a.outputs.o",
  "needs.*.result",
  "steps.s.outputs.o",
  "env.E",
  "vars.V",
  "secrets.S",
  "github.event.pull_request.merged",
  "'x'",
  "''",
  "1",
  "0x1F",
  "true",
  "null",
  "github",
  "github.run_id",
  "hashFiles('**')",
  "strategy.job-index",
);

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthIdentifier: "expression", maxDepth: 4 },
    atom,
    fc
      .tuple(tie("expression"), fc.constantFrom("==", "!=", "&&", "||", "<", ">="), tie("expression"))
      .map((parts) => parts.join(" ")),
    tie("expression").map((one) => `!(${one})`),
    fc
      .tuple(
        fc.constantFrom("contains", "startsWith", "endsWith", "join", "format", "nope"),
        tie("expression"),
        tie("expression"),
      )
      .map(([call, a, b]) => `${call}(${a}, ${b})`),
    tie("expression").map((one) => `fromJSON(toJSON(${one}))`),
    fc.constantFrom("always()", "failure()", "success()", "cancelled()", "case(true, 1, 2)"),
    fc.constantFrom(...SPICE),
  ),
}));

const text = fc.oneof(
  fc.constantFrom("x", "", "deploy", "prod"),
  expression.map((one) => `\${{ ${one} }}`),
  fc.tuple(expression, expression).map(([a, b]) => `a-\${{ ${a} }}-\${{ ${b} }}`),
  fc.constantFrom(...SPICE),
);

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(null), fc.constant([]), fc.constant({}));
/** Mostly what it should be, now and then something else. */
function mostly<T>(one: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: one as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });
}

const concurrency = mostly(
  fc.oneof(
    text,
    fc.record(
      {
        group: mostly(text),
        "cancel-in-progress": mostly(fc.oneof(fc.boolean(), text)),
        queue: mostly(fc.constantFrom("single", "max", "other")),
      },
      { requiredKeys: ["group"] },
    ),
  ),
);

const filters = fc.record(
  {
    branches: mostly(
      fc.array(fc.constantFrom("main", "release/**", "!main", "*", "**", "[a-", "v+([0-9])", ""), { maxLength: 3 }),
    ),
    tags: mostly(fc.array(fc.constantFrom("v*", "!v1"), { maxLength: 2 })),
    paths: mostly(fc.array(fc.constantFrom("**", "infra/**", "!**/*.md"), { maxLength: 2 })),
    types: mostly(fc.array(fc.constantFrom("opened", "closed", "published", "nope"), { maxLength: 3 })),
  },
  { requiredKeys: [] },
);

const inputs = fc.dictionary(
  fc.constantFrom("x", "y", "__proto__", "X"),
  mostly(
    fc.record(
      {
        type: mostly(fc.constantFrom("string", "choice", "boolean", "number", "environment")),
        options: mostly(fc.array(fc.constantFrom("a", "b", 1, null))),
        default: odd,
      },
      { requiredKeys: ["type"] },
    ),
  ),
  { maxKeys: 3 },
);

const triggers = mostly(
  fc.dictionary(
    fc.constantFrom(
      "push",
      "pull_request",
      "pull_request_target",
      "workflow_dispatch",
      "workflow_call",
      "schedule",
      "release",
      "workflow_run",
      "merge_group",
      "issue_comment",
      "repository_dispatch",
      "nope",
    ),
    mostly(fc.oneof(filters, fc.record({ inputs }), fc.constant([{ cron: "* * * * *" }]))),
    { minKeys: 1, maxKeys: 4 },
  ),
);

const step = mostly(
  fc.record(
    {
      id: mostly(fc.constantFrom("s", "t", "__proto__")),
      if: mostly(fc.oneof(expression, text)),
      run: mostly(
        fc.oneof(
          script,
          text.map((one) => `terraform apply -chdir=${one}\nhelm upgrade ${one} c`),
        ),
      ),
      uses: mostly(
        fc.constantFrom(
          "actions/checkout@v4",
          "./.github/actions/a",
          "./",
          "../..",
          "docker://x",
          "azure/webapps-deploy@v3",
          "x",
        ),
      ),
      with: mostly(fc.dictionary(fc.constantFrom("app-name", "slot-name", "x"), mostly(text), { maxKeys: 3 })),
      env: mostly(fc.dictionary(fc.constantFrom("E", "GITHUB_REF", "PATH", "__proto__"), mostly(text), { maxKeys: 3 })),
      shell: mostly(fc.constantFrom("bash", "pwsh", "python {0}", "bash -x {0}", "sh")),
      "working-directory": mostly(text),
      "continue-on-error": mostly(fc.oneof(fc.boolean(), text)),
    },
    { requiredKeys: ["run"] },
  ),
);

const job = mostly(
  fc.record(
    {
      needs: mostly(fc.subarray(["a", "b", "c", "nope"])),
      if: mostly(fc.oneof(expression, text)),
      "runs-on": mostly(fc.oneof(text, fc.array(text))),
      environment: mostly(fc.oneof(text, fc.record({ name: text }))),
      concurrency,
      outputs: mostly(fc.dictionary(fc.constantFrom("o", "p"), mostly(text), { maxKeys: 2 })),
      strategy: mostly(
        fc.record(
          {
            matrix: mostly(
              fc.oneof(
                text,
                fc.record(
                  {
                    m: mostly(fc.oneof(text, fc.array(odd, { maxLength: 4 }))),
                    include: mostly(fc.array(odd, { maxLength: 3 })),
                    exclude: mostly(fc.array(odd)),
                  },
                  { requiredKeys: [] },
                ),
              ),
            ),
            "max-parallel": mostly(fc.oneof(fc.integer(), text)),
          },
          { requiredKeys: ["matrix"] },
        ),
      ),
      uses: mostly(
        fc.constantFrom(
          "./.github/workflows/one.yml",
          "./.github/workflows/two.yml",
          "o/r/.github/workflows/x.yml@main",
        ),
      ),
      with: mostly(fc.dictionary(fc.constantFrom("x", "y"), mostly(text), { maxKeys: 2 })),
      secrets: mostly(fc.oneof(fc.constant("inherit"), fc.dictionary(fc.constantFrom("S"), text))),
      steps: mostly(fc.array(step, { maxLength: 4 })),
      "timeout-minutes": mostly(fc.oneof(fc.integer(), text)),
    },
    { requiredKeys: ["steps"] },
  ),
);

/** A workflow of which most is what it should be. JSON is YAML, so that nothing but structure is tried here. */
export const workflow: fc.Arbitrary<string> = fc
  .record(
    {
      on: triggers,
      concurrency,
      env: mostly(fc.dictionary(fc.constantFrom("E", "F"), mostly(text), { maxKeys: 2 })),
      jobs: mostly(fc.dictionary(fc.constantFrom("a", "b", "c"), job, { minKeys: 1, maxKeys: 3 })),
    },
    { requiredKeys: ["on", "jobs"] },
  )
  .map((document) => JSON.stringify(document, null, 1));
