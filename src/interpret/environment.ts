import type { Text } from "../values/text.ts";

/**
 * Variables that a machine sets by itself. Those that differ from run to run (`GITHUB_REF`) are asked for only when
 * somebody looks, so that a step that does not look is the same in all of them.
 */
export interface Ambient {
  readonly get: (name: string) => Text | undefined;
  readonly has: (name: string) => boolean;
  readonly names: readonly string[];
  /** A property of the event that started the run, as `jq -r` prints it; null where it is no scalar or there is no event. */
  readonly event: (path: readonly string[]) => Text | null;
}

/** `fixed`: the same in all runs of the job; `varying` and `event`: asked for with each look. */
export function ambient(
  fixed: ReadonlyMap<string, Text>,
  varying: ReadonlyMap<string, () => Text>,
  event: Ambient["event"] = () => null,
): Ambient {
  return {
    get: (name) => fixed.get(name) ?? varying.get(name)?.(),
    has: (name) => fixed.has(name) || varying.has(name),
    names: [...varying.keys(), ...fixed.keys()],
    event,
  };
}

/** Of a machine that sets nothing by itself. */
export const NO_AMBIENT = ambient(new Map(), new Map());

/** The environment of a process: what was exported on top of what its machine sets by itself. Never changes. */
export interface Environment extends ReadonlyMap<string, Text> {
  readonly own: ReadonlyMap<string, Text>;
  readonly ambient: Ambient;
  /** Names of the machine that were unset. */
  readonly unset: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** An environment; what is its own hides what the machine sets. */
export function environment(own: ReadonlyMap<string, Text>, below = NO_AMBIENT, unset = NOTHING): Environment {
  const all = (): Map<string, Text> => flattened(own, below, unset);
  return {
    own,
    ambient: below,
    unset,
    get: (name) => own.get(name) ?? (unset.has(name) ? undefined : below.get(name)),
    has: (name) => own.has(name) || (!unset.has(name) && below.has(name)),
    get size() {
      return all().size;
    },
    entries: () => all().entries(),
    keys: () =>
      new Map([...below.names.filter((name) => !unset.has(name)), ...own.keys()].map((name) => [name, name])).keys(),
    values: () => all().values(),
    [Symbol.iterator]: () => all().entries(),
    forEach: (use) => all().forEach(use),
  };
}

function flattened(own: ReadonlyMap<string, Text>, below: Ambient, unset: ReadonlySet<string>): Map<string, Text> {
  const out = new Map<string, Text>();
  for (const name of below.names) {
    const value = unset.has(name) ? undefined : below.get(name);
    if (value) out.set(name, value);
  }
  for (const [name, value] of own) out.set(name, value);
  return out;
}

/** The environment that a map stands for. */
export function environmentFrom(env: ReadonlyMap<string, Text>): Environment {
  return isEnvironment(env) ? env : environment(env);
}

/** The same with more variables. */
export function withVariables(
  env: ReadonlyMap<string, Text>,
  more: ReadonlyMap<string, Text> | undefined,
): Environment {
  const before = environmentFrom(env);
  if (!more || more.size === 0) return before;
  return environment(new Map([...before.own, ...more]), before.ambient, before.unset);
}

/** What was exported, without what the machine sets by itself: for tools whose variables no machine sets. */
export function exportedIn(env: ReadonlyMap<string, Text>): ReadonlyMap<string, Text> {
  return isEnvironment(env) ? env.own : env;
}

function isEnvironment(env: ReadonlyMap<string, Text>): env is Environment {
  return "ambient" in env;
}
