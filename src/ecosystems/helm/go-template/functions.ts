import { hasHole, hole } from "../../../syntax/template/holes.ts";
import { goItem, goText, goTruth, type GoScope, type GoValue } from "./values.ts";
import { table } from "../../../values/table.ts";

/** The result of a function: a value (`undefined` for nothing), or that a hole keeps it from being known. */
export type Result = { readonly known: true; readonly value: GoValue | undefined } | { readonly known: false };

type Args = readonly (GoValue | undefined)[];
type GoFunction = (args: Args, scope: GoScope) => Result;

const UNKNOWN: Result = { known: false };

function ok(value: GoValue | undefined): Result {
  return { known: true, value };
}

/** Functions of Go templates, sprig and helmfile that names, namespaces, contexts and conditions are made with. */
const FUNCTIONS: Readonly<Record<string, GoFunction>> = table({
  default: ([fallback, given]) => byTruth(given, ok(given), ok(fallback)),
  coalesce: (args) => coalesce(args),
  ternary: ([yes, no, test]) => byTruth(test, ok(yes), ok(no)),
  quote: ([value]) => ok(value),
  squote: ([value]) => ok(value),
  toString: ([value]: Args) => texts([value], ([text]) => text),
  lower: (args) => texts(args, ([text = ""]) => text.toLowerCase()),
  upper: (args) => texts(args, ([text = ""]) => text.toUpperCase()),
  trim: (args) => texts(args, ([text = ""]) => text.trim()),
  trimSuffix: (args) =>
    texts(args, ([end = "", text = ""]) => (end !== "" && text.endsWith(end) ? text.slice(0, -end.length) : text)),
  trimPrefix: (args) =>
    texts(args, ([start = "", text = ""]) => (text.startsWith(start) ? text.slice(start.length) : text)),
  trunc: ([length, text]) =>
    texts([text], ([known = ""]) =>
      Number(length) >= 0 ? known.slice(0, Number(length)) : known.slice(Number(length)),
    ),
  replace: (args) => texts(args, ([from = "", to = "", text = ""]) => text.replaceAll(from, to)),
  contains: (args) => texts(args, ([part = "", text = ""]) => text.includes(part)),
  hasPrefix: (args) => texts(args, ([part = "", text = ""]) => text.startsWith(part)),
  hasSuffix: (args) => texts(args, ([part = "", text = ""]) => text.endsWith(part)),
  printf: ([format, ...args]) => printf(goText(format), args),
  print: (args) => joined(args, ""),
  cat: (args) => joined(args, " "),
  eq: ([first, ...others]) => anyOf(others.map((other) => same(first, other))),
  ne: ([a, b]) => negated(same(a, b)),
  not: ([value]) => negated(goTruth(value)),
  and: (args) => logic(args, false),
  or: (args) => logic(args, true),
  empty: ([value]) => negated(goTruth(value)),
  hasKey: ([map, key]) =>
    map instanceof Map ? ok((map as ReadonlyMap<string, GoValue>).has(goText(key) ?? "")) : ok(false),
  has: ([item, list]) =>
    Array.isArray(list) ? anyOf((list as readonly GoValue[]).map((other) => same(other, item))) : ok(false),
  list: (args) => ok(args.map((value) => value ?? null)),
  tuple: (args) => ok(args.map((value) => value ?? null)),
  dict: (args) => dict(args),
  get: (args) => getByPath(args),
  getOrNil: (args) => getByPath(args),
  index: ([of, ...keys]) => index(of, keys),
  dig: (args) =>
    ok(
      goItem(
        args.at(-1),
        args.slice(0, -2).map((key) => goText(key) ?? ""),
      ) ?? args.at(-2),
    ),
  keys: ([map]) => ok(map instanceof Map ? [...(map as ReadonlyMap<string, GoValue>).keys()] : []),
  splitList: (args) => texts(args, ([separator = "", text = ""]) => text.split(separator)),
  join: ([separator, list]) => (Array.isArray(list) ? joined(list as Args, goText(separator) ?? "") : UNKNOWN),
  env: ([name], scope) => environment(scope, name, ""),
  requiredEnv: ([name], scope) => environment(scope, name, null),
  required: ([, value]) => ok(value),
  int: ([value]) => texts([value], ([text = ""]) => Math.trunc(Number(text)) || 0),
});

/** Applies a function; not known where it is none of the table or a hole stands where its value is needed. */
export function callFunction(name: string, args: Args, scope: GoScope): Result {
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  return found ? found(args, scope) : UNKNOWN;
}

/** A hole that is some value all the same is true: `default` gives the value, whose name is kept. */
function byTruth(test: GoValue | undefined, yes: Result, no: Result): Result {
  const truth = goTruth(test);
  if (truth === null) return yes;
  return truth ? yes : no;
}

function coalesce(args: Args): Result {
  return ok(args.find((value) => goTruth(value) !== false));
}

/** Texts without holes go through the function; with one nobody can say what comes out. */
function texts(args: Args, apply: (texts: readonly string[]) => GoValue | undefined): Result {
  const known = args.map(goText);
  if (known.some((text) => text === null || hasHole(text))) return UNKNOWN;
  return ok(apply(known as readonly string[]));
}

/** Concatenation keeps holes. */
function printf(format: string | null, args: Args): Result {
  if (format === null || hasHole(format)) return UNKNOWN;
  const given = args.map(goText);
  let next = 0;
  let structured = false;
  const value = format.replaceAll(/%[svdq]|%%/g, (verb) => {
    if (verb === "%%") return "%";
    const text = given[next];
    next += 1;
    if (text === null || text === undefined) structured = true;
    return text ?? "";
  });
  return structured || /%[^svdq%]/.test(format.replaceAll("%%", "")) ? UNKNOWN : ok(value);
}

function joined(args: Args, separator: string): Result {
  const given = args.map(goText);
  return given.includes(null) ? UNKNOWN : ok(given.join(separator));
}

/** Whether two values are equal; null where a hole decides. Holes with one name are one value. */
function same(a: GoValue | undefined, b: GoValue | undefined): boolean | null {
  if (a === b) return true;
  const [left, right] = [goText(a), goText(b)];
  if (left === null || right === null || hasHole(left) || hasHole(right)) return null;
  return typeof a === typeof b && left === right;
}

function anyOf(answers: readonly (boolean | null)[]): Result {
  if (answers.includes(true)) return ok(true);
  return answers.includes(null) ? UNKNOWN : ok(false);
}

function negated(answer: boolean | null): Result {
  return answer === null ? UNKNOWN : ok(!answer);
}

function logic(args: Args, stop: boolean): Result {
  for (const value of args) {
    const truth = goTruth(value);
    if (truth === null) return UNKNOWN;
    if (truth === stop) return ok(value);
  }
  return ok(args.at(-1));
}

function dict(args: Args): Result {
  const entries = new Map<string, GoValue>();
  for (let at = 0; at + 1 < args.length; at += 2) entries.set(goText(args[at]) ?? "", args[at + 1] ?? null);
  return ok(entries);
}

/** helmfile's `get "a.b" default map`. https://helmfile.readthedocs.io/en/latest/templating_funcs/ */
function getByPath(args: Args): Result {
  const map = args.at(-1);
  if (typeof map === "string" && hasHole(map)) return UNKNOWN;
  const [key] = args[0] instanceof Map ? [args[1]] : [args[0]];
  const of = args[0] instanceof Map ? args[0] : map;
  const found = goItem(of, (goText(key) ?? "").split("."));
  return ok(found ?? (args.length > 2 ? args[1] : undefined));
}

function index(of: GoValue | undefined, keys: Args): Result {
  let current = of;
  for (const key of keys) {
    if (Array.isArray(current)) current = (current as readonly GoValue[])[Number(goText(key))];
    else current = goItem(current, [goText(key) ?? ""]);
  }
  return ok(current);
}

function environment(scope: GoScope, name: GoValue | undefined, missing: string | null): Result {
  const known = goText(name) ?? "";
  const value = scope.env(known);
  if (value !== undefined && value !== "") return ok(value);
  // A variable that must be there is there, only nobody here knows it.
  return ok(missing ?? hole(known));
}
