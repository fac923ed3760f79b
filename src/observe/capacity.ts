import type { Capacity, CapacityLevel } from "../model/observation.ts";
import { median } from "./numbers.ts";
import { levelsOf } from "./overlaps.ts";
import type { Stay } from "./types.ts";

/** Fewer runs at a level say nothing about it. */
const ENOUGH = 5;

/** Durations scatter: a median that is longer by less than this has not risen. */
const TOLERANCE = 1.1;

/**
 * The highest number at once at which runs took no longer and failed no more often than alone, and at every number
 * below it. Cancelled runs say nothing about either.
 */
export function capacityOf(stays: readonly Stay[]): Capacity {
  const ended = stays.filter(({ cancelled, certain }) => !cancelled && certain);
  const numbers = levelsOf(ended);
  const groups = new Map<number, Stay[]>();
  for (const [stay, level] of numbers) groups.set(level, [...(groups.get(level) ?? []), stay]);
  const sorted = [...groups].sort(([a], [b]) => a - b);
  const base = groups.get(1) ?? [];
  const levels = sorted.map(([atOnce, members]) => levelOf(atOnce, members, base));
  if (base.length < ENOUGH) {
    return {
      proposed: null,
      because: `only ${base.length} runs were alone in it; ${ENOUGH} are needed to compare with`,
      levels,
    };
  }
  let proposed = 1;
  for (const { atOnce, verdict } of levels.slice(1)) {
    if (atOnce !== proposed + 1 || verdict !== "as alone") break;
    proposed = atOnce;
  }
  const next = levels.find(({ atOnce }) => atOnce > proposed);
  const limit = next === undefined ? "more were never in it at once" : `with ${next.atOnce}: ${next.verdict}`;
  return { proposed, because: `up to ${proposed} at once neither duration nor failures rose; ${limit}`, levels };
}

function levelOf(atOnce: number, members: readonly Stay[], base: readonly Stay[]): CapacityLevel {
  const seconds = (stays: readonly Stay[]): number => median(stays.map(({ from, to }) => (to - from) / 1_000));
  const failed = (stays: readonly Stay[]): number => stays.filter((stay) => stay.failed).length;
  const common = { atOnce, runs: members.length, medianSeconds: Math.round(seconds(members)), failed: failed(members) };
  const expected = (failed(base) / Math.max(base.length, 1)) * members.length;
  const isSlower = seconds(members) > seconds(base) * TOLERANCE;
  const isWorse = failed(members) > Math.ceil(expected);
  const rose = [isSlower ? "duration rose" : "", isWorse ? "failures rose" : ""]
    .filter((one) => one !== "")
    .join(" and ");
  if (atOnce === 1) return { ...common, verdict: "alone" };
  if (members.length < ENOUGH) return { ...common, verdict: `too few runs (${members.length} of ${ENOUGH})` };
  return { ...common, verdict: rose === "" ? "as alone" : rose };
}
