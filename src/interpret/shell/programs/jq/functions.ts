import { extendedRegex } from "../../regex.ts";
import {
  compare,
  evaluateFilter,
  isList,
  isObject,
  isTrue,
  NotComputed,
  numberOf,
  same,
  textOf,
  type Json,
  type Scope,
} from "./evaluate.ts";
import type { Filter } from "./syntax.ts";
import { table } from "../../../../values/table.ts";

const MOST_NUMBERS = 1000;

type Plain = (input: Json, args: readonly Json[]) => Json;

function text(value: Json): string {
  if (typeof value !== "string") throw new NotComputed("not a string");
  return value;
}

function list(value: Json): readonly Json[] {
  if (!isList(value)) throw new NotComputed("not an array");
  return value;
}

function lengthOf(value: Json): number {
  if (value === null) return 0;
  if (typeof value === "string") return [...value].length;
  if (isList(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : Math.abs(numberOf(value));
}

function regex(source: Json, flags: Json | undefined): RegExp {
  const made = extendedRegex(text(source), typeof flags === "string" ? flags.replace(/[^ig]/g, "") : "");
  if (!made) throw new NotComputed("not a regular expression");
  return made;
}

function keysOf(value: Json): readonly Json[] {
  if (isObject(value)) return Object.keys(value).sort();
  return list(value).map((_, index) => index);
}

function parse(value: string): Json {
  try {
    return JSON.parse(value) as Json;
  } catch {
    throw new NotComputed("not JSON");
  }
}

/** Functions whose arguments are plain values. */
const PLAIN: Readonly<Record<string, Plain>> = table({
  length: lengthOf,
  keys: keysOf,
  keys_unsorted: (value) => (isObject(value) ? Object.keys(value) : keysOf(value)),
  values: (value) => (isObject(value) ? Object.values(value) : value),
  not: (value) => !isTrue(value),
  add: (value) => (isObject(value) ? Object.values(value) : list(value)).reduce<Json>(added, null),
  any: (value) => list(value).some(isTrue),
  all: (value) => list(value).every(isTrue),
  first: (value) => list(value)[0] ?? null,
  last: (value) => list(value).at(-1) ?? null,
  reverse: (value) => (typeof value === "string" ? [...value].reverse().join("") : [...list(value)].reverse()),
  sort: (value) => [...list(value)].sort(compare),
  unique: (value) =>
    [...list(value)].sort(compare).filter((item, index, all) => index === 0 || !same(item, all[index - 1] ?? null)),
  flatten: (value) => list(value).flat(16) as readonly Json[],
  min: (value) => [...list(value)].sort(compare)[0] ?? null,
  max: (value) => [...list(value)].sort(compare).at(-1) ?? null,
  tostring: textOf,
  tojson: (value) => JSON.stringify(value),
  fromjson: (value) => parse(text(value)),
  tonumber: (value) => (typeof value === "number" ? value : toNumber(text(value))),
  type: (value) => (value === null ? "null" : isList(value) ? "array" : typeof value),
  ascii_downcase: (value) => text(value).toLowerCase(),
  ascii_upcase: (value) => text(value).toUpperCase(),
  trim: (value) => text(value).trim(),
  to_entries: (value) => Object.entries(isObject(value) ? value : {}).map(([key, each]) => ({ key, value: each })),
  from_entries: (value) =>
    Object.fromEntries(
      list(value).map((entry) =>
        isObject(entry)
          ? [textOf(entry.key ?? entry.name ?? entry.k ?? null), entry.value ?? entry.v ?? null]
          : ["", null],
      ),
    ),
  floor: (value) => Math.floor(numberOf(value)),
  join: (value, [separator]) =>
    list(value)
      .map((item) => (item === null ? "" : textOf(item)))
      .join(text(separator ?? null)),
  split: (value, [separator]) => (text(value) === "" ? [] : text(value).split(text(separator ?? null))),
  startswith: (value, [start]) => text(value).startsWith(text(start ?? null)),
  endswith: (value, [end]) => text(value).endsWith(text(end ?? null)),
  ltrimstr: (value, [start]) =>
    typeof value === "string" && typeof start === "string" && value.startsWith(start)
      ? value.slice(start.length)
      : value,
  rtrimstr: (value, [end]) =>
    typeof value === "string" && typeof end === "string" && end !== "" && value.endsWith(end)
      ? value.slice(0, -end.length)
      : value,
  test: (value, [source, flags]) => regex(source ?? null, flags).test(text(value)),
  has: (value, [key]) =>
    isObject(value) ? Object.hasOwn(value, textOf(key ?? null)) : numberOf(key ?? null) < list(value).length,
  contains: (value, [part]) => contains(value, part ?? null),
  inside: (value, [whole]) => contains(whole ?? null, value),
  index: (value, [part]) => (text(value).includes(text(part ?? null)) ? text(value).indexOf(text(part ?? null)) : null),
  "@json": (value) => JSON.stringify(value),
  "@text": textOf,
  "@csv": (value) =>
    list(value)
      .map((item) => (typeof item === "string" ? `"${item.replaceAll('"', '""')}"` : textOf(item)))
      .join(","),
  "@tsv": (value) =>
    list(value)
      .map((item) => (item === null ? "" : textOf(item)))
      .join("\t"),
  "@sh": (value) =>
    (isList(value) ? value : [value])
      .map((item) => (typeof item === "string" ? `'${item.replaceAll("'", "'\\''")}'` : textOf(item)))
      .join(" "),
});

function added(sum: Json, item: Json): Json {
  if (sum === null) return item;
  if (typeof sum === "string") return sum + text(item);
  if (isList(sum)) return [...sum, ...list(item)];
  if (isObject(sum) && isObject(item)) return { ...sum, ...item };
  return numberOf(sum) + numberOf(item);
}

function toNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || Number.isNaN(number)) throw new NotComputed("not a number");
  return number;
}

function contains(whole: Json, part: Json): boolean {
  if (typeof whole === "string" && typeof part === "string") return whole.includes(part);
  if (isList(whole) && isList(part)) return part.every((item) => whole.some((each) => contains(each, item)));
  if (isObject(whole) && isObject(part))
    return Object.entries(part).every(
      ([key, value]) => Object.hasOwn(whole, key) && contains(whole[key] ?? null, value),
    );
  return same(whole, part);
}

/** Calls a function of jq; the ones below take filters. Throws `NotComputed` for those that are not known. */
export function callFunction(name: string, args: readonly Filter[], input: Json, scope: Scope): readonly Json[] {
  const run = (filter: Filter, value: Json): readonly Json[] => evaluateFilter(filter, value, scope);
  const [first, second] = args;
  switch (`${name}/${args.length}`) {
    case "empty/0":
      return [];
    case "env/0":
      return [Object.fromEntries(scope.env)];
    case "select/1":
      return first ? run(first, input).flatMap((value) => (isTrue(value) ? [input] : [])) : [];
    case "map/1":
      return [items(input).flatMap((item) => (first ? run(first, item) : []))];
    case "map_values/1":
      return [mapped(input, (item) => (first ? (run(first, item)[0] ?? null) : item))];
    case "with_entries/1":
      return [entriesMapped(input, first, run)];
    case "any/1":
      return [items(input).some((item) => first !== undefined && run(first, item).some(isTrue))];
    case "all/1":
      return [items(input).every((item) => first !== undefined && run(first, item).every(isTrue))];
    case "sort_by/1":
      return [sortedBy(input, first, run)];
    case "unique_by/1":
      return [uniqueBy(input, first, run)];
    case "first/1":
      return first ? run(first, input).slice(0, 1) : [];
    case "range/1":
      return first ? numbersBelow(numberOf(run(first, input)[0] ?? 0)) : [];
    case "del/1":
      return [deleted(input, first)];
    case "sub/2":
    case "gsub/2":
      return [first && second ? replaced(name, input, run(first, input)[0] ?? null, second, scope) : input];
    default: {
      const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
      if (!plain) throw new NotComputed(`${name} is not known`);
      return [
        plain(
          input,
          args.map((argument) => run(argument, input)[0] ?? null),
        ),
      ];
    }
  }
}

function numbersBelow(limit: number): readonly Json[] {
  if (limit > MOST_NUMBERS) throw new NotComputed("too many numbers");
  return Array.from({ length: Math.max(0, Math.ceil(limit)) }, (_, index) => index);
}

function uniqueBy(value: Json, filter: Filter | undefined, run: Run): readonly Json[] {
  const key = (item: Json | undefined): Json => (filter ? run(filter, item ?? null) : (item ?? null));
  return sortedBy(value, filter, run).filter(
    (item, index, all) => index === 0 || !same(key(item), key(all[index - 1])),
  );
}

function items(value: Json): readonly Json[] {
  return isObject(value) ? Object.values(value) : list(value);
}

function mapped(value: Json, apply: (item: Json) => Json): Json {
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, apply(item)]));
  return list(value).map(apply);
}

type Run = (filter: Filter, value: Json) => readonly Json[];

function entriesMapped(value: Json, filter: Filter | undefined, run: Run): Json {
  const entries = Object.entries(isObject(value) ? value : {}).map(([key, each]): Json => ({ key, value: each }));
  const out = entries.flatMap((entry) => (filter ? run(filter, entry) : [entry]));
  return Object.fromEntries(
    out.map((entry) => (isObject(entry) ? [textOf(entry.key ?? null), entry.value ?? null] : ["", null])),
  );
}

function sortedBy(value: Json, filter: Filter | undefined, run: Run): readonly Json[] {
  const key = (item: Json): Json => (filter ? run(filter, item) : item);
  return [...list(value)].sort((a, b) => compare(key(a), key(b)));
}

function deleted(value: Json, filter: Filter | undefined): Json {
  if (filter?.kind !== "field" || filter.of.kind !== "identity" || filter.name.kind !== "literal" || !isObject(value))
    throw new NotComputed("not a plain path");
  const { value: name } = filter.name;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** The replacement sees named groups as fields; those and nothing else are filled in. */
function replaced(name: string, input: Json, source: Json, by: Filter, scope: Scope): Json {
  const made = regex(source, name === "gsub" ? "g" : "");
  return text(input).replace(made, (...all: unknown[]) => {
    const groups = all[all.length - 1];
    return textOf(evaluateFilter(by, (typeof groups === "object" ? { ...groups } : {}) as Json, scope)[0] ?? "");
  });
}
