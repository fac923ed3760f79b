import { describe, expect, it } from "vitest";
import { auditor } from "../../src/audit/index.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { buildRuns, type Built } from "../../src/simulate/build.ts";
import { simulate } from "../../src/simulate/engine.ts";
import { parseEventsFile } from "../../src/simulate/events-file.ts";
import { parseRequest, type SimRequest } from "../../src/simulate/request.ts";
import { drawTimeline, play } from "../../src/simulate/timeline.ts";
import { treeOf } from "../helpers/tree.ts";

const DEPLOY = `name: Deploy
on:
  push: { branches: [main, "release/**"] }
  workflow_dispatch:
    inputs:
      environment: { type: choice, options: [staging, prod], default: staging }
concurrency:
  group: deploy-\${{ inputs.environment || 'prod' }}
jobs:
  build:
    runs-on: ubuntu-latest
    steps: [{ run: make }]
  smoke:
    if: inputs.environment == 'staging'
    needs: build
    runs-on: ubuntu-latest
    steps: [{ run: ./smoke.sh }]
  deploy:
    needs: build
    concurrency: web-\${{ github.ref_name }}
    runs-on: ubuntu-latest
    steps: [{ run: helm upgrade --install web ./chart }]
`;

async function built(
  requests: readonly SimRequest[],
  more: { durations?: Record<string, number>; approvals?: Record<string, number> } = {},
): Promise<Built> {
  const tree = treeOf({ ".github/workflows/deploy.yml": DEPLOY });
  const engine = await auditor(tree, {
    config: emptyConfig,
    today: "2026-11-29",
    strict: false,
    defaultBranch: "main",
    version: "0",
  });
  return buildRuns(engine.audit(tree).audit, { events: requests, durations: {}, approvals: {}, ...more });
}

function request(text: string): SimRequest {
  const parsed = parseRequest(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.request;
}

describe("an event on the command line", () => {
  it("has a ref, a time and inputs", () => {
    expect(request("dispatch:fix@1:environment=prod,note=a=b")).toEqual({
      event: "workflow_dispatch",
      ref: "fix",
      at: 1,
      activity: null,
      inputs: { environment: "prod", note: "a=b" },
      workflow: null,
    });
    expect(request("tag:v1.2")).toMatchObject({ event: "push", ref: "refs/tags/v1.2", at: 0 });
  });

  it.each([
    ["pish:main", "Did you mean push?"],
    ["push:main@soon", '"soon" in "push:main@soon" is not a time'],
    ["dispatch:main@0:environment", "has no value"],
    ["push main", "Write EVENT[.ACTIVITY][:REF][@TIME]"],
  ])("%s is refused with what would be right", (text, message) => {
    expect(parseRequest(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) as string });
  });
});

describe("a file of events", () => {
  it("names every mistake with its line", () => {
    const text =
      "events:\n  - event: push\n    reff: main\n  - event: dispach\n  - event: push\n    at: later\nduration: { deploy: 5 }\n";
    expect(parseEventsFile({ path: "day.yml", text })).toEqual({
      ok: false,
      problems: [
        "day.yml:7:1: `duration` is not known here. Did you mean `durations`?",
        "day.yml:3:5: `reff` is not known here. Did you mean `ref`?",
        expect.stringMatching(/^day.yml:4:12: `dispach` is not an event\./),
        'day.yml:6:9: `at` is "later". Use a number of ticks from 0.',
      ],
    });
  });

  it("says how long things take", () => {
    const parsed = parseEventsFile({
      path: "day.yml",
      text: "events: [{ event: push, ref: main, at: 2 }]\ndurations: { deploy: 30 }\napprovals: { deploy: 5 }\n",
    });
    expect(parsed).toEqual({
      ok: true,
      plan: {
        events: [{ event: "push", activity: null, ref: "main", at: 2, inputs: {}, workflow: null }],
        durations: { deploy: 30 },
        approvals: { deploy: 5 },
      },
    });
  });
});

describe("runs of real workflows", () => {
  it("hold the groups that their event gives them, and run the jobs that it reaches", async () => {
    const { runs } = await built([request("push:main@0"), request("dispatch:fix@1:environment=staging")]);
    expect(runs.map(({ groups }) => groups[0]?.name)).toEqual(["deploy-prod", "deploy-staging"]);
    expect(runs.map(({ jobs }) => jobs.map(({ id, skipped }) => (skipped ? `(${id})` : id)))).toEqual([
      ["build", "(smoke)", "deploy"],
      ["build", "smoke", "deploy"],
    ]);
    expect(runs[1]?.jobs.find(({ id }) => id === "deploy")).toMatchObject({
      groups: [{ name: "web-fix" }],
      needs: ["build"],
    });
  });

  it("wait for each other, and the one in the middle is dropped", async () => {
    const { runs } = await built(["push:main@0", "push:release/7@1", "push:main@2"].map(request));
    const ends = runs.map(
      ({ id }) =>
        simulate(runs)
          .filter(({ run, unit }) => run === id && unit === "")
          .at(-1)?.state,
    );
    expect(ends).toEqual(["succeeded", "replaced", "succeeded"]);
  });

  it("cannot be started by what starts nothing, which is said with what would", async () => {
    const { problems } = await built([
      request("push:dev"),
      request("dispatch:main@0:environment=live"),
      request("schedule"),
    ]);
    expect(problems).toEqual([
      "push on dev starts no workflow here. Of this event there are: push to main; push to release/**.",
      expect.stringContaining("workflow_dispatch on main with environment=live starts no workflow here.") as string,
      expect.stringContaining("schedule starts no workflow here. What starts one: push to main;") as string,
    ]);
  });

  it("are drawn in 80 columns, with who waits, holds and is dropped", async () => {
    const { runs } = await built(["push:main@0", "push:release/7@1", "push:main@2"].map(request), {
      approvals: { deploy: 4 },
    });
    const drawing = drawTimeline(play(runs), 80);
    const bars = drawing.slice(0, drawing.indexOf("= works"));
    expect(Math.max(...bars.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(drawing).toMatch(/^  deploy {30}\?{3}={7}$/m);
    expect(drawing).toContain('at 2: run 2 is dropped from the line of "deploy-prod" by run 3');
    expect(drawing).toContain(
      'at 10: run 1, deploy waits for an approval and holds "deploy-prod" and "web-main" meanwhile',
    );
  });
});
