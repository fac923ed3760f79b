import type { MergedLog, Violation } from "./log.ts";
import { checkRate, checkStore } from "./store-invariants.ts";
import { checkBeats, checkResults, checkViews } from "./world-invariants.ts";

/** Every violation of the invariants I1 to I14 in a merged log. */
export function check(log: MergedLog): Violation[] {
  return [...checkStore(log), ...checkRate(log), ...checkBeats(log), ...checkResults(log), ...checkViews(log)];
}
