import type { Stay } from "./types.ts";

/** Two stays that were in one target at the same time. */
export interface Overlap {
  readonly a: Stay;
  readonly b: Stay;
  readonly milliseconds: number;
}

/** More pairs of one target say nothing new; the longest are kept. */
const MOST_PAIRS = 1_000;

/** Pairs of stays with one id that overlap in time, longest first, and how many there are. */
export function overlapsOf(stays: readonly Stay[]): readonly Overlap[] {
  const sorted = [...stays].sort((x, y) => x.from - y.from || x.job.id - y.job.id);
  const found: Overlap[] = [];
  let open: Stay[] = [];
  for (const stay of sorted) {
    open = open.filter(({ to }) => to > stay.from);
    for (const other of open) {
      const milliseconds = Math.min(other.to, stay.to) - stay.from;
      if (other.id === stay.id && other.job.id !== stay.job.id && milliseconds > 0)
        found.push({ a: other, b: stay, milliseconds });
    }
    open.push(stay);
  }
  return found.sort((x, y) => y.milliseconds - x.milliseconds).slice(0, MOST_PAIRS);
}

/** The largest number of stays at one moment, by id: what leaves at a moment is gone before what comes then. */
export function mostAtOnce(stays: readonly Stay[]): number {
  const byId = new Map<string, { time: number; step: number }[]>();
  for (const { id, from, to } of stays) {
    const moments = byId.get(id) ?? [];
    moments.push({ time: from, step: 1 }, { time: Math.max(to, from), step: -1 });
    byId.set(id, moments);
  }
  return Math.max(
    0,
    ...[...byId.values()].map((moments) => {
      let [now, most] = [0, 0];
      for (const { step } of moments.sort((x, y) => x.time - y.time || x.step - y.step))
        most = Math.max(most, (now += step));
      return most;
    }),
  );
}

/** For each stay the largest number at once while it lasted, itself included. */
export function levelsOf(stays: readonly Stay[]): ReadonlyMap<Stay, number> {
  return new Map(
    stays.map((stay) => {
      const during = stays.filter((other) => other.id === stay.id && other.from < stay.to && other.to > stay.from);
      return [
        stay,
        Math.max(
          1,
          mostAtOnce(
            during.map((one) => ({ ...one, from: Math.max(one.from, stay.from), to: Math.min(one.to, stay.to) })),
          ),
        ),
      ];
    }),
  );
}
