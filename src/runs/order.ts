import type { Text } from "../values/text.ts";
import type { JobUnit, UnitStep } from "./units.ts";

/**
 * Whether two jobs of one run can never be at work at the same time for reasons other than groups: they are one job,
 * one waits for the other through `needs` (at the level where their ways part), one starts only after a failure and the
 * other only without it, or a matrix runs one leg at a time.
 */
export function ordered(a: JobUnit, b: JobUnit): boolean {
  const parted = parting(a, b);
  if (parted === null) return true;
  const [x, y] = parted;
  if (x.job === y.job) return x.oneLegAtATime;
  if (x.after.has(y.job) || y.after.has(x.job)) return true;
  return excludes(x, y) || excludes(y, x);
}

/** Whether one starts because something went wrong of which the other needs that all went well. */
function excludes({ wrong }: UnitStep, { well }: UnitStep): boolean {
  return wrong !== null && [...wrong].every((job) => well.has(job));
}

/** Whether the first job of a run is over before the second one starts. */
export function isOver(first: JobUnit, second: JobUnit): boolean {
  const parted = parting(first, second);
  return parted?.[1].after.has(parted[0].job) ?? false;
}

/**
 * What certainly differs between two legs of one matrix whose list nobody knows: a list is taken to name no element
 * twice.
 */
export function elementsApart(a: JobUnit, b: JobUnit): readonly { readonly a: Text; readonly b: Text }[] {
  const [x, y] = parting(a, b) ?? [];
  if (!x || !y || x.job !== y.job || x.elements.length === 0 || y.elements.length === 0) return [];
  return [{ a: x.elements, b: y.elements }];
}

/** The level at which the ways of two jobs part, null where they do not. */
function parting(a: JobUnit, b: JobUnit): readonly [UnitStep, UnitStep] | null {
  for (const [depth, x] of a.path.entries()) {
    const y = b.path[depth];
    if (!y) break;
    if (x.job !== y.job || x.leg !== y.leg) return [x, y];
  }
  return null;
}

/** Whether a declaration keeps these two jobs of one run apart: both need it for themselves, not as part of the run. */
export function separates(ownerA: string, ownerB: string): boolean {
  return ownerA !== ownerB;
}
