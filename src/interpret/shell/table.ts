/**
 * An immutable map for states that change a little at a time: a large part that is shared and a small one that is
 * copied on every change, so that ten thousand assignments do not cost ten thousand copies of everything.
 */
export interface Table<V> {
  readonly base: ReadonlyMap<string, V>;
  /** Later entries; undefined where the base's entry was removed. */
  readonly recent: ReadonlyMap<string, V | undefined>;
}

const SMALL = 24;

export function tableOf<V>(entries: Iterable<readonly [string, V]> = []): Table<V> {
  return { base: new Map(entries), recent: new Map() };
}

export function get<V>(table: Table<V>, key: string): V | undefined {
  return table.recent.has(key) ? table.recent.get(key) : table.base.get(key);
}

export function set<V>(table: Table<V>, key: string, value: V | undefined): Table<V> {
  const recent = new Map(table.recent);
  recent.set(key, value);
  if (recent.size * recent.size <= Math.max(table.base.size, SMALL * SMALL)) return { base: table.base, recent };
  const base = new Map(table.base);
  for (const [name, each] of recent) {
    if (each === undefined) base.delete(name);
    else base.set(name, each);
  }
  return { base, recent: new Map() };
}

export function* entriesOf<V>(table: Table<V>): Generator<readonly [string, V]> {
  for (const [key, value] of table.base) if (!table.recent.has(key)) yield [key, value];
  for (const [key, value] of table.recent) if (value !== undefined) yield [key, value];
}

/**
 * The keys under which two tables differ, cheap where they come from one another; the search ends at `most` of them.
 */
export function differingKeys<V>(
  a: Table<V>,
  b: Table<V>,
  same: (x: V, y: V) => boolean,
  most = Infinity,
): readonly string[] {
  if (a === b) return [];
  const out = new Set<string>();
  const places = a.base === b.base ? [a.recent, b.recent] : [a.recent, b.recent, a.base, b.base];
  for (const place of places) {
    for (const key of place.keys()) {
      const [x, y] = [get(a, key), get(b, key)];
      if (x === y || (x !== undefined && y !== undefined && same(x, y))) continue;
      out.add(key);
      if (out.size >= most) return [...out];
    }
  }
  return [...out];
}
