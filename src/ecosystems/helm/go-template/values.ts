import { hasHole, type Word } from "../../../syntax/template/holes.ts";

/**
 * A value inside a Go template. What is not known is a text with holes, so that a name like `web-{inputs.env}` keeps
 * its known part; `undefined` is a missing key.
 */
export type GoValue = Word | number | boolean | null | readonly GoValue[] | ReadonlyMap<string, GoValue>;

/** What a template sees: `.` and its variables, and the functions that ask the outside. */
export interface GoScope {
  /** The value of `.a.b.c`, undefined where there is no such key. An empty path is `.` itself. */
  lookup(path: readonly string[]): GoValue | undefined;
  /** A `$variable`; `$` alone is the root. */
  variable(name: string, path: readonly string[]): GoValue | undefined;
  /** An environment variable; undefined where it is not set. */
  env(name: string): Word | undefined;
}

/** Go's truth of a value; null where a hole decides. */
export function goTruth(value: GoValue | undefined): boolean | null {
  if (typeof value === "string") return hasHole(value) ? null : value !== "";
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Map) return value.size > 0;
  return Boolean(value);
}

/** The text that a value prints as; null for what prints as structure. */
export function goText(value: GoValue | undefined): Word | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value === null || value === undefined ? "" : null;
}

/** The value under a path of keys of a value. */
export function goItem(value: GoValue | undefined, path: readonly string[]): GoValue | undefined {
  return path.reduce<GoValue | undefined>((current, key) => {
    if (current instanceof Map) return (current as ReadonlyMap<string, GoValue>).get(key);
    return typeof current === "string" && hasHole(current) ? current : undefined;
  }, value);
}
