import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/engine.ts";
import type { SimGroup, SimRun, SimUnit } from "../../src/simulate/types.ts";
import { playNaively } from "./naive.ts";

const NAMES = ["deploy", "Deploy", "web", "db"];
const RUNS = 4000;

const group: fc.Arbitrary<SimGroup> = fc
  .record({
    name: fc.constantFrom(...NAMES),
    cancels: fc.boolean(),
    queue: fc.constantFrom<("single" | "max")[]>("single", "single", "max"),
  })
  .map((one) => (one.queue === "max" ? { ...one, cancels: false } : one));

const groups = (most: number): fc.Arbitrary<readonly SimGroup[]> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(group, { maxLength: most }));

interface Shape {
  readonly groups: readonly SimGroup[];
  readonly needs: readonly number[];
  readonly jobs: readonly Shape[];
  readonly approves: boolean;
  readonly skipped: boolean;
  readonly legs: number;
  readonly places: number;
}

/** A job, a matrix of jobs, or a call with jobs inside, up to three deep. */
const shape = (depth: number): fc.Arbitrary<Shape> =>
  fc.record({
    groups: groups(depth > 0 ? 2 : 1),
    needs: fc.array(fc.nat(2), { maxLength: 2 }),
    jobs: depth > 0 ? fc.oneof(fc.constant([]), shapes(depth - 1)) : fc.constant([]),
    approves: fc.boolean(),
    skipped: fc.integer({ min: 0, max: 5 }).map((at) => at === 0),
    legs: depth === 2 ? fc.constantFrom(1, 1, 1, 2) : fc.constantFrom(1, 1, 1, 1, 2, 3),
    places: fc.constantFrom(0, 1, 2),
  });

const shapes = (depth: number): fc.Arbitrary<readonly Shape[]> =>
  fc.array(shape(depth), { minLength: 1, maxLength: 3 });

/** More binary places than this, and two sums would be rounded to one. */
const MOST_TIMES = 44;

interface Clock {
  /** A length about this long; no two sums of them are equal, so that what happens at one moment has one cause. */
  readonly time: (about: number) => number;
  readonly isExact: () => boolean;
}

function clock(): Clock {
  let index = 0;
  return {
    time: (about) => {
      index += 1;
      return about + 2 ** -index;
    },
    isExact: () => index <= MOST_TIMES,
  };
}

function units(list: readonly Shape[], time: (about: number) => number): readonly SimUnit[] {
  // Jobs stand in any order in a file: here those that are needed may come last.
  const named = list.map((one, at) => ({ ...one, id: `j${list.length - 1 - at}`, at: list.length - 1 - at }));
  const legsOf = (id: number): readonly string[] => {
    const one = named.find(({ at }) => at === id);
    return one ? Array.from({ length: one.legs }, (_, leg) => (one.legs === 1 ? one.id : `${one.id} (${leg})`)) : [];
  };
  return named.flatMap((one) =>
    legsOf(one.at).map((id) => ({
      id,
      groups: one.groups,
      needs: one.needs.filter((needed) => needed < one.at).flatMap(legsOf),
      jobs: units(one.jobs, time),
      duration: one.jobs.length > 0 ? 0 : time(3),
      ...(one.approves && one.jobs.length === 0 ? { approval: time(2) } : {}),
      ...(one.legs > 1 && one.places > 0 ? { lane: { name: one.id, places: one.places } } : {}),
      ...(one.skipped ? { skipped: true } : {}),
    })),
  );
}

const scenario: fc.Arbitrary<readonly SimRun[]> = fc
  .array(fc.record({ groups: groups(1), jobs: shapes(2), gap: fc.integer({ min: 0, max: 6 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => {
    const { time, isExact } = clock();
    let at = 0;
    const runs = list.map((one, index): SimRun => {
      at += time(one.gap);
      const id = `run ${index + 1}`;
      return { id, at, label: id, groups: one.groups, needs: [], jobs: units(one.jobs, time), duration: 0 };
    });
    return isExact() ? runs : [];
  })
  .filter((runs) => runs.length > 0);

function told(runs: readonly SimRun[]): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const { run, unit, at, state, group: name } of simulate(runs)) {
    const who = unit === "" ? run : `${run}/${unit}`;
    map.set(who, [...(map.get(who) ?? []), `${state}@${at}${name === undefined ? "" : ` ${name}`}`]);
  }
  return map;
}

describe("the simulator", () => {
  it(`plays ${RUNS} random scenarios as a naive reading of the documentation does`, () => {
    fc.assert(
      fc.property(scenario, (runs) => {
        const naive = new Map([...playNaively(runs)].filter(([, said]) => said.length > 0));
        const real = told(runs);
        expect(Object.fromEntries([...real].sort())).toEqual(Object.fromEntries([...naive].sort()));
      }),
      { numRuns: RUNS },
    );
  });

  it("turns away who comes when a hundred wait, as the naive reading does", () => {
    const waits = (index: number): SimRun => ({
      id: `run ${index}`,
      at: index,
      label: "",
      groups: [{ name: "deploy", cancels: false, queue: "max" }],
      needs: [],
      jobs: [{ id: "deploy", groups: [], needs: [], jobs: [], duration: 150.5 }],
      duration: 0,
    });
    const runs = Array.from({ length: 104 }, (_, index) => waits(index + 1));
    const naive = new Map([...playNaively(runs)].filter(([, said]) => said.length > 0));
    expect(told(runs)).toEqual(naive);
    expect(naive.get("run 101")).toContain("pending@101 deploy");
    expect(naive.get("run 102")).toEqual(["refused@102 deploy"]);
  });

  it("lets every job that works come to an end, and leaves nobody waiting for a group that is free", () => {
    fc.assert(
      fc.property(scenario, (runs) => {
        const last = new Map(simulate(runs).map((event) => [`${event.run}/${event.unit}`, event]));
        const held = new Set([...last.values()].filter(({ state }) => state === "pending").map(({ run }) => run));
        for (const { state, run } of last.values())
          if (["approval", "running"].includes(state)) expect(held).toContain(run);
        for (const run of runs) expect(last.has(`${run.id}/`)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
