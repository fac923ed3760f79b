import { describe, expect, it } from "vitest";
import { capacityOf } from "../../src/observe/capacity.ts";
import { quantiles, weekOf } from "../../src/observe/numbers.ts";
import { levelsOf, mostAtOnce, overlapsOf } from "../../src/observe/overlaps.ts";
import type { Stay } from "../../src/observe/types.ts";

let next = 0;

/** A stay of some seconds; what is not said does not matter here. */
function stay(from: number, to: number, more: Partial<Stay> = {}): Stay {
  next += 1;
  return {
    id: "x:1",
    certain: true,
    from: from * 1_000,
    to: to * 1_000,
    failed: false,
    cancelled: false,
    bySteps: true,
    job: { id: next },
    ...more,
  } as Stay;
}

describe("overlaps", () => {
  it("are pairs that share time, longest first; touching is not meeting", () => {
    const stays = [stay(0, 10), stay(10, 20), stay(15, 30), stay(18, 19)];
    expect(overlapsOf(stays).map(({ milliseconds }) => milliseconds / 1_000)).toEqual([5, 1, 1]);
    expect(mostAtOnce(stays)).toBe(3);
  });

  it("need one id and two jobs", () => {
    expect(overlapsOf([stay(0, 10), stay(0, 10, { id: "x:2" })])).toEqual([]);
    const one = stay(0, 10);
    expect(overlapsOf([one, { ...one }])).toEqual([]);
    expect(mostAtOnce([])).toBe(0);
  });

  it("give each stay the largest number while it lasted", () => {
    const [a, b, c] = [stay(0, 100), stay(10, 20), stay(30, 40)];
    const levels = levelsOf([a, b, c]);
    expect([a, b, c].map((one) => levels.get(one))).toEqual([2, 2, 2]);
    expect(levelsOf([stay(0, 5), a]).get(a)).toBe(2);
  });
});

describe("capacity", () => {
  /** Groups of so many at once, one after the other. */
  const groups = (size: number, count: number, seconds: number, start: number, failed = 0): Stay[] =>
    Array.from({ length: count * size }, (_none, at) => {
      const from = start + Math.floor(at / size) * 1_000;
      return stay(from, from + seconds, { failed: at < failed });
    });

  it("is the highest number at which nothing rose, with the numbers behind it", () => {
    const found = capacityOf([...groups(1, 6, 100, 0), ...groups(2, 3, 105, 100_000), ...groups(3, 3, 150, 200_000)]);
    expect(found.proposed).toBe(2);
    expect(found.levels).toEqual([
      { atOnce: 1, runs: 6, medianSeconds: 100, failed: 0, verdict: "alone" },
      { atOnce: 2, runs: 6, medianSeconds: 105, failed: 0, verdict: "as alone" },
      { atOnce: 3, runs: 9, medianSeconds: 150, failed: 0, verdict: "duration rose" },
    ]);
    expect(found.because).toBe("up to 2 at once neither duration nor failures rose; with 3: duration rose");
  });

  it("ends where failures rise, and where there were too few runs to tell", () => {
    expect(capacityOf([...groups(1, 6, 100, 0), ...groups(2, 5, 100, 100_000, 2)]).levels[1]?.verdict).toBe(
      "failures rose",
    );
    expect(capacityOf([...groups(1, 6, 100, 0), ...groups(2, 2, 100, 100_000)])).toMatchObject({
      proposed: 1,
      levels: [{}, { verdict: "too few runs (4 of 5)" }],
    });
  });

  it("is never guessed: too few runs that were alone give none", () => {
    expect(capacityOf(groups(2, 9, 100, 0))).toMatchObject({
      proposed: null,
      because: "only 0 runs were alone in it; 5 are needed to compare with",
    });
  });
});

describe("numbers", () => {
  it("are quantiles by rank", () => {
    expect(quantiles([])).toBeNull();
    expect(quantiles(Array.from({ length: 100 }, (_none, at) => at + 1))).toEqual({
      count: 100,
      p50: 50,
      p90: 90,
      p99: 99,
      most: 100,
    });
  });

  it.each([
    ["2026-01-01", "2026-W01"],
    ["2027-01-03", "2026-W53"],
    ["2024-12-30", "2025-W01"],
    ["2026-11-01", "2026-W44"],
  ])("%s is in week %s", (day, week) => {
    expect(weekOf(Date.parse(`${day}T12:00:00Z`))).toBe(week);
  });
});
