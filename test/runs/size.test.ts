import { beforeAll, describe, expect, it } from "vitest";
import type { Auditor } from "../../src/audit/index.ts";
import type { Audit } from "../../src/audit/model.ts";
import { openAuditor } from "../helpers/auditor.ts";
import { treeOf } from "../helpers/tree.ts";

const INPUTS = [..."abcdefghijkl"];

/** Twelve inputs of five options in ifs, environment, arguments, group and target, before a matrix of `legs`. */
function workflow(legs: number, asked: number): string {
  const each = (write: (name: string) => string): readonly string[] => INPUTS.map(write);
  const environment = Object.fromEntries(
    each((name) => name).map((name) => [name.toUpperCase(), `\${{ inputs.${name} }}`]),
  );
  const options = (name: string): readonly string[] => [1, 2, 3, 4, 5].map((number) => `${name}${number}`);
  const inputs = Object.fromEntries(
    INPUTS.map((name) => [name, { type: "choice", options: options(name), default: `${name}1` }]),
  );
  return JSON.stringify({
    on: { workflow_dispatch: { inputs } },
    concurrency: { group: "deploy-${{ inputs.a }}-${{ inputs.b }}" },
    jobs: {
      plan: {
        if: each((name) => `inputs.${name} != '${name}5'`)
          .slice(0, asked)
          .join(" && "),
        "runs-on": "x",
        env: environment,
        steps: [
          { run: each((name) => `if [ "$${name.toUpperCase()}" = "${name}2" ]; then echo ${name}; fi`).join("\n") },
        ],
      },
      apply: {
        needs: "plan",
        strategy: { matrix: { leg: Array.from({ length: legs }, (_, index) => `leg${index}`) } },
        "runs-on": "x",
        env: environment,
        steps: [
          {
            run: `helm upgrade --install "web-$C" ./chart -n \${{ matrix.leg }} --set ${each((name) => `${name}=$${name.toUpperCase()}`).join(",")}`,
          },
        ],
      },
    },
  });
}

let engine: Auditor;
beforeAll(async () => {
  engine = await openAuditor();
});

/** Steps of the audit, counted instead of timed: jobs that were walked, commands that were interpreted, pairs that were compared. */
function stepsOf(
  legs: number,
  asked: number,
): { readonly units: number; readonly acts: number; readonly pairs: number; readonly audit: Audit } {
  const { audit } = engine.audit(treeOf({ ".github/workflows/deploy.yml": workflow(legs, asked) }));
  const units = audit.runs.flatMap((run) => run.units);
  const pairs = audit.targets.reduce(
    (sum, { encounters }) => sum + encounters.meetings.length + encounters.apart.length,
    0,
  );
  return { units: units.length, acts: units.reduce((sum, unit) => sum + unit.acts.length, 0), pairs, audit };
}

describe("the work for a workflow with twelve inputs of five options", () => {
  it("does not grow with the number of inputs that a condition asks about", () => {
    const [one, twelve] = [stepsOf(2, 1), stepsOf(2, 12)];
    expect(twelve.units).toBe(one.units);
    expect(twelve.acts).toBe(one.acts);
  });

  it("grows in line with the legs of a matrix, and nothing is cut", () => {
    const [few, many] = [stepsOf(16, 12), stepsOf(64, 12)];
    expect(many.units - few.units).toBe(4 * 48);
    expect(many.acts / few.acts).toBeLessThanOrEqual(4);
    expect(many.pairs / few.pairs).toBeCloseTo(4, 0);
    expect(many.audit.limits).toEqual([]);
  });

  it("does not write out the combinations of twelve inputs in a name", () => {
    const every = INPUTS.map((name) => `\${{ inputs.${name} }}`).join("-");
    const text = JSON.stringify({
      on: JSON.parse(workflow(1, 1)).on,
      concurrency: { group: `deploy-${every}` },
      jobs: { apply: { "runs-on": "x", steps: [{ run: `helm upgrade --install web ./chart -n ${every}` }] } },
    });
    const { audit } = engine.audit(treeOf({ ".github/workflows/deploy.yml": text }));
    expect(audit.targets.length).toBeLessThanOrEqual(10);
    expect(audit.targets.every(({ configured }) => configured.limit === 1)).toBe(true);
    expect(audit.limits).toEqual([]);
  });
});
