import { describe, expect, it } from "vitest";
import {
  audited,
  BY_HAND,
  called,
  calls,
  deploys,
  EVERY_PUSH,
  found,
  limits,
  PUSH,
  type Yaml,
} from "../helpers/audited.ts";

describe("names of groups", () => {
  const one = async (a: Yaml, b: Yaml): Promise<unknown> => limits(await audited({ a, b }));

  it("are one whatever their case, at the level of the run and of the job", async () => {
    const a = { on: PUSH, concurrency: "Deploy-PROD", jobs: { x: deploys() } };
    expect(await one(a, { on: BY_HAND, concurrency: "deploy-prod", jobs: { x: deploys() } })).toEqual({ web: 1 });
    expect(await one(a, { on: BY_HAND, jobs: { x: deploys({ concurrency: "deploy-prod" }) } })).toEqual({ web: 1 });
    expect(await one(a, { on: BY_HAND, jobs: { x: deploys({ concurrency: "deploy-prod2" }) } })).toEqual({ web: 2 });
  });

  it("of the workflow are its name in any case, or its path where it has none", async () => {
    const group = { concurrency: "${{ github.workflow }}", jobs: { x: deploys() } };
    expect(await one({ name: "Ship", on: PUSH, ...group }, { name: "ship", on: BY_HAND, ...group })).toEqual({
      web: 1,
    });
    expect(
      await one(
        { on: PUSH, ...group },
        { on: BY_HAND, concurrency: ".github/workflows/a.yml", jobs: { x: deploys() } },
      ),
    ).toEqual({ web: 1 });
    expect(await one({ on: PUSH, ...group }, { on: BY_HAND, ...group })).toEqual({ web: 2 });
  });

  it("are constant where what should vary is empty, and hold what stands outside the braces", async () => {
    const named = async (concurrency: string): Promise<unknown> =>
      limits(await audited({ a: { on: EVERY_PUSH, concurrency, jobs: { x: deploys() } } }));
    expect(await named("deploy-${{ github.head_ref }}")).toEqual({ web: 1 });
    expect(await named("deploy-${{ github.no_such_thing }}")).toEqual({ web: 1 });
    expect(await named("${{ github.head_ref }} || ${{ github.ref }}")).toEqual({ web: null });
    expect(await named("deploy-${{ github.head_ref || 'all' }}")).toEqual({ web: 1 });
  });

  it("that hold the run's number keep nobody out", async () => {
    for (const number of ["run_id", "run_number"]) {
      const report = await audited({
        a: { on: PUSH, concurrency: `p-\${{ github.${number} }}`, jobs: { x: deploys() } },
      });
      expect(limits(report)).toEqual({ web: null });
      expect(found(report, "concurrent-writers")).toEqual(["warning group-varies high"]);
    }
  });

  it("never come from an environment of the same name", async () => {
    const report = await audited({
      a: {
        on: PUSH,
        jobs: { x: deploys({ environment: "prod", concurrency: "prod" }), y: deploys({ environment: "prod" }) },
      },
    });
    expect(limits(report)).toEqual({ web: null });
    expect(found(report, "concurrent-writers")).toEqual(["warning same-run high", "warning no-group high"]);
  });
});

describe("a block that the platform refuses", () => {
  const refused = async (concurrency: unknown, level: "run" | "job" = "run", platform?: string): Promise<unknown> => {
    const group = { concurrency };
    const report = await audited(
      { a: { on: PUSH, ...(level === "run" ? group : {}), jobs: { x: deploys(level === "job" ? group : {}) } } },
      platform,
    );
    return [found(report, "invalid-concurrency").length, limits(report)["web"]];
  };
  const REFUSED = [1, null];
  const TAKEN = [0, 1];

  it("is one without a group, or with a name that is too long", async () => {
    expect(await refused({ "cancel-in-progress": false })).toEqual(REFUSED);
    expect(await refused("x".repeat(401))).toEqual(REFUSED);
    expect(await refused("x".repeat(400))).toEqual(TAKEN);
  });

  it("is one that asks for what is not there at its level", async () => {
    for (const context of ["env.A", "secrets.A", "matrix.a", "needs.a.outputs.b", "strategy.job-index", "steps.a"])
      expect(await refused(`x-\${{ ${context} }}`), context).toEqual(REFUSED);
    for (const context of ["env.A", "secrets.A", "steps.a.outputs.b", "runner.os", "job.status"])
      expect(await refused(`x-\${{ ${context} }}`, "job"), context).toEqual(REFUSED);
    for (const context of ["vars.A", "inputs.a", "github.event_name"])
      expect(await refused(`x-\${{ ${context} }}`), context).toEqual(TAKEN);
    for (const context of ["needs.a.outputs.b", "strategy.job-total"])
      expect(await refused(`x-\${{ ${context} }}`, "job"), context).toEqual(TAKEN);
  });

  it("is one that calls a function which is not there", async () => {
    expect(await refused("x-${{ hashFiles('a') }}")).toEqual(REFUSED);
    for (const name of ["always", "success", "failure", "cancelled"])
      expect(await refused({ group: "x", "cancel-in-progress": `\${{ ${name}() }}` }), name).toEqual(REFUSED);
    expect(await refused("x-${{ format('{0}', github.workflow) }}")).toEqual(TAKEN);
  });

  it("is one whose queue is none, or keeps and cancels at once", async () => {
    expect(await refused({ group: "p", queue: "all" })).toEqual(REFUSED);
    expect(await refused({ group: "p", queue: "max", "cancel-in-progress": true })).toEqual(REFUSED);
    expect(
      await refused({ group: "p", queue: "max", "cancel-in-progress": "${{ github.ref == 'refs/heads/main' }}" }),
    ).toEqual(REFUSED);
    expect(
      await refused({ group: "p", queue: "max", "cancel-in-progress": "${{ github.ref == 'refs/heads/dev' }}" }),
    ).toEqual(TAKEN);
    expect(await refused({ group: "p", queue: "single", "cancel-in-progress": true })).toEqual(TAKEN);
    expect(await refused({ group: "p", "cancel-in-progress": "yes" })).toEqual(REFUSED);
  });

  it("is one with a queue where the platform knows none", async () => {
    expect(await refused({ group: "p", queue: "max" }, "run", "ghes-3.17")).toEqual(REFUSED);
    expect(await refused({ group: "p" }, "run", "ghes-3.17")).toEqual(TAKEN);
    expect(await refused({ group: "p", queue: "max" }, "run", "github.com")).toEqual(TAKEN);
  });

  it("is one that is empty on some event, and only there", async () => {
    const report = await audited({
      a: { on: { push: {}, pull_request: {} }, concurrency: "${{ github.head_ref }}", jobs: { x: deploys() } },
    });
    expect(found(report, "invalid-concurrency")).toHaveLength(1);
    expect(found(report, "concurrent-writers")).toEqual(["warning group-varies high", "warning no-group high"]);
  });

  it("is not one that reads what is null, which counts as empty", async () => {
    const group = { concurrency: "x-${{ github.job }}" };
    const report = await audited({ a: { on: PUSH, jobs: { x: deploys(group), y: deploys(group) } } });
    expect(found(report, "invalid-concurrency")).toHaveLength(2);
    expect(limits(report)).toEqual({ web: 1 });
  });
});

describe("a newcomer", () => {
  const tests = { "runs-on": "x", steps: [{ run: "npm test" }] };
  const group = (cancels: unknown, name = "p"): Yaml => ({
    concurrency: { group: name, "cancel-in-progress": cancels },
  });

  it("decides whether the running one is cancelled", async () => {
    const of = async (mine: unknown, theirs: Yaml): Promise<readonly string[]> =>
      found(
        await audited({
          a: { on: PUSH, ...group(mine), jobs: { x: deploys() } },
          b: { on: { pull_request: {} }, ...theirs, jobs: { t: tests } },
        }),
        "cancel-mid-write",
      );
    expect(await of(false, group(true))).toEqual(["error high"]);
    expect(await of(false, group(true, "q"))).toEqual([]);
    expect(await of(false, group(false))).toEqual([]);
  });

  it("is asked with its own ref, where an expression says whether it cancels", async () => {
    const of = async (name: string): Promise<readonly string[]> =>
      found(
        await audited({
          a: {
            on: EVERY_PUSH,
            ...group("${{ github.ref != 'refs/heads/main' }}", name),
            jobs: { x: deploys({ if: "github.ref == 'refs/heads/main'" }) },
          },
        }),
        "cancel-mid-write",
      );
    expect(await of("p")).toEqual(["error high"]);
    expect(await of("p-${{ github.ref }}")).toEqual([]);
  });

  it("takes the waiting place of a run that does other work, unless it queues behind it", async () => {
    const of = async (mine: Yaml, theirs: Yaml): Promise<readonly string[]> =>
      found(
        await audited({
          a: { on: PUSH, concurrency: { group: "p", ...mine }, jobs: { x: deploys({}, "web-a") } },
          b: { on: PUSH, concurrency: { group: "p", ...theirs }, jobs: { x: deploys({}, "web-b") } },
        }),
        "dropped-runs",
      );
    expect(await of({}, {})).toEqual(["error high", "error high"]);
    expect(await of({ queue: "max" }, { queue: "max" })).toEqual([]);
    // Whose queue counts in a mixed group is written nowhere.
    expect(await of({ queue: "max" }, {})).toEqual(["error medium"]);
  });

  it("takes it also where all its jobs are skipped, if the run asks for the group and not the job", async () => {
    const main = { if: "github.ref == 'refs/heads/main'" };
    const run = await audited({ a: { on: EVERY_PUSH, concurrency: "g", jobs: { x: deploys(main) } } });
    const job = await audited({ a: { on: EVERY_PUSH, jobs: { x: deploys({ ...main, concurrency: "g" }) } } });
    expect(found(run, "dropped-runs")).toEqual(["error high"]);
    expect(found(job, "dropped-runs")).toEqual([]);
    expect([limits(run), limits(job)]).toEqual([{ web: 1 }, { web: 1 }]);
  });
});

describe("groups of called workflows", () => {
  const group = "${{ github.workflow }}-${{ inputs.e }}";
  const prod = { with: { e: "prod" } };
  const leaf = called(["e"], { concurrency: group, jobs: { x: deploys() } });
  const hands = { with: { e: "${{ inputs.e }}" } };

  it("are named by the caller's workflow and the callee's inputs, three calls deep", async () => {
    const report = await audited({
      top: { name: "Top", on: PUSH, jobs: { a: calls("mid", prod) } },
      mid: called(["e"], { name: "Mid", jobs: { b: calls("low", { with: { e: "${{ inputs.e }}-x" } }) } }),
      low: called(["e"], { name: "Low", jobs: { c: calls("leaf", hands) } }),
      leaf: called(["e"], {
        name: "Leaf",
        concurrency: group,
        jobs: { x: deploys({}, "web-${{ inputs.e }}") },
      }),
    });
    expect(report.targets.map(({ id, configured }) => [id, configured.limit, configured.controls])).toEqual([
      ["helm-release:-/default/web-prod-x", 1, ["top-prod-x"]],
    ]);
  });

  it("differ between two callers only as their names do", async () => {
    const top = (name: string, on: Yaml): Yaml => ({ name, on, jobs: { a: calls("leaf", prod) } });
    const differ = await audited({ a: top("A", PUSH), b: top("B", BY_HAND), leaf });
    expect(limits(differ)).toEqual({ web: 2 });
    expect(found(differ, "concurrent-writers")).toEqual(["warning group-varies high"]);
    const alike = await audited({ a: top("A", PUSH), b: top("a", BY_HAND), leaf });
    expect(limits(alike)).toEqual({ web: 1 });
  });

  it("hold the callee's default where nobody hands anything on, and nothing of the caller's own inputs", async () => {
    const concurrency = "d-${{ inputs.e }}";
    const on = { workflow_call: { inputs: { e: { type: "string", default: "staging" } } } };
    const callee = { on, concurrency, jobs: { x: deploys() } };
    const inputs = { workflow_dispatch: { inputs: { e: { type: "choice", options: ["prod", "dev"] } } } };
    const report = await audited({ top: { on: inputs, jobs: { a: calls("leaf") } }, leaf: callee });
    expect(report.targets[0]?.configured.controls).toEqual(["d-staging"]);
  });

  it("keep sibling calls apart, not the jobs in one call", async () => {
    const callee = (jobs: Yaml): Yaml => called([], { concurrency: "leaf", jobs });
    const two = { a: calls("leaf"), b: calls("leaf") };
    expect(limits(await audited({ top: { on: PUSH, jobs: two }, leaf: callee({ x: deploys() }) }))).toEqual({ web: 1 });
    const report = await audited({
      top: { on: PUSH, jobs: { a: calls("leaf") } },
      leaf: callee({ x: deploys(), y: deploys() }),
    });
    expect(limits(report)).toEqual({ web: 2 });
    expect(found(report, "concurrent-writers")).toEqual(["warning same-run high"]);
  });

  it("lose the third of three sibling calls", async () => {
    const drops = async (names: readonly string[]): Promise<readonly string[]> =>
      found(
        await audited({
          top: { on: PUSH, jobs: Object.fromEntries(names.map((name) => [name, calls("leaf")])) },
          leaf: called([], { concurrency: "leaf", jobs: { x: deploys() } }),
        }),
        "dropped-runs",
      );
    expect(await drops(["a", "b"])).toEqual([]);
    expect(await drops(["a", "b", "c"])).toEqual(["error high"]);
  });

  it("add to the calling job's own", async () => {
    const report = await audited({
      top: { on: PUSH, jobs: { a: calls("leaf", { concurrency: "outer" }) } },
      other: { on: PUSH, concurrency: "outer", jobs: { x: deploys() } },
      leaf: called([], { concurrency: "inner", jobs: { x: deploys() } }),
    });
    expect(limits(report)).toEqual({ web: 1 });
  });

  it("multiply with the calling job's matrix", async () => {
    const legs = { strategy: { matrix: { e: ["a", "b", "c"] } }, with: { e: "${{ matrix.e }}" } };
    const of = async (concurrency: string): Promise<readonly string[]> =>
      found(
        await audited({
          top: { on: PUSH, jobs: { a: calls("leaf", legs) } },
          leaf: called(["e"], { concurrency, jobs: { x: deploys({}, "web-${{ inputs.e }}") } }),
        }),
        "dropped-runs",
      );
    expect(await of("d")).toEqual(["error high"]);
    expect(await of("d-${{ inputs.e }}")).toEqual([]);
  });

  it("are nobody's business where nothing here calls the workflow", async () => {
    const report = await audited({ leaf });
    expect(
      report.findings.filter(({ rule }) => rule !== "no-target-lock").map(({ severity }) => severity),
    ).not.toContain("warning");
    expect(found(report, "concurrent-writers")).toEqual(["note group-varies low"]);
    expect(found(report, "dropped-runs")).toEqual(["note low"]);
  });
});

describe("a group that the own run holds already", () => {
  const deadlocks = async (workflows: Readonly<Record<string, Yaml>>): Promise<number> => {
    const report = await audited(workflows);
    expect(limits(report)).toEqual({ web: 1 });
    return found(report, "group-deadlock").length;
  };
  const callee = (more: Yaml, job: Yaml = {}): Yaml => called([], { ...more, jobs: { x: deploys(job) } });

  it("is never had, at whichever two levels", async () => {
    const inner = { concurrency: "G" };
    const [top, bare] = [{ on: PUSH, concurrency: "g" }, { on: PUSH }];
    const plain = calls("leaf");
    const held = calls("leaf", { concurrency: "g" });
    expect(await deadlocks({ a: { ...top, jobs: { x: deploys(inner) } } })).toBe(1);
    expect(await deadlocks({ a: { ...top, jobs: { a: plain } }, leaf: callee(inner) })).toBe(1);
    expect(await deadlocks({ a: { ...top, jobs: { a: plain } }, leaf: callee({}, inner) })).toBe(1);
    expect(await deadlocks({ a: { ...bare, jobs: { a: held } }, leaf: callee(inner) })).toBe(1);
    expect(await deadlocks({ a: { ...bare, jobs: { a: held } }, leaf: callee({}, inner) })).toBe(1);
  });

  it("is the caller's own where both are named after the workflow", async () => {
    const own = { concurrency: "${{ github.workflow }}" };
    const top = { name: "Top", on: PUSH, ...own, jobs: { a: calls("leaf") } };
    expect(await deadlocks({ top, leaf: callee({ name: "Leaf", ...own }) })).toBe(1);
    expect(await deadlocks({ top, leaf: callee({ name: "Leaf", concurrency: "leaf-${{ github.workflow }}" }) })).toBe(
      0,
    );
  });

  it("may be so on one branch only", async () => {
    const of = (job: string): Promise<number> =>
      deadlocks({
        a: {
          on: EVERY_PUSH,
          concurrency: "g-${{ github.ref_name }}",
          jobs: { x: deploys({ concurrency: job }) },
        },
      });
    expect(await of("g-main")).toBe(1);
    expect(await of("h-main")).toBe(0);
  });
});

describe("the ref of pull_request_target", () => {
  const controls = async (platform?: string): Promise<unknown> => {
    const on = { pull_request_target: { types: ["closed"] } };
    const report = await audited({ a: { on, concurrency: "g-${{ github.ref }}", jobs: { x: deploys() } } }, platform);
    return limits(report);
  };

  it("is the default branch on github.com and since GHES 3.20, the target branch before", async () => {
    expect(await controls()).toEqual({ web: 1 });
    expect(await controls("ghes-3.20")).toEqual({ web: 1 });
    expect(await controls("ghes-3.19")).toEqual({ web: null });
  });
});

describe("a tag that is called like the default branch", () => {
  const onMain = { x: deploys({ if: "github.ref_name == 'main'" }) };
  const perRef = { concurrency: "deploy-${{ github.ref }}" };

  it("is nothing that anybody makes", async () => {
    for (const on of [EVERY_PUSH, BY_HAND, { push: {}, workflow_dispatch: {} }])
      expect(limits(await audited({ a: { on, ...perRef, jobs: onMain } }))).toEqual({ web: 1 });
  });

  it("leaves every other tag what it is", async () => {
    const jobs = { x: deploys({ if: "github.ref_name == 'v1'" }) };
    expect(limits(await audited({ a: { on: EVERY_PUSH, ...perRef, jobs } }))).toEqual({ web: 2 });
  });
});
