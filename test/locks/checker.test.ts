import { describe, expect, it } from "vitest";
import type { EventType, StoreEvent } from "../../src/locks/model.ts";
import { check } from "./checker/check.ts";
import { EMPTY_LOG } from "./checker/log.ts";
import type { Beat, MergedLog, RunEnd } from "./checker/log.ts";

/** The checker finds each planted fault and nothing in the sound log that the faults were planted in. */
const CONFIG = "permits=1 bound=2 counts=waiting when-full=reject";

function log(
  ...list: readonly [step: number, type: EventType, run: string, detail?: StoreEvent["detail"], reason?: string][]
): StoreEvent[] {
  return list.map(([step, type, run, detail = {}, reason = "because"], index) => {
    const at = step * 1_000_000;
    return { id: index + 1, target: "t", step, at, wall: at, type, run, reason, detail };
  });
}

function admit(seq: number, config = CONFIG): StoreEvent["detail"] {
  return { seq, priority: 0, waiting: 1, config };
}

function grant(fence: number, slot = 0): StoreEvent["detail"] {
  return { fence: String(fence), slot };
}

const SOUND = log(
  [1, "admit", "a", admit(1)],
  [1, "grant", "a", grant(10)],
  [2, "confirm", "a", grant(10)],
  [3, "admit", "b", admit(2)],
  [4, "admit", "c", admit(3)],
  [5, "refuse", "d", { why: "full" }],
  [6, "release", "a", { ...grant(10), code: 0 }],
  [6, "grant", "b", grant(11)],
  [7, "confirm", "b", grant(11)],
  [9, "expire-holder", "b", { ...grant(11), lease: 8_500_000 }],
  [11, "quarantine-end", "b", grant(11)],
  [11, "grant", "c", grant(12)],
  [12, "confirm", "c", grant(12)],
  [14, "release", "c", { ...grant(12), code: 0 }],
);

const BEATS: Beat[] = [
  { run: "a", slot: 0, fence: "10", wall: 2_500_000 },
  { run: "b", slot: 0, fence: "11", wall: 8_000_000 },
  { run: "c", slot: 0, fence: "12", wall: 13_000_000 },
];

function ended(run: string, part: Partial<RunEnd> = {}): RunEnd {
  const plain = { outcome: "command", exitCode: 0, commandCode: 0, started: true, replayOf: null, idemKey: "" };
  return { run, ...plain, ...part };
}

const RESULTS: RunEnd[] = [
  ended("a", { idemKey: "k" }),
  ended("b", { outcome: "lease-lost", exitCode: 113, commandCode: null }),
  ended("c"),
  ended("d", { outcome: "queue-full", exitCode: 110, commandCode: null, started: false }),
];

const WHOLE: MergedLog = {
  ...EMPTY_LOG,
  events: SOUND,
  beats: BEATS,
  results: RESULTS,
  views: [{ afterEvent: 5, waiters: ["b", "c"] }],
  rate: { perSecond: 1, burst: 1 },
};

function faults(log: Partial<MergedLog>): string[] {
  return [...new Set(check({ ...WHOLE, ...log }).map(({ invariant }) => invariant))].sort();
}

function without(index: number): StoreEvent[] {
  return SOUND.filter((_event, position) => position !== index);
}

function changed(index: number, part: Partial<StoreEvent>): StoreEvent[] {
  return SOUND.map((event, position) => (position === index ? { ...event, ...part } : event));
}

describe("the checker of invariants", () => {
  it("finds nothing in a sound log", () => {
    expect(check(WHOLE)).toEqual([]);
  });

  it("I1: a write with a lower token than one already seen", () => {
    const late = { run: "b", slot: 0, fence: "11", wall: 8_200_000 };
    expect(faults({ beats: [...BEATS, late] })).toEqual(["I1"]);
  });

  it("I2: two in one slot, or more than there are slots, or steps out of order", () => {
    expect(faults({ events: without(6) })).toContain("I2");
    expect(faults({ events: [...SOUND].reverse() })).toContain("I2");
  });

  it("I3: a token that comes again", () => {
    expect(faults({ events: changed(11, { detail: grant(11) }) })).toContain("I3");
  });

  it("I4: a grant out of line, or to nobody in line", () => {
    expect(faults({ events: changed(7, { run: "c" }) })).toContain("I4");
    expect(faults({ events: without(3) })).toContain("I4");
  });

  it("I5: more waiting than the bound, a refusal without record or reason, a start without admission", () => {
    const tight = SOUND.map((event) =>
      event.type === "admit"
        ? { ...event, detail: { ...event.detail, config: CONFIG.replace("bound=2", "bound=1") } }
        : event,
    );
    expect(faults({ events: tight })).toEqual(["I5"]);
    expect(faults({ events: without(5) })).toEqual(["I5"]);
    expect(faults({ events: changed(5, { reason: "" }) })).toEqual(["I5"]);
    expect(faults({ results: [...RESULTS, ended("e", { exitCode: 3, commandCode: 3 })] })).toEqual(["I5"]);
  });

  it("I6: work after the release, a release with another's token, work without a grant", () => {
    expect(faults({ beats: [{ run: "a", slot: 0, fence: "10", wall: 6_500_000 }] })).toEqual(["I6"]);
    expect(faults({ events: changed(6, { detail: { ...grant(9), code: 0 } }) })).toContain("I6");
    expect(faults({ beats: [{ run: "z", slot: 0, fence: "10", wall: 1 }] })).toEqual(["I6"]);
  });

  it("I7: work after the lease ended", () => {
    expect(faults({ beats: [{ run: "b", slot: 0, fence: "11", wall: 8_600_000 }] })).toEqual(["I7"]);
  });

  it("I8: a dead waiter that keeps its place", () => {
    const stuck = log([1, "admit", "a", admit(1)], [1, "grant", "a", grant(10)], [2, "admit", "b", admit(2)]);
    const slow = log(
      [1, "admit", "a", admit(1)],
      [1, "grant", "a", grant(10)],
      [2, "admit", "b", admit(2)],
      [3, "admit", "c", admit(3)],
      [30, "expire-waiter", "b", { lease: 4_000_000 }],
    );
    const alone = { beats: [], views: [], rate: null };
    expect(faults({ ...alone, events: slow, results: [] })).toEqual(["I8"]);
    const away = ended("b", { outcome: "wait-timeout", exitCode: 111, started: false, commandCode: null });
    expect(faults({ ...alone, events: stuck, results: [away] })).toEqual(["I8"]);
  });

  it("I9: a free slot beside a waiter", () => {
    expect(faults({ events: without(11) })).toContain("I9");
  });

  it("I10: a key done twice, an unknown that counts as success, a success nobody released", () => {
    expect(faults({ results: RESULTS.map((one) => (one.run === "c" ? ended("c", { idemKey: "k" }) : one)) })).toEqual([
      "I10",
    ]);
    expect(faults({ results: [ended("d", { outcome: "unknown", exitCode: 0, started: false })] })).toContain("I10");
    expect(faults({ results: [ended("b")] })).toEqual(["I10"]);
  });

  it("I11: an exit code that is not the outcome's", () => {
    const wrong = ended("b", { outcome: "lease-lost", exitCode: 114, commandCode: null });
    expect(faults({ results: [wrong] })).toEqual(["I11"]);
    expect(faults({ results: [ended("a", { commandCode: 3 })] })).toEqual(["I11"]);
  });

  it("I12: more starts than the rate allows", () => {
    expect(faults({ rate: { perSecond: 0.1, burst: 1 } })).toEqual(["I12"]);
  });

  it("I13: callers that disagree and are both in", () => {
    expect(faults({ events: changed(3, { detail: admit(2, CONFIG.replace("bound=2", "bound=9")) }) })).toContain("I13");
  });

  it("I14: a queue that showed another order than the grants", () => {
    expect(faults({ views: [{ afterEvent: 5, waiters: ["c", "b"] }] })).toEqual(["I14"]);
  });
});
