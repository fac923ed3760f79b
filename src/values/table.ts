/**
 * A table that is looked up by names from a repository. It has its own entries and nothing else, so that a variable, a
 * program or a key called `constructor` or `__proto__` is as unknown as any other.
 *
 * @param entries values by name
 */
export function table<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}
