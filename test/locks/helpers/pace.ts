import { setTimeout } from "node:timers/promises";

/**
 * How many times longer leases, and everything that is counted against them, last than in the test suite. A torture on a
 * busy machine says 3: a stall of a second then takes no lease away, and the tests mostly wait for longer.
 */
export const PACE = Number(process.env["SIGNALBOX_TEST_PACE"] ?? 1);

/** Milliseconds at pace 1. */
export async function sleep(milliseconds: number): Promise<void> {
  await setTimeout(milliseconds * PACE);
}

/** A duration for a flag, of so many seconds at pace 1. */
export function seconds(count: number): string {
  return `${Math.round(count * PACE * 1000)}ms`;
}
