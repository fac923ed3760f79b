import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { planFixes } from "../../src/fixes/plan.ts";
import { proverFor } from "../../src/fixes/prover.ts";
import { formatNames } from "../../src/reporters/index.ts";
import { treeOf } from "../helpers/tree.ts";
import { openBench, type Bench } from "./inspect.ts";
import { mutations } from "./mutate.ts";
import { repositories, type Files } from "./repository.ts";
import { script } from "./shell.ts";
import { workflow } from "./workflow.ts";

/** Inputs for each of the tests; `npm run fuzz` sets many. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 150);
const SEED = process.env["FUZZ_SEED"];
const PARAMETERS = { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) };
const REPOSITORIES = repositories();

const format = fc.constantFrom(...formatNames);

/** A repository of which one to three files were spoilt. */
const spoilt: fc.Arbitrary<Files> = fc
  .oneof(
    { weight: 1, arbitrary: fc.constant(REPOSITORIES[0] as Files) },
    { weight: 4, arbitrary: fc.constantFrom(...REPOSITORIES.slice(1)) },
  )
  .chain((files) =>
    fc
      .array(fc.tuple(fc.constantFrom(...Object.keys(files)), mutations()), { minLength: 1, maxLength: 3 })
      .map((changes) => ({
        ...files,
        ...Object.fromEntries(changes.map(([path, change]) => [path, change(files[path] ?? "")])),
      })),
  );

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});

describe("whatever stands in a repository", () => {
  it("files spoilt by bytes, lines and signs cost themselves", () => {
    fc.assert(
      fc.property(spoilt, format, (files, name) => void bench.run(files, name)),
      PARAMETERS,
    );
  });

  it("workflows of any structure are audited", () => {
    fc.assert(
      fc.property(
        workflow,
        workflow,
        format,
        (one, two, name) =>
          void bench.run(
            {
              ".github/workflows/one.yml": one,
              ".github/workflows/two.yml": two,
              ".github/actions/a/action.yml":
                "runs: { using: composite, steps: [{ run: helm upgrade web c, shell: bash }, { uses: ./.github/actions/a }] }\n",
              "main.tf": 'terraform {\n  backend "s3" {}\n}\n',
            },
            name,
          ),
      ),
      PARAMETERS,
    );
  });

  it("shell of any structure is interpreted, up to its bounds", () => {
    fc.assert(
      fc.property(
        script,
        script,
        format,
        (one, two, name) =>
          void bench.run(
            {
              ".github/workflows/one.yml": JSON.stringify({
                on: "push",
                jobs: { a: { "runs-on": "x", steps: [{ run: one }, { run: "./go.sh $X && terraform apply" }] } },
              }),
              "go.sh": two,
              "f.txt": two,
              "main.tf": "",
            },
            name,
          ),
      ),
      PARAMETERS,
    );
  });

  it("patches of what can still be audited are found or not, and leave files that can be audited", async () => {
    await fc.assert(
      fc.asyncProperty(spoilt, async (files) => {
        const tree = treeOf(files);
        const start = bench.engine.audit(tree);
        const wanted = {
          unsafe: true,
          document: false,
          includes: ({ severity }: { readonly severity: string }) => severity !== "note",
        };
        const plan = await planFixes(start, wanted, proverFor(bench.engine, tree));
        const after = bench.engine.audit(treeOf({ ...files, ...Object.fromEntries(plan.files) }));
        expect(after.audit.problems.length).toBeLessThanOrEqual(start.audit.problems.length);
      }),
      { ...PARAMETERS, numRuns: Math.ceil(RUNS / 10) },
    );
  });
});
