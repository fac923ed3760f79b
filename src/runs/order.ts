import type { JobUnit } from "./units.ts";

/**
 * Whether two jobs of one run can never be at work at the same time for reasons other than groups: they are one job,
 * one waits for the other through `needs` (at the level where their ways part), or a matrix runs one leg at a time.
 */
export function ordered(a: JobUnit, b: JobUnit): boolean {
  const length = Math.min(a.path.length, b.path.length);
  for (let depth = 0; depth < length; depth += 1) {
    const [x, y] = [a.path[depth], b.path[depth]];
    if (!x || !y) break;
    if (x.job === y.job && x.leg === y.leg) continue;
    if (x.job === y.job) return x.oneLegAtATime;
    return x.after.has(y.job) || y.after.has(x.job);
  }
  return true;
}

/** Whether a declaration keeps these two jobs of one run apart: both need it for themselves, not as part of the run. */
export function separates(ownerA: string, ownerB: string): boolean {
  return ownerA !== ownerB;
}
