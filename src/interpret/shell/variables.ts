import { concat, EMPTY, literal, mention, type Text } from "../../values/text.ts";
import { environment, type Ambient, type Environment } from "../environment.ts";
import { perhapsExported } from "../exported.ts";
import { HOME, WORKSPACE } from "../machine.ts";
import { entriesOf, get, set, type Table } from "./table.ts";
import { joinTexts, mapParts } from "./texts.ts";
import type { ShellVariable, Value, World } from "./world.ts";
import { table } from "../../values/table.ts";

const PLAIN: Omit<ShellVariable, "value"> = { exported: false, fixed: false, fold: null };
/** Hides what the machine sets by itself. */
const UNSET: ShellVariable = { ...PLAIN, value: { kind: "none" } };

/** What a runner's shell has without anybody setting it; everything else that is not set is empty. */
const AMBIENT: Readonly<Record<string, string>> = table({
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
});

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

/** The variable as something set it: the script, or the machine for this run. */
export function declared(world: World, name: string): ShellVariable | undefined {
  const own = get(world.vars, name);
  if (own) return own;
  const text = world.ambient.get(name);
  return text && { ...PLAIN, exported: true, value: { kind: "text", text } };
}

/** The variable; of those that every runner has in every run too. */
export function lookup(world: World, name: string): ShellVariable | undefined {
  const known = declared(world, name);
  if (known) return known;
  const ambient = AMBIENT[name];
  if (ambient !== undefined) return { ...PLAIN, exported: true, value: { kind: "text", text: [ambient] } };
  if (name === "PWD") return { ...PLAIN, exported: true, value: { kind: "text", text: world.cwd } };
  if (name === "IFS") return { ...PLAIN, value: { kind: "text", text: [" \t\n"] } };
  if (!UNKNOWN_AMBIENT.has(name)) {
    const exported = world.ambient.names.length > 0 ? perhapsExported(world.machine.facts, name) : null;
    return exported ? { ...PLAIN, exported: true, value: { kind: "text", text: exported } } : undefined;
  }
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
  const before = declared(world, name) ?? { ...PLAIN, exported: world.options.allexport };
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
  if (get(world.vars, name)?.fixed) return world;
  return { ...world, vars: set(world.vars, name, world.ambient.has(name) ? UNSET : undefined) };
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
  const before = declared(world, name);
  const value = fresh ?? before?.value ?? { kind: "none" };
  return { ...world, vars: set(world.vars, name, { ...PLAIN, ...before, value, ...change }) };
}

/** Hides a variable until the function that is running returns. */
export function hide(world: World, name: string): World {
  if (!world.hidden) return world;
  const before = get(world.vars, name);
  const hidden = get(world.hidden, name) === undefined ? set(world.hidden, name, before ?? "unset") : world.hidden;
  const exported = before?.exported ?? world.ambient.has(name);
  const fresh: ShellVariable = { ...PLAIN, exported, value: { kind: "none" } };
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

/** What a table of variables exports, and which of the machine's own names it hides. */
interface Exports {
  readonly own: ReadonlyMap<string, Text>;
  readonly unset: ReadonlySet<string>;
}

const NOTHING: Exports = { own: new Map(), unset: new Set() };
const exportsOf = new WeakMap<Variables | Variables["base"], Exports>();
const environments = new WeakMap<Variables, Environment>();

/** The environment that commands get. */
export function environmentOf({ vars, ambient }: World): Environment {
  const known = environments.get(vars);
  if (known?.ambient === ambient) return known;
  const { own, unset } = exported(vars, ambient);
  const env = environment(own, ambient, unset);
  environments.set(vars, env);
  return env;
}

function exported(vars: Variables, ambient: Ambient): Exports {
  const known = exportsOf.get(vars);
  if (known) return known;
  const base = exportsOf.get(vars.base) ?? withExported(NOTHING, vars.base, ambient);
  exportsOf.set(vars.base, base);
  const all = withExported(base, vars.recent, ambient);
  exportsOf.set(vars, all);
  return all;
}

function withExported(before: Exports, changes: Variables["recent"], ambient: Ambient): Exports {
  let own: Map<string, Text> | null = null;
  let unset: Set<string> | null = null;
  for (const [name, variable] of changes) {
    const text = variable?.exported && variable.value.kind === "text" ? variable.value.text : undefined;
    if (text !== before.own.get(name)) {
      own ??= new Map(before.own);
      if (text) own.set(name, text);
      else own.delete(name);
    }
    const hides = variable !== undefined && !text && ambient.has(name);
    if (hides !== before.unset.has(name)) {
      unset ??= new Set(before.unset);
      if (hides) unset.add(name);
      else unset.delete(name);
    }
  }
  return own || unset ? { own: own ?? before.own, unset: unset ?? before.unset } : before;
}

/** Variables of a shell that is started with this environment, under which its machine's own lie. */
export function variablesFrom(env: Environment): Iterable<readonly [string, ShellVariable]> {
  const own = [...env.own].map(([name, text]): readonly [string, ShellVariable] => [
    name,
    { ...PLAIN, exported: true, value: { kind: "text", text } },
  ]);
  return env.unset.size === 0 ? own : [...[...env.unset].map((name) => [name, UNSET] as const), ...own];
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
