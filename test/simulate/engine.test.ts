import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/engine.ts";
import type { SimGroup, SimRun, SimUnit } from "../../src/simulate/types.ts";

const group = (name: string, more: Partial<SimGroup> = {}): SimGroup => ({
  name,
  cancels: false,
  queue: "single",
  ...more,
});
const job = (id: string, more: Partial<SimUnit> = {}): SimUnit => ({
  id,
  groups: [],
  needs: [],
  jobs: [],
  duration: 10,
  ...more,
});
const run = (id: string, at: number, more: Partial<SimRun> = {}): SimRun => ({
  id,
  at,
  label: id,
  groups: [],
  needs: [],
  duration: 0,
  jobs: [job("apply")],
  ...more,
});
const last = (runs: readonly SimRun[], id: string, unit = ""): string | undefined =>
  simulate(runs)
    .filter((event) => event.run === id && event.unit === unit)
    .at(-1)?.state;

describe("the platform's rules", () => {
  it("keeps one running and one waiting, and replaces the one that waits", () => {
    const runs = ["a", "b", "c"].map((id, at) => run(id, at, { groups: [group("deploy")] }));
    expect(runs.map(({ id }) => last(runs, id))).toEqual(["succeeded", "replaced", "succeeded"]);
  });

  it("keeps up to a hundred with queue: max and turns the next one away", () => {
    const runs = Array.from({ length: 102 }, (_, at) =>
      run(`r${at}`, at / 1000, { groups: [group("deploy", { queue: "max" })] }),
    );
    expect(last(runs, "r100")).toBe("succeeded");
    expect(last(runs, "r101")).toBe("refused");
  });

  it("compares names without regard to case and across levels", () => {
    const events = simulate([
      run("a", 0, { groups: [group("Net-State")] }),
      run("b", 1, { jobs: [job("apply", { groups: [group("net-state")] })] }),
    ]);
    expect(events).toContainEqual({ at: 1, run: "b", unit: "apply", state: "pending", group: "net-state" });
    expect(events).toContainEqual({ at: 10, run: "b", unit: "apply", state: "running" });
  });

  it("lets the newcomer's cancel-in-progress decide, whatever the job says", () => {
    const guarded = (id: string, at: number): SimRun =>
      run(id, at, { groups: [group("main", { cancels: true })], jobs: [job("apply", { groups: [group("tf")] })] });
    const runs = [guarded("a", 0), guarded("b", 3)];
    expect(last(runs, "a", "apply")).toBe("cancelled");
    expect(last(runs, "b", "apply")).toBe("succeeded");
  });

  it("lets a run whose jobs are all skipped take the waiting place", () => {
    const groups = [group("tickets")];
    const runs = [
      run("a", 0, { groups }),
      run("b", 1, { groups }),
      run("c", 2, { groups, jobs: [job("deploy", { skipped: true })] }),
    ];
    expect(last(runs, "b")).toBe("replaced");
  });

  it("takes a job's group only after its needs", () => {
    const slow = [job("build", { duration: 20 }), job("apply", { needs: ["build"], groups: [group("tf")] })];
    const fast = [job("build", { duration: 1 }), job("apply", { needs: ["build"], groups: [group("tf")] })];
    const events = simulate([run("old", 0, { jobs: slow }), run("new", 2, { jobs: fast })]);
    const starts = events.filter(({ unit, state }) => unit === "apply" && state === "running").map(({ run: id }) => id);
    expect(starts).toEqual(["new", "old"]);
  });

  it("finds a deadlock with a group of the run, three calls down", () => {
    const chart = job("upgrade", { groups: [group("ship-production")] });
    const nested = job("promote", { duration: 0, jobs: [job("cluster", { duration: 0, jobs: [chart] })] });
    const runs = [run("release", 0, { groups: [group("Ship-production")], jobs: [nested] })];
    expect(last(runs, "release", "promote/cluster/upgrade")).toBe("deadlocked");
  });

  it("makes sibling calls of one workflow queue, and drops the middle one of three", () => {
    const call = (id: string): SimUnit => job(id, { duration: 0, groups: [group("worker")], jobs: [job("work")] });
    const runs = [run("a", 0, { jobs: [call("one"), call("two"), call("three")] })];
    expect(["one", "two", "three"].map((id) => last(runs, "a", id))).toEqual(["succeeded", "replaced", "succeeded"]);
  });

  it("holds the group while a person is asked", () => {
    const gated = (id: string, at: number): SimRun =>
      run(id, at, { jobs: [job("apply", { groups: [group("prod")], approval: 50 })] });
    const events = simulate([gated("a", 0), gated("b", 1)]);
    expect(events).toContainEqual({ at: 1, run: "b", unit: "apply", state: "pending", group: "prod" });
    expect(events).toContainEqual({ at: 60, run: "b", unit: "apply", state: "approval" });
  });

  it("leaves out what needs a lost job, whatever the order in the file, and the run ends all the same", () => {
    const jobs = [
      job("report", { needs: ["deploy"] }),
      job("deploy", { needs: ["migrate"] }),
      job("migrate", { groups: [group("Deploy")] }),
    ];
    const runs = [run("a", 0, { groups: [group("deploy")], jobs })];
    expect(["migrate", "deploy", "report", ""].map((unit) => last(runs, "a", unit))).toEqual([
      "deadlocked",
      "skipped",
      "skipped",
      "succeeded",
    ]);
  });

  it("starts nothing of a run that is being cancelled", () => {
    const jobs = ["eu", "us"].map((id) => job(id, { groups: [group("legs")] }));
    const events = simulate([
      run("old", 0, { groups: [group("main")], jobs }),
      run("new", 3, { groups: [group("main", { cancels: true })] }),
    ]);
    expect(events.filter(({ run: id, unit }) => id === "old" && unit === "us").map(({ state }) => state)).toEqual([
      "pending",
      "cancelled",
    ]);
  });

  it("runs as many legs at a time as the lane has places", () => {
    const legs = ["eu", "us", "ap"].map((id) => job(id, { lane: { name: "deploy", places: 2 } }));
    const running = simulate([run("a", 0, { jobs: legs })]).filter(({ state, unit }) => state === "running" && unit);
    expect(running.map(({ at }) => at)).toEqual([0, 0, 10]);
  });

  it("runs one leg at a time in a lane", () => {
    const legs = ["eu", "us"].map((id) => job(id, { lane: { name: "deploy", places: 1 } }));
    const running = simulate([run("a", 0, { jobs: legs })]).filter(
      ({ state, unit }) => state === "running" && unit !== "",
    );
    expect(running.map(({ unit, at }) => [unit, at])).toEqual([
      ["eu", 0],
      ["us", 10],
    ]);
  });
});
