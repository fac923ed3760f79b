import { callFunction } from "./functions.ts";
import type { Filter } from "./syntax.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What `$name` stands for, and how much work is left. */
export interface Scope {
  readonly variables: ReadonlyMap<string, Json>;
  readonly env: ReadonlyMap<string, string>;
  readonly budget: { left: number };
}

/** A filter that cannot be computed: an error of jq, or something that is not read here. */
export class NotComputed extends Error {}

const MOST = 20_000;

export function newScope(variables: ReadonlyMap<string, Json>, env: ReadonlyMap<string, string>): Scope {
  return { variables, env, budget: { left: MOST } };
}

/** All results of a filter for one input. Throws `NotComputed`. */
export function evaluateFilter(filter: Filter, input: Json, scope: Scope): readonly Json[] {
  scope.budget.left -= 1;
  if (scope.budget.left < 0) throw new NotComputed("too much work");
  const run = (inner: Filter, value: Json = input): readonly Json[] => evaluateFilter(inner, value, scope);
  switch (filter.kind) {
    case "identity":
      return [input];
    case "literal":
      return [filter.value];
    case "variable":
      return [variable(filter.name, scope)];
    case "field":
      return run(filter.of).flatMap((value) => run(filter.name).map((name) => fieldOf(value, name, filter.optional)));
    case "iterate":
      return run(filter.of).flatMap((value) => itemsOf(value, filter.optional));
    case "slice":
      return run(filter.of).map((value) =>
        sliced(value, filter.from ? run(filter.from)[0] : 0, filter.to ? run(filter.to)[0] : undefined),
      );
    case "string":
      return [filter.parts.map((part) => (typeof part === "string" ? part : textOf(run(part)[0] ?? null))).join("")];
    case "pipe":
      return run(filter.left).flatMap((value) => run(filter.right, value));
    case "comma":
      return [...run(filter.left), ...run(filter.right)];
    case "alternative":
    case "and":
    case "or":
    case "binary":
      return evaluateTwo(filter, run);
    case "negate":
      return run(filter.of).map((value) => -numberOf(value));
    case "array":
      return [filter.of ? run(filter.of) : []];
    case "object":
      return objectsOf(filter.entries, input, scope);
    case "if":
      return run(filter.condition).flatMap((value) =>
        isTrue(value) ? run(filter.then) : filter.otherwise ? run(filter.otherwise) : [input],
      );
    case "update":
      return [updated(filter, input, scope)];
    case "call":
      return callFunction(filter.name, filter.args, input, scope);
  }
}

type TwoSided = Extract<Filter, { kind: "alternative" | "and" | "or" } | { kind: "binary" }>;

function evaluateTwo(filter: TwoSided, run: (inner: Filter) => readonly Json[]): readonly Json[] {
  switch (filter.kind) {
    case "alternative": {
      const kept = attempt(() => run(filter.left)).filter(isTrue);
      return kept.length > 0 ? kept : run(filter.right);
    }
    case "and":
      return run(filter.left).flatMap((value) => (isTrue(value) ? run(filter.right).map(isTrue) : [false]));
    case "or":
      return run(filter.left).flatMap((value) => (isTrue(value) ? [true] : run(filter.right).map(isTrue)));
    case "binary":
      return run(filter.right).flatMap((right) =>
        run(filter.left).map((left) => calculate(filter.operator, left, right)),
      );
  }
}

function attempt(run: () => readonly Json[]): readonly Json[] {
  try {
    return run();
  } catch (error) {
    if (error instanceof NotComputed && error.message !== "too much work") return [];
    throw error;
  }
}

function variable(name: string, scope: Scope): Json {
  if (name === "ENV") return Object.fromEntries(scope.env);
  const value = scope.variables.get(name);
  if (value === undefined) throw new NotComputed(`$${name} is not given`);
  return value;
}

export function isTrue(value: Json): boolean {
  return value !== null && value !== false;
}

export function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function fieldOf(value: Json, name: Json, optional: boolean): Json {
  if (value === null) return null;
  if (isObject(value) && typeof name === "string") return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
  if (isList(value) && typeof name === "number") return value[name < 0 ? value.length + name : name] ?? null;
  if (optional) return null;
  throw new NotComputed("cannot index");
}

function itemsOf(value: Json, optional: boolean): readonly Json[] {
  if (isList(value)) return value;
  if (isObject(value)) return Object.values(value);
  if (optional) return [];
  throw new NotComputed("cannot iterate");
}

function sliced(value: Json, from: Json | undefined, to: Json | undefined): Json {
  const bounds = [from ?? 0, to].map((bound) => (typeof bound === "number" ? bound : undefined));
  if (typeof value === "string" || isList(value)) return value.slice(bounds[0], bounds[1]);
  if (value === null) return null;
  throw new NotComputed("cannot slice");
}

export function numberOf(value: Json): number {
  if (typeof value !== "number") throw new NotComputed("not a number");
  return value;
}

export function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function same(a: Json, b: Json): boolean {
  if (isObject(a) && isObject(b)) {
    const [x, y] = [Object.keys(a), Object.keys(b)];
    return x.length === y.length && x.every((key) => Object.hasOwn(b, key) && same(a[key] ?? null, b[key] ?? null));
  }
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => same(item, b[index] ?? null));
  return a === b;
}

const RANK = ["null", "false", "true", "number", "string", "array", "object"];

export function compare(a: Json, b: Json): number {
  const rank = (value: Json): number =>
    RANK.indexOf(
      value === null ? "null" : typeof value === "boolean" ? String(value) : isList(value) ? "array" : typeof value,
    );
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  if (isList(a) && isList(b)) {
    const at = a.findIndex((item, index) => index >= b.length || compare(item, b[index] ?? null) !== 0);
    return at < 0 ? a.length - b.length : at >= b.length ? 1 : compare(a[at] ?? null, b[at] ?? null);
  }
  return 0;
}

function calculate(operator: string, a: Json, b: Json): Json {
  switch (operator) {
    case "==":
      return same(a, b);
    case "!=":
      return !same(a, b);
    case "<":
      return compare(a, b) < 0;
    case ">":
      return compare(a, b) > 0;
    case "<=":
      return compare(a, b) <= 0;
    case ">=":
      return compare(a, b) >= 0;
    case "+":
      return sum(a, b);
    case "-":
      return isList(a) && isList(b)
        ? a.filter((item) => !b.some((other) => same(item, other)))
        : numberOf(a) - numberOf(b);
    case "*":
      return isObject(a) && isObject(b) ? merged(a, b) : numberOf(a) * numberOf(b);
    case "/":
      return typeof a === "string" && typeof b === "string" ? a.split(b) : numberOf(a) / numberOf(b);
    default:
      return numberOf(a) % numberOf(b);
  }
}

function sum(a: Json, b: Json): Json {
  if (a === null) return b;
  if (b === null) return a;
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (isList(a) && isList(b)) return [...a, ...b];
  if (isObject(a) && isObject(b)) return { ...a, ...b };
  throw new NotComputed("cannot add");
}

function merged(a: { readonly [key: string]: Json }, b: { readonly [key: string]: Json }): Json {
  const out = new Map(Object.entries(a));
  for (const [key, value] of Object.entries(b)) {
    const before = out.get(key);
    out.set(key, before !== undefined && isObject(before) && isObject(value) ? merged(before, value) : value);
  }
  return Object.fromEntries(out);
}

type Entries = Extract<Filter, { kind: "object" }>["entries"];

function objectsOf(entries: Entries, input: Json, scope: Scope): readonly Json[] {
  let out: readonly (readonly (readonly [string, Json])[])[] = [[]];
  for (const { key, value } of entries) {
    const keys = evaluateFilter(key, input, scope).map(textOf);
    const values = evaluateFilter(value, input, scope);
    out = out.flatMap((done) => keys.flatMap((name) => values.map((each) => [...done, [name, each] as const])));
  }
  return out.map((pairs) => Object.fromEntries(pairs));
}

function updated(filter: Extract<Filter, { kind: "update" }>, input: Json, scope: Scope): Json {
  const path = pathOf(filter.path, input, scope);
  const plain = filter.operator === "=" ? evaluateFilter(filter.value, input, scope)[0] : undefined;
  return setPath(input, path, (before) => {
    if (filter.operator === "=") return plain ?? null;
    if (filter.operator === "|=") return evaluateFilter(filter.value, before, scope)[0] ?? null;
    const value = evaluateFilter(filter.value, input, scope)[0] ?? null;
    return calculate(filter.operator.slice(0, 1), before, value);
  });
}

function pathOf(filter: Filter, input: Json, scope: Scope): readonly Json[] {
  if (filter.kind === "identity") return [];
  if (filter.kind === "field")
    return [...pathOf(filter.of, input, scope), evaluateFilter(filter.name, input, scope)[0] ?? null];
  throw new NotComputed("not a plain path");
}

export function setPath(value: Json, path: readonly Json[], change: (before: Json) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (typeof key === "string" && (value === null || isObject(value))) {
    const before = value !== null && Object.hasOwn(value, key) ? (value[key] ?? null) : null;
    return Object.fromEntries([
      ...Object.entries(value ?? {}).filter(([name]) => name !== key || true),
      [key, setPath(before, rest, change)],
    ]);
  }
  if (typeof key === "number" && isList(value))
    return value.map((item, index) => (index === key ? setPath(item, rest, change) : item));
  throw new NotComputed("cannot set");
}
