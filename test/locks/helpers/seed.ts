import { sleep } from "./pace.ts";

/** One seed for a whole test run: printed in test names, set by SIGNALBOX_TEST_SEED to repeat a run. */
export const SEED = Number(process.env["SIGNALBOX_TEST_SEED"] ?? 8_2026);

/** Mulberry32: a small generator whose sequence a seed fixes. Values in [0, 1). */
export function randomFrom(name: string): () => number {
  let state = [...name].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) | 0, SEED);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A torture runs many rounds with a seed each: a round is smaller, and takes one form of each fault, by turns. */
const TORTURE = process.env["SIGNALBOX_TORTURE"] === "1";

export function amount(suite: number, torture: number): number {
  return TORTURE ? torture : suite;
}

/** Whether it is the turn of the form with this index, of so many. */
export function hasTurn(index: number, forms: number): boolean {
  return !TORTURE || index < 0 || index === SEED % forms;
}

/** A while that the seed chooses, so that rounds strike at different moments: before a renewal, during one, after it. */
export async function moment(name: string, longest = 700): Promise<void> {
  await sleep(randomFrom(name)() * longest);
}
