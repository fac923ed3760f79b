/** Results by text, of which only so much is kept. */
export interface Remembered<V> {
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
}

/**
 * A memory of results by text that never grows beyond twice `most` characters of keys: when so many are new, what was
 * not asked for meanwhile is forgotten.
 */
export function remembered<V>(most: number): Remembered<V> {
  let [fresh, old] = [new Map<string, V>(), new Map<string, V>()];
  let characters = 0;

  function set(key: string, value: V): void {
    if (characters >= most) [fresh, old, characters] = [new Map(), fresh, 0];
    characters += key.length;
    fresh.set(key, value);
  }

  return {
    set,
    get(key) {
      const found = fresh.get(key);
      if (found !== undefined) return found;
      const known = old.get(key);
      if (known !== undefined) set(key, known);
      return known;
    },
  };
}

/** A copy of its own: a piece that was cut from a file keeps all of the file in memory for as long as it lives. */
export function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
