import { textFrom, truthy, unknown, value, type Evaluated, type JinjaValue } from "./values.ts";
import { table } from "../../../values/table.ts";

type Filter = (of: JinjaValue, args: readonly JinjaValue[]) => JinjaValue | undefined;

/** The filters that turn up in `hosts:` and `serial:`; `undefined` means that the arguments do not fit. */
const FILTERS: Readonly<Record<string, Filter>> = table({
  lower: (of) => map(of, (text) => text.toLowerCase()),
  upper: (of) => map(of, (text) => text.toUpperCase()),
  trim: (of) => map(of, (text) => text.trim()),
  string: (of) => map(of, (text) => text),
  replace: (of, [from, to]) =>
    typeof from === "string" && typeof to === "string" ? map(of, (text) => text.replaceAll(from, to)) : undefined,
  int: (of) => toInteger(of),
  bool: (of) => (typeof of === "string" ? ["1", "yes", "on", "true", "y", "t"].includes(of.toLowerCase()) : truthy(of)),
  abs: (of) => (typeof of === "number" ? Math.abs(of) : undefined),
  length: (of) => sizeOf(of),
  count: (of) => sizeOf(of),
  first: (of) => (isList(of) ? of[0] : undefined),
  last: (of) => (isList(of) ? of.at(-1) : undefined),
  list: (of) => (isList(of) ? of : undefined),
  unique: (of) => (isList(of) ? [...new Set(of)] : undefined),
  join: (of, [separator]) => joined(of, typeof separator === "string" ? separator : ""),
  split: (of, [separator]) => (typeof of === "string" ? splitText(of, separator) : undefined),
  ternary: (of, [yes, no]) => (truthy(of) ? yes : no),
});

/** The result of a filter; unknown for one that is not in the table. */
export function applyFilter(name: string, of: JinjaValue, args: readonly JinjaValue[]): Evaluated {
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (!filter) return unknown(`the filter \`${name}\` is not evaluated here`);
  const result = filter(of, args);
  return result === undefined ? unknown(`the filter \`${name}\` got something that it does not take`) : value(result);
}

function map(of: JinjaValue, change: (text: string) => string): JinjaValue | undefined {
  const text = textFrom(of);
  return text === null ? undefined : change(text);
}

function isList(of: JinjaValue): of is readonly JinjaValue[] {
  return Array.isArray(of);
}

function sizeOf(of: JinjaValue): number | undefined {
  if (isList(of) || typeof of === "string") return of.length;
  return of instanceof Map ? of.size : undefined;
}

/** Jinja's `int` gives 0 for what is no number. */
function toInteger(of: JinjaValue): number {
  const number = typeof of === "string" ? Number.parseInt(of, 10) : Number(of);
  return Number.isFinite(number) ? Math.trunc(number) : 0;
}

function joined(of: JinjaValue, separator: string): string | undefined {
  if (!isList(of)) return undefined;
  const texts = of.map(textFrom);
  return texts.includes(null) ? undefined : texts.join(separator);
}

function splitText(of: string, separator: JinjaValue | undefined): readonly string[] {
  if (typeof separator === "string" && separator !== "") return of.split(separator);
  return of.trim().split(/\s+/);
}
