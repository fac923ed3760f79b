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
