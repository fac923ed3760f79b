import type { Plain } from "./evaluate.ts";

/** One thing that an event decides, and what it may be; the likeliest to matter first. */
export interface Dimension {
  readonly key: string;
  readonly values: readonly Plain[];
}

export type Choice = Readonly<Record<string, Plain>>;

/**
 * Values for every dimension, `joint` choices first: all combinations where there are at most `most`. Else the combinations of the likeliest
 * values; of each value the combination in which as many dimensions as can have it; every value of one dimension beside
 * each `joint` choice; and others picked by chance (the same ones each time), until there are enough.
 */
export function select(dimensions: readonly Dimension[], joint: readonly Choice[], most: number): readonly Choice[] {
  const sizes = dimensions.map(({ values }) => values.length);
  // Where a filter lets no name in, nothing starts, whatever somebody claims of the other values.
  if (sizes.includes(0)) return [];
  const total = sizes.reduce((product, size) => product * size, 1);
  const chosen = new Map<string, readonly number[]>();
  const add = (at: readonly number[]): void => {
    if (at.length === dimensions.length && at.every((index) => index >= 0)) chosen.set(at.join(), at);
  };
  const places = dimensions.map(({ values }) => placesOf(values));
  // A dimension of which a choice says nothing has its likeliest value.
  const bases = joint.map((choice) =>
    dimensions.map(({ key }, index) => {
      const wanted = choice[key];
      return wanted === undefined ? 0 : (places[index]?.get(String(wanted)) ?? -1);
    }),
  );
  for (const base of bases) add(base);
  if (total <= most) each(sizes, add);
  else {
    for (const text of new Set(dimensions.flatMap(({ values }) => values.map(String)))) {
      add(places.map((place) => place.get(text) ?? 0));
    }
    beside(bases, sizes, chosen.size + most, add);
    each(likeliest(sizes, most), add);
    const next = chance(total);
    for (let tries = 0; tries < most && chosen.size < most; tries += 1) add(sizes.map((size) => next() % size));
  }
  return [...chosen.values()].map((indices) =>
    Object.fromEntries(dimensions.map(({ key, values }, index) => [key, values[indices[index] as number] as Plain])),
  );
}

/** Where each value first stands. */
function placesOf(values: readonly Plain[]): ReadonlyMap<string, number> {
  return new Map(values.map((value, index): [string, number] => [String(value), index]).reverse());
}

function each(sizes: readonly number[], add: (at: readonly number[]) => void, done: readonly number[] = []): void {
  const size = sizes[done.length];
  if (size === undefined) return add(done);
  for (let index = 0; index < size; index += 1) each(sizes, add, [...done, index]);
}

/** Sizes cut to a product of at most `most`, the longest first. */
function likeliest(sizes: readonly number[], most: number): readonly number[] {
  let cut = sizes;
  while (cut.reduce((product, size) => product * size, 1) > most) {
    const longest = Math.max(...cut);
    cut = cut.map((size) => (size === longest ? size - 1 : size));
  }
  return cut;
}

function beside(
  bases: readonly (readonly number[])[],
  sizes: readonly number[],
  most: number,
  add: (at: readonly number[]) => void,
): void {
  let left = most;
  for (let value = 0; value < Math.max(0, ...sizes); value += 1) {
    for (const base of bases) {
      for (const [index, size] of sizes.entries()) {
        if (value >= size) continue;
        if (left <= 0) return;
        left -= 1;
        add(base.with(index, value));
      }
    }
  }
}

/** Numbers that look random and are the same in every run (the minimal standard generator). */
function chance(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 48_271) % 2_147_483_647);
}
