export type JinjaValue = string | number | boolean | null | readonly JinjaValue[] | ReadonlyMap<string, JinjaValue>;

export type Evaluated =
  | { readonly kind: "value"; readonly value: JinjaValue }
  /** No such variable: `default()` answers for it, anything else is an error in Ansible. */
  | { readonly kind: "undefined"; readonly name: string }
  /** `placeholder` is the text, holes in it, of a value that depends on the run. */
  | { readonly kind: "unknown"; readonly why: string; readonly placeholder?: string };

/** Where names come from. */
export interface Scope {
  /** A variable by its name. */
  lookup(name: string): Evaluated;
  /** An environment variable, for `lookup('env', 'NAME')`. */
  env(name: string): Evaluated;
}

export function value(of: JinjaValue): Evaluated {
  return { kind: "value", value: of };
}

export function unknown(why: string, placeholder?: string): Evaluated {
  return placeholder === undefined ? { kind: "unknown", why } : { kind: "unknown", why, placeholder };
}

/** Python's truth of a value. */
export function truthy(of: JinjaValue): boolean {
  if (Array.isArray(of)) return of.length > 0;
  if (of instanceof Map) return of.size > 0;
  return Boolean(of);
}

/** Python's `str` of a value, null for what has no plain text. */
export function textFrom(of: JinjaValue): string | null {
  if (typeof of === "string") return of;
  if (typeof of === "number") return String(of);
  if (typeof of === "boolean") return of ? "True" : "False";
  return of === null ? "" : null;
}
