import { isConcrete, isPrimitive, related } from "../../values/compare.ts";
import { canonical } from "../../values/text.ts";
import { NULL, object, type ObjectValue, type UnknownValue, type Value } from "../../values/value.ts";
import type { Matrix } from "./document.ts";
import { freshElement, freshMatrix, resolveMatrix, type Resolve, type ResolvedMatrix } from "./matrix-values.ts";

/** GitHub makes at most 256 jobs of one matrix. */
export const MAX_LEGS = 256;
/** Combinations looked at while most of them are excluded. */
const MAX_PRODUCT = 20_000;
/** Legs made of a list that nobody knows: two show what one leg does to another. */
const FRESH = 2;

export interface Leg {
  /** Names and values in GitHub's order: the axes, then what `include` adds. Empty where nothing is known. */
  readonly values: ReadonlyMap<string, Value>;
  /** The `matrix` context of the leg's job. */
  readonly context: ObjectValue;
  /** Which of the legs that stand for the elements of unknown lists this is; null for a leg that is written out. */
  readonly fresh: number | null;
}

export interface MatrixLegs {
  readonly legs: readonly Leg[];
  /** Legs beyond the bound were left out. */
  readonly cut: boolean;
  /** Why GitHub makes no job of it, null where it does. */
  readonly failed: string | null;
}

/**
 * The legs of a matrix as GitHub makes them (docs "Running variations of jobs in a workflow"): the product of the
 * axes, without those that an `exclude` matches, with the further values of each `include` that contradicts no value
 * of an axis; an `include` that fits no leg becomes one of its own. Values compare as `==` does.
 */
export function expandMatrix(matrix: Matrix, resolve: Resolve): MatrixLegs {
  const resolved = resolveMatrix(matrix, resolve);
  if (resolved.failed !== null) return { legs: [], cut: false, failed: resolved.failed };
  const { whole } = resolved;
  if (whole)
    return {
      legs: indices().map((index) => ({ values: new Map(), context: freshMatrix(whole, index), fresh: index })),
      cut: false,
      failed: null,
    };
  return build(resolved);
}

function build(resolved: ResolvedMatrix): MatrixLegs {
  const includes = Array.isArray(resolved.include) ? resolved.include : [];
  const excludes = Array.isArray(resolved.exclude) ? resolved.exclude : [];
  const axes = resolved.axes.map(([name, values]) => [name, elements(name, values)] as const);
  const names = new Set(axes.map(([name]) => name.toLowerCase()));
  const wrong = refused(includes, excludes, names);
  if (wrong !== null) return { legs: [], cut: false, failed: wrong };
  const matched = new Set<Value>();
  const { combinations, cut } = product(axes, excludes);
  const legs = combinations.map((base) => withIncludes(base, includes, names, matched));
  for (const include of includes)
    if (!matched.has(include) && include.kind === "object") legs.push(legOf(include.entries ?? [], null));
  if (isUnknown(resolved.include)) legs.push(...freshIncludes(resolved.include));
  const failed = legs.length === 0 ? "the matrix has no legs" : null;
  return { legs: legs.slice(0, MAX_LEGS), cut: cut || legs.length > MAX_LEGS, failed };
}

/** Combinations that GitHub does not take: empty ones, and an `exclude` that names no axis. */
function refused(includes: readonly Value[], excludes: readonly Value[], axes: ReadonlySet<string>): string | null {
  const entriesOf = (value: Value): readonly (readonly [string, Value])[] =>
    value.kind === "object" ? (value.entries ?? []) : [];
  if (includes.some((value) => value.kind === "object" && entriesOf(value).length === 0))
    return "an `include` of the matrix is empty";
  for (const exclude of excludes) {
    if (exclude.kind === "object" && entriesOf(exclude).length === 0) return "an `exclude` of the matrix is empty";
    const stray = entriesOf(exclude).find(([name]) => !axes.has(name.toLowerCase()));
    if (stray) return `an \`exclude\` of the matrix names \`${stray[0]}\`, which is no axis`;
  }
  return null;
}

function isUnknown(value: readonly Value[] | UnknownValue): value is UnknownValue {
  return !Array.isArray(value);
}

function freshIncludes(source: UnknownValue): readonly Leg[] {
  return indices().map((index) => ({ values: new Map(), context: freshMatrix(source, index), fresh: index }));
}

interface Element {
  readonly value: Value;
  readonly fresh: number | null;
}

function elements(name: string, values: readonly Value[] | UnknownValue): readonly Element[] {
  if (isUnknown(values))
    return indices().map((index) => ({ value: freshElement(values, `matrix.${name}`, index), fresh: index }));
  return values.map((value) => ({ value, fresh: null }));
}

function indices(): readonly number[] {
  return Array.from({ length: FRESH }, (_, index) => index);
}

type Axes = readonly (readonly [name: string, elements: readonly Element[]])[];

/** All combinations that no `exclude` matches, the last axis turning fastest. */
function product(
  axes: Axes,
  excludes: readonly Value[],
): { readonly combinations: readonly Leg[]; readonly cut: boolean } {
  const size = axes.length === 0 ? 0 : axes.reduce((total, [, values]) => total * values.length, 1);
  const combinations: Leg[] = [];
  for (let index = 0; index < size; index += 1) {
    if (combinations.length > MAX_LEGS || index > MAX_PRODUCT) return { combinations, cut: true };
    const leg = combination(axes, index);
    if (!excludes.some((exclude) => matches(exclude, leg.context))) combinations.push(leg);
  }
  return { combinations, cut: false };
}

function combination(axes: Axes, index: number): Leg {
  let rest = index;
  const chosen: (readonly [string, Element])[] = [];
  for (const [name, values] of [...axes].reverse()) {
    chosen.unshift([name, values[rest % values.length] as Element]);
    rest = Math.floor(rest / values.length);
  }
  const fresh = chosen.reduce<number | null>(
    (known, [, element]) => (element.fresh === null ? known : (known ?? 0) * FRESH + element.fresh),
    null,
  );
  return legOf(
    chosen.map(([name, { value }]) => [name, value]),
    fresh,
  );
}

function legOf(entries: readonly (readonly [string, Value])[], fresh: number | null): Leg {
  return { values: new Map(entries), context: object(entries, "matrix"), fresh };
}

/** Adds what the fitting includes say beyond the axes; of two that say the same, the later counts. */
function withIncludes(base: Leg, includes: readonly Value[], axes: ReadonlySet<string>, matched: Set<Value>): Leg {
  const extra = new Map<string, Value>();
  for (const include of includes) {
    if (include.kind !== "object") continue;
    const entries = include.entries ?? [];
    const filter = object(entries.filter(([name]) => axes.has(name.toLowerCase())));
    if (!matches(filter, base.context)) continue;
    matched.add(include);
    for (const [name, value] of entries) if (!axes.has(name.toLowerCase())) extra.set(name, value);
  }
  return extra.size === 0 ? base : legOf([...base.values, ...extra], base.fresh);
}

/** Whether every leaf of a filter equals the value at the same place; what is not known equals only itself. */
function matches(filter: Value, actual: Value): boolean {
  if (filter.kind === "object")
    return (filter.entries ?? []).every(([name, inner]) => matches(inner, property(actual, name)));
  if (filter.kind === "list")
    return filter.items.every((inner, index) =>
      matches(inner, actual.kind === "list" ? (actual.items[index] ?? NULL) : NULL),
    );
  if (isConcrete(filter) && isConcrete(actual)) return related("==", actual, filter);
  return isText(filter) && isText(actual) && isPrimitive(actual) && canonical(filter.text) === canonical(actual.text);
}

function isText(value: Value): value is Extract<Value, { text: unknown }> {
  return value.kind === "string" || value.kind === "unknown";
}

function property(value: Value, name: string): Value {
  return value.kind === "object" || value.kind === "unknown" ? (value.get(name) ?? NULL) : NULL;
}
