/** Order by a text, in code units: the same on every machine. */
export function byKey<T>(key: (value: T) => string): (a: T, b: T) => number {
  return (a, b) => {
    const [left, right] = [key(a), key(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}
