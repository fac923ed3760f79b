/** Numbers that look random and are the same for one seed. */
export interface Random {
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** True in so many of a hundred cases. */
  chance(percent: number): boolean;
}

export function randomFrom(seed: number): Random {
  let state = (seed * 2654435761 + 1) >>> 0;
  const next = (): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  for (let warm = 0; warm < 8; warm += 1) next();
  const below = (limit: number): number => next() % limit;
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    chance: (percent) => below(100) < percent,
  };
}
