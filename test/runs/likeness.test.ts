import { beforeAll, describe, expect, it } from "vitest";
import type { Auditor } from "../../src/audit/index.ts";
import type { AuditedTarget } from "../../src/audit/model.ts";
import { openAuditor } from "../helpers/auditor.ts";
import { treeOf } from "../helpers/tree.ts";

let engine: Auditor;
beforeAll(async () => {
  engine = await openAuditor();
});

/** The one target that all legs of a matrix write, each in a group of its own name. */
function target(legs: readonly string[], group: string, inputs: Record<string, unknown> = {}): AuditedTarget {
  const workflow = {
    on: { push: { branches: ["main"] }, workflow_dispatch: { inputs } },
    jobs: {
      deploy: {
        "runs-on": "x",
        concurrency: group,
        strategy: { matrix: { leg: legs } },
        steps: [{ run: "helm upgrade --install web ./chart" }],
      },
    },
  };
  const { audit } = engine.audit(treeOf({ ".github/workflows/deploy.yml": JSON.stringify(workflow) }));
  expect(audit.limits).toEqual([]);
  return audit.targets[0] as AuditedTarget;
}

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `leg${index}`);
}

/** What is said of the pairs, whichever legs stand for them. */
function said({ encounters }: AuditedTarget): readonly string[] {
  return [
    ...new Set(
      encounters.meetings.map(({ a, b, cause }) => `${cause} ${a.use.unit.run.event} ${b.use.unit.run.event}`),
    ),
  ].sort();
}

describe("legs that only their groups' names tell apart", () => {
  it("are compared as few of them are, and each counts", () => {
    const [few, many] = [target(names(3), "web-${{ matrix.leg }}"), target(names(60), "web-${{ matrix.leg }}")];
    expect(said(many)).toEqual(said(few));
    // Of many, runs that only their labels tell apart count as one besides.
    expect(many.encounters.meetings.length).toBeLessThanOrEqual(few.encounters.meetings.length);
    expect([few.configured.limit, many.configured.limit]).toEqual([3, 60]);
  });

  it("each say which group keeps their runs apart", () => {
    const { encounters } = target(names(30), "web-${{ matrix.leg }}");
    expect(new Set(encounters.apart.map(({ by }) => by))).toEqual(
      new Set(names(30).map((leg) => `group web-${leg} held by both`)),
    );
  });

  it("are all behind one group where the name does not hold the leg", () => {
    const { encounters, configured } = target(names(30), "web");
    expect(encounters.meetings).toEqual([]);
    expect(configured.limit).toBe(1);
  });

  it("are told apart where what follows can make up for it", () => {
    const suffix = { suffix: { type: "choice", options: ["a", "0"] } };
    // leg1 with 0 holds the group of leg10 with nothing, on which a push insists.
    const met = target(["1", "10"], "web-${{ matrix.leg }}${{ inputs.suffix }}", suffix);
    const other = target(["1", "20"], "web-${{ matrix.leg }}${{ inputs.suffix }}", suffix);
    const apart = ({ encounters }: AuditedTarget): readonly string[] => encounters.apart.map(({ by }) => by);
    expect(said(met)).toEqual(said(other));
    expect(apart(met).some((by) => by.includes("web-10"))).toBe(true);
    expect(met.configured.limit).toBeLessThan(other.configured.limit ?? 0);
  });

  it("are one where their names differ in case alone", () => {
    expect(target(["web", "WEB"], "deploy-${{ matrix.leg }}").configured.limit).toBe(1);
    expect(target(["web", "api"], "deploy-${{ matrix.leg }}").configured.limit).toBe(2);
  });
});
