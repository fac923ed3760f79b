import { describe, expect, it } from "vitest";
import { audit, pairsOfTarget } from "../../src/audit/index.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import type { TargetPairs } from "../../src/model/pairs.ts";
import { treeOf } from "../helpers/tree.ts";

async function pairs(workflows: Readonly<Record<string, unknown>>): Promise<TargetPairs> {
  const tree = treeOf(
    Object.fromEntries(
      Object.entries(workflows).map(([name, text]) => [`.github/workflows/${name}.yml`, JSON.stringify(text)]),
    ),
  );
  const options = { config: emptyConfig, today: "2026-11-29", strict: false, defaultBranch: "main", version: "0" };
  const { facts, report } = await audit(tree, options as Parameters<typeof audit>[1]);
  const [target] = report.targets;
  if (!target) throw new Error("no target");
  return pairsOfTarget(facts, target);
}

const deploy = { "runs-on": "x", steps: [{ run: "helm upgrade --install web ./chart" }] };
const PUSH = { push: { branches: ["main"] } };

describe("the writers of a target", () => {
  it("each have what they come to in every way in which their run is started", async () => {
    const call = { uses: "./.github/workflows/leaf.yml" };
    const { runs, pairs: found } = await pairs({
      a: { name: "A", on: PUSH, jobs: { x: call } },
      b: { name: "B", on: { schedule: [{ cron: "0 3 * * *" }] }, jobs: { x: call } },
      leaf: { on: { workflow_call: {} }, concurrency: "${{ github.workflow }}", jobs: { deploy } },
    });
    expect(runs.map((ways) => ways.map(({ start, groups }) => [start, ...groups]))).toEqual([
      [
        ["push to main (.github/workflows/a.yml)", "A"],
        ["schedule (.github/workflows/b.yml)", "B"],
      ],
    ]);
    expect(found.map(({ writers }) => writers)).toEqual([[0, 0]]);
    expect(found[0]?.apart).toEqual(["group A held by both", "group B held by both"]);
    expect(found[0]?.meetings.map(({ cause }) => cause)).toEqual(["group-varies"]);
  });

  it("are compared two by two, by their numbers in the report", async () => {
    const { runs, pairs: found } = await pairs({
      a: { on: PUSH, concurrency: "web", jobs: { deploy } },
      b: { on: { workflow_dispatch: {} }, jobs: { deploy } },
    });
    expect(runs.every((ways) => ways.length > 0)).toBe(true);
    expect(found.map(({ writers, meetings, apart }) => [writers, meetings.length > 0, apart])).toEqual([
      [[0, 0], false, ["group web held by both"]],
      [[0, 1], true, []],
      [[1, 1], true, []],
    ]);
  });
});
