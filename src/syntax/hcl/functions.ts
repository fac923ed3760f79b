import { concat, derive, literalOf, type Text } from "../../values/text.ts";
import { asText, fromPlain, knownString, NULL, stringValue, textValue, type HclValue } from "./value.ts";
import { table } from "../../values/table.ts";

type Fn = (args: readonly HclValue[]) => HclValue | null;

/**
 * The functions that people use in locals and settings, where they can be worked out without the world. Null from one:
 * these arguments are beyond it. https://developer.hashicorp.com/terraform/language/functions
 */
const FUNCTIONS: Readonly<Record<string, Fn>> = table({
  format: (args) => format(args),
  join: ([separator, ...lists]) => join(separator, lists),
  split: ([separator, text]) => split(separator, text),
  concat: (args) => (args.every(isList) ? { kind: "list", items: args.flatMap((arg) => arg.items) } : null),
  lower: lossy("lower", (value) => value.toLowerCase()),
  upper: lossy("upper", (value) => value.toUpperCase()),
  title: lossy("title", (value) => value.replaceAll(/\b\w/g, (letter) => letter.toUpperCase())),
  trimspace: lossy("trimspace", (value) => value.trim()),
  basename: lossy("basename", (value) => value.slice(value.lastIndexOf("/") + 1)),
  dirname: lossy("dirname", (value) => (value.includes("/") ? value.slice(0, value.lastIndexOf("/")) || "/" : ".")),
  tostring: ([value]) => value ?? null,
  tonumber: ([value]) => value ?? null,
  tobool: ([value]) => value ?? null,
  tolist: ([value]) => value ?? null,
  toset: ([value]) => value ?? null,
  tomap: ([value]) => value ?? null,
  nonsensitive: ([value]) => value ?? null,
  sensitive: ([value]) => value ?? null,
  abspath: ([value]) => value ?? null,
  pathexpand: ([value]) => value ?? null,
  replace: ([text, from, to]) => replace(text, from, to),
  trimprefix: ([text, prefix]) =>
    trim("trimprefix", text, prefix, (value, part) => (value.startsWith(part) ? value.slice(part.length) : value)),
  trimsuffix: ([text, suffix]) =>
    trim("trimsuffix", text, suffix, (value, part) =>
      part !== "" && value.endsWith(part) ? value.slice(0, -part.length) : value,
    ),
  trim: ([text, cutset]) => trim("trim", text, cutset, (value, set) => trimSet(value, set)),
  substr: ([text, from, length]) => substr(text, from, length),
  coalesce: (args) => coalesce(args),
  try: (args) => args.find((arg) => arg.kind !== "unknown") ?? args.at(-1) ?? null,
  can: ([value]) => (value && value.kind !== "unknown" ? stringValue("true") : null),
  lookup: ([map, key, fallback]) => lookup(map, key, fallback),
  element: ([list, index]) =>
    list?.kind === "list" ? (list.items[Number(knownString(index)) % Math.max(1, list.items.length)] ?? null) : null,
  merge: (args) => merge(args),
  length: ([value]) => length(value),
  keys: ([map]) =>
    map?.kind === "object" ? { kind: "list", items: [...map.entries.keys()].sort().map(stringValue) } : null,
  values: ([map]) =>
    map?.kind === "object"
      ? { kind: "list", items: [...map.entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value) }
      : null,
  contains: ([list, wanted]) => contains(list, wanted),
  startswith: ([text, part]) => compare(text, part, (a, b) => a.startsWith(b)),
  endswith: ([text, part]) => compare(text, part, (a, b) => a.endsWith(b)),
  strcontains: ([text, part]) => compare(text, part, (a, b) => a.includes(b)),
  jsondecode: ([text]) => decodeJson(knownString(text)),
});

/** Calls a common function; null where it is unknown or its arguments are beyond it. */
export function callFunction(name: string, args: readonly HclValue[]): HclValue | null {
  // Since 1.8 also `core::lower`.
  const fn = FUNCTIONS[name.replace(/^core::/, "")];
  return fn && Object.hasOwn(FUNCTIONS, name.replace(/^core::/, "")) ? fn(args) : null;
}

function isList(value: HclValue): value is Extract<HclValue, { kind: "list" }> {
  return value.kind === "list";
}

function lossy(name: string, apply: (value: string) => string): Fn {
  return ([value]) => {
    const text = value ? asText(value) : null;
    return text ? textValue(derive(name, text, apply)) : null;
  };
}

/** `%s`, `%d`, `%v`, `%q` and `%%`; widths change nothing that we look at, except zero padding of numbers. */
function format(args: readonly HclValue[]): HclValue | null {
  const pattern = knownString(args[0]);
  if (pattern === null) return null;
  const parts: Text[] = [];
  let next = 1;
  for (const piece of pattern.split(/(%%|%[-+ #]?\d*(?:\.\d+)?[sdvq])/)) {
    if (!piece.startsWith("%") || piece === "%") parts.push(piece === "" ? [] : [piece]);
    else if (piece === "%%") parts.push(["%"]);
    else {
      const text = asText(args[next] ?? NULL);
      next += 1;
      if (!text) return null;
      parts.push(padded(piece, text));
    }
  }
  return textValue(concat(...parts));
}

function padded(verb: string, text: Text): Text {
  const width = /^%0(\d+)d$/.exec(verb)?.[1];
  const known = literalOf(text);
  if (width && known !== null) return [known.padStart(Number(width), "0")];
  return verb.endsWith("q") ? concat(['"'], text, ['"']) : text;
}

function join(separator: HclValue | undefined, lists: readonly HclValue[]): HclValue | null {
  const between = separator ? asText(separator) : null;
  if (!between || !lists.every(isList)) return null;
  const texts = lists.flatMap((list) => list.items).map(asText);
  const known = texts.filter((text) => text !== null);
  if (known.length !== texts.length) return null;
  return textValue(concat(...known.flatMap((text, index) => (index === 0 ? [text] : [between, text]))));
}

function split(separator: HclValue | undefined, text: HclValue | undefined): HclValue | null {
  const [by, whole] = [knownString(separator), knownString(text)];
  return by === null || whole === null ? null : { kind: "list", items: whole.split(by).map(stringValue) };
}

function replace(text: HclValue | undefined, from: HclValue | undefined, to: HclValue | undefined): HclValue | null {
  const [source, old, next] = [text ? asText(text) : null, knownString(from), knownString(to)];
  if (!source || old === null || next === null) return null;
  const pattern = /^\/(.*)\/$/s.exec(old)?.[1];
  if (pattern === undefined)
    return textValue(derive(`replace ${old} by ${next}`, source, (value) => value.replaceAll(old, next)));
  const expression = safePattern(pattern);
  if (!expression) return null;
  return textValue(derive(`replace ${old} by ${next}`, source, (value) => value.replaceAll(expression, next)));
}

/** RE2 patterns are JavaScript patterns as far as people use them here; what is not is left alone. */
function safePattern(pattern: string): RegExp | null {
  // Nested quantifiers can take for ever on our engine, not on RE2.
  if (/[+*}]\)?[+*{]/.test(pattern) || pattern.length > 200) return null;
  try {
    return new RegExp(pattern, "g");
  } catch {
    return null;
  }
}

function trim(
  name: string,
  text: HclValue | undefined,
  part: HclValue | undefined,
  apply: (value: string, part: string) => string,
): HclValue | null {
  const [source, known] = [text ? asText(text) : null, knownString(part)];
  return source && known !== null
    ? textValue(derive(`${name} ${known}`, source, (value) => apply(value, known)))
    : null;
}

function trimSet(value: string, set: string): string {
  let [start, end] = [0, value.length];
  while (start < end && set.includes(value.charAt(start))) start += 1;
  while (end > start && set.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function substr(text: HclValue | undefined, from: HclValue | undefined, length: HclValue | undefined): HclValue | null {
  const [source, start, count] = [text ? asText(text) : null, Number(knownString(from)), Number(knownString(length))];
  if (!source || Number.isNaN(start) || Number.isNaN(count)) return null;
  const apply = (value: string): string => (count < 0 ? value.slice(start) : value.slice(start, start + count));
  return textValue(derive(`substr ${start} ${count}`, source, apply));
}

/** The first argument that is neither null nor empty; certain only while those before it are known. */
function coalesce(args: readonly HclValue[]): HclValue | null {
  for (const arg of args) {
    if (arg.kind === "null") continue;
    const known = knownString(arg);
    if (known === "") continue;
    return known === null && arg.kind === "unknown" ? null : arg;
  }
  return null;
}

function lookup(map: HclValue | undefined, key: HclValue | undefined, fallback: HclValue | undefined): HclValue | null {
  const name = knownString(key);
  if (map?.kind !== "object" || name === null) return null;
  return map.entries.get(name) ?? fallback ?? null;
}

function merge(args: readonly HclValue[]): HclValue | null {
  const maps = args.filter((arg) => arg.kind === "object");
  if (maps.length === 0) return null;
  return { kind: "object", entries: new Map(maps.flatMap((map) => [...map.entries])) };
}

function length(value: HclValue | undefined): HclValue | null {
  if (value?.kind === "list") return stringValue(String(value.items.length));
  if (value?.kind === "object") return stringValue(String(value.entries.size));
  const known = knownString(value);
  return known === null ? null : stringValue(String(known.length));
}

function contains(list: HclValue | undefined, wanted: HclValue | undefined): HclValue | null {
  const value = knownString(wanted);
  if (list?.kind !== "list" || value === null) return null;
  const items = list.items.map(knownString);
  if (items.includes(value)) return stringValue("true");
  return items.includes(null) ? null : stringValue("false");
}

function compare(
  a: HclValue | undefined,
  b: HclValue | undefined,
  test: (a: string, b: string) => boolean,
): HclValue | null {
  const [left, right] = [knownString(a), knownString(b)];
  return left === null || right === null ? null : stringValue(String(test(left, right)));
}

function decodeJson(text: string | null): HclValue | null {
  if (text === null) return null;
  try {
    return fromPlain(JSON.parse(text));
  } catch {
    return null;
  }
}
