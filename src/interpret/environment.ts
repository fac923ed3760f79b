import type { Text } from "../values/text.ts";

/**
 * Variables that a machine sets by itself. Those that differ from run to run (`GITHUB_REF`) are asked for only when
 * somebody looks, so that a step that does not look is the same in all of them.
 */
export class Ambient {
  private readonly fixed: ReadonlyMap<string, Text>;
  private readonly varying: ReadonlyMap<string, () => Text>;

  constructor(fixed: ReadonlyMap<string, Text>, varying: ReadonlyMap<string, () => Text>) {
    this.fixed = fixed;
    this.varying = varying;
  }

  get(name: string): Text | undefined {
    return this.fixed.get(name) ?? this.varying.get(name)?.();
  }

  has(name: string): boolean {
    return this.fixed.has(name) || this.varying.has(name);
  }

  names(): readonly string[] {
    return [...this.varying.keys(), ...this.fixed.keys()];
  }
}

/** Of a machine that sets nothing by itself. */
export const NO_AMBIENT = new Ambient(new Map(), new Map());

/** The environment of a process: what was exported on top of what its machine sets by itself. Never changes. */
export class Environment implements ReadonlyMap<string, Text> {
  readonly own: ReadonlyMap<string, Text>;
  readonly ambient: Ambient;
  /** Names of the machine that were unset. */
  readonly unset: ReadonlySet<string>;

  constructor(own: ReadonlyMap<string, Text>, ambient = NO_AMBIENT, unset: ReadonlySet<string> = NOTHING) {
    this.own = own;
    this.ambient = ambient;
    this.unset = unset;
  }

  /** The environment that a map stands for. */
  static of(env: ReadonlyMap<string, Text>): Environment {
    return env instanceof Environment ? env : new Environment(env);
  }

  /** What was exported, without what the machine sets by itself: for tools whose variables no machine sets. */
  static ownOf(env: ReadonlyMap<string, Text>): ReadonlyMap<string, Text> {
    return env instanceof Environment ? env.own : env;
  }

  /** The same with more variables. */
  with(more: ReadonlyMap<string, Text> | undefined): Environment {
    if (!more || more.size === 0) return this;
    return new Environment(new Map([...this.own, ...more]), this.ambient, this.unset);
  }

  get(name: string): Text | undefined {
    return this.own.get(name) ?? (this.unset.has(name) ? undefined : this.ambient.get(name));
  }

  has(name: string): boolean {
    return this.own.has(name) || (!this.unset.has(name) && this.ambient.has(name));
  }

  get size(): number {
    return this.all().size;
  }

  entries(): MapIterator<[string, Text]> {
    return this.all().entries();
  }

  keys(): SetIterator<string> {
    const names = this.ambient.names().filter((name) => !this.unset.has(name));
    return new Set([...names, ...this.own.keys()]).keys();
  }

  values(): MapIterator<Text> {
    return this.all().values();
  }

  [Symbol.iterator](): MapIterator<[string, Text]> {
    return this.entries();
  }

  forEach(use: (value: Text, name: string, map: ReadonlyMap<string, Text>) => void): void {
    for (const [name, value] of this.all()) use(value, name, this);
  }

  private all(): ReadonlyMap<string, Text> {
    const out = new Map<string, Text>();
    for (const name of this.ambient.names()) {
      const value = this.unset.has(name) ? undefined : this.ambient.get(name);
      if (value) out.set(name, value);
    }
    for (const [name, value] of this.own) out.set(name, value);
    return out;
  }
}

const NOTHING: ReadonlySet<string> = new Set();
