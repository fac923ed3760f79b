import { concat, EMPTY, literal, mention, type Text } from "../../values/text.ts";
import { HOME, WORKSPACE } from "../machine.ts";
import { entriesOf, get, set, type Table } from "./table.ts";
import { joinTexts, mapParts } from "./texts.ts";
import type { ShellVariable, Value, World } from "./world.ts";

const PLAIN: Omit<ShellVariable, "value"> = { exported: false, fixed: false, fold: null };

/** What a runner's shell has without anybody setting it; everything else that is not set is empty. */
const AMBIENT: Readonly<Record<string, string>> = {
  HOME,
  CI: "true",
  GITHUB_ACTIONS: "true",
  GITHUB_WORKSPACE: WORKSPACE,
  OSTYPE: "linux-gnu",
  HOSTTYPE: "x86_64",
  MACHTYPE: "x86_64-pc-linux-gnu",
  SHLVL: "1",
  USER: "runner",
  LOGNAME: "runner",
  SHELL: "/bin/bash",
  LANG: "C.UTF-8",
};

/** Set on every runner, to a value that nothing in the repository fixes. */
const UNKNOWN_AMBIENT = new Set([
  "PATH",
  "HOSTNAME",
  "RANDOM",
  "SRANDOM",
  "SECONDS",
  "EPOCHSECONDS",
  "EPOCHREALTIME",
  "PPID",
  "BASHPID",
  "UID",
  "EUID",
  "BASH_VERSION",
  "TERM",
]);

/** The variable; of those that a runner has by itself too. */
export function lookup(world: World, name: string): ShellVariable | undefined {
  const known = get(world.vars, name);
  if (known) return known;
  const ambient = AMBIENT[name];
  if (ambient !== undefined) return { ...PLAIN, exported: true, value: { kind: "text", text: [ambient] } };
  if (name === "PWD") return { ...PLAIN, exported: true, value: { kind: "text", text: world.cwd } };
  if (name === "IFS") return { ...PLAIN, value: { kind: "text", text: [" \t\n"] } };
  if (!UNKNOWN_AMBIENT.has(name)) return undefined;
  const text = mention({ key: `runner:${name}`, label: `$${name}`, kind: "output", nonEmpty: true });
  return { ...PLAIN, exported: name === "PATH", value: { kind: "text", text } };
}

/** A variable's value where one string is wanted: of an array its first element. Null where it is not set. */
export function scalarOf(value: Value): Text | null {
  switch (value.kind) {
    case "text":
      return value.text;
    case "list":
      return value.items.get(0) ?? null;
    case "map":
      return value.items.get("0") ?? null;
    case "many":
      return value.each;
    case "none":
      return null;
  }
}

export function scalar(world: World, name: string): Text | null {
  const variable = lookup(world, name);
  return variable ? scalarOf(variable.value) : null;
}

/** All elements in order; of a plain variable its only value. */
export function elementsOf(value: Value): readonly Text[] {
  switch (value.kind) {
    case "list":
      return [...value.items].sort(([a], [b]) => a - b).map(([, item]) => item);
    case "map":
      return [...value.items.values()];
    case "many":
      return [value.each];
    case "text":
      return [value.text];
    case "none":
      return [];
  }
}

/** Sets a variable, keeping what was declared about it. A read-only one stays as it is. */
export function assignValue(world: World, name: string, value: Value): World {
  const before = get(world.vars, name) ?? { ...PLAIN, exported: world.options.allexport };
  if (before.fixed) return world;
  const folded = before.fold === "lower" || before.fold === "upper" ? foldValue(value, before.fold) : value;
  const exported = before.exported || world.options.allexport;
  return { ...world, vars: set(world.vars, name, { ...before, exported, value: folded }) };
}

export function assignText(world: World, name: string, text: Text): World {
  const before = get(world.vars, name)?.value;
  if (before?.kind === "list") return assignElement(world, name, 0, text);
  if (before?.kind === "map") return assignElement(world, name, "0", text);
  return assignValue(world, name, { kind: "text", text });
}

function foldValue(value: Value, to: "lower" | "upper"): Value {
  if (value.kind !== "text") return value;
  const apply = to === "lower" ? lower : upper;
  return { kind: "text", text: mapParts(value.text, to === "lower" ? "lower case" : "upper case", apply) };
}

export function lower(value: string): string {
  return value.toLowerCase();
}

export function upper(value: string): string {
  return value.toUpperCase();
}

/** `name[index]=text`. */
export function assignElement(world: World, name: string, index: number | string, text: Text): World {
  const before = get(world.vars, name)?.value;
  if (before?.kind === "map") {
    return assignValue(world, name, { kind: "map", items: new Map(before.items).set(String(index), text) });
  }
  if (before?.kind === "many") return world;
  const items = new Map(before?.kind === "list" ? before.items : before?.kind === "text" ? [[0, before.text]] : []);
  const at = Number(index);
  const last = Math.max(-1, ...items.keys());
  items.set(at < 0 ? last + 1 + at : at, text);
  return assignValue(world, name, { kind: "list", items });
}

export function listOf(items: readonly Text[]): Value {
  return { kind: "list", items: new Map(items.map((item, index) => [index, item])) };
}

export function unsetVariable(world: World, name: string): World {
  return get(world.vars, name)?.fixed ? world : { ...world, vars: set(world.vars, name, undefined) };
}

export function unsetElement(world: World, name: string, index: string): World {
  const value = get(world.vars, name)?.value;
  if (value?.kind === "map") {
    const items = new Map(value.items);
    items.delete(index);
    return assignValue(world, name, { kind: "map", items });
  }
  if (value?.kind !== "list") return world;
  const items = new Map(value.items);
  items.delete(Number(index));
  return assignValue(world, name, { kind: "list", items });
}

/** Changes what is declared about a variable, which exists from then on. */
export function declare(
  world: World,
  name: string,
  change: Partial<Omit<ShellVariable, "value">>,
  fresh?: Value,
): World {
  const before = get(world.vars, name);
  const value = fresh ?? before?.value ?? { kind: "none" };
  return { ...world, vars: set(world.vars, name, { ...PLAIN, ...before, value, ...change }) };
}

/** Hides a variable until the function that is running returns. */
export function hide(world: World, name: string): World {
  if (!world.hidden) return world;
  const before = get(world.vars, name);
  const hidden = get(world.hidden, name) === undefined ? set(world.hidden, name, before ?? "unset") : world.hidden;
  const fresh: ShellVariable = { ...PLAIN, exported: before?.exported ?? false, value: { kind: "none" } };
  return { ...world, hidden, vars: set(world.vars, name, fresh) };
}

/** Puts back what a function hid. */
export function reveal(world: World): World {
  if (!world.hidden) return world;
  let { vars } = world;
  for (const [name, before] of entriesOf(world.hidden)) vars = set(vars, name, before === "unset" ? undefined : before);
  return { ...world, vars };
}

type Variables = Table<ShellVariable>;
const environments = new WeakMap<Variables | Variables["base"], ReadonlyMap<string, Text>>();

/** The environment that commands get. */
export function environmentOf({ vars }: World): ReadonlyMap<string, Text> {
  const known = environments.get(vars);
  if (known) return known;
  const base = environments.get(vars.base) ?? withExported(new Map(), vars.base);
  environments.set(vars.base, base);
  const env = withExported(base, vars.recent);
  environments.set(vars, env);
  return env;
}

function withExported(before: ReadonlyMap<string, Text>, changes: Variables["recent"]): ReadonlyMap<string, Text> {
  let env: Map<string, Text> | null = null;
  for (const [name, variable] of changes) {
    const text = variable?.exported && variable.value.kind === "text" ? variable.value.text : undefined;
    if (text === before.get(name)) continue;
    env ??= new Map(before);
    if (text) env.set(name, text);
    else env.delete(name);
  }
  return env ?? before;
}

/** Variables of a shell that is started with this environment. */
export function variablesFrom(env: ReadonlyMap<string, Text>): Iterable<readonly [string, ShellVariable]> {
  return [...env].map(([name, text]) => [name, { ...PLAIN, exported: true, value: { kind: "text", text } }] as const);
}

/** `$*`: the arguments with the first character of IFS between them. */
export function starOf(world: World, items: readonly Text[]): Text {
  const ifs = scalar(world, "IFS");
  const [first] = ifs ?? EMPTY;
  const separator = ifs === null ? " " : typeof first === "string" ? (first[0] ?? "") : "";
  return items.length === 0 ? EMPTY : joinTexts(items, separator);
}

export function appendText(before: Text | null, more: Text): Text {
  return concat(before ?? EMPTY, more);
}

export function numberText(value: number): Text {
  return literal(String(value));
}

/** A variable as commands see it; null where it is not exported. */
export function exportedValue(world: World, name: string): Text | null {
  const variable = lookup(world, name);
  return variable?.exported ? scalarOf(variable.value) : null;
}
