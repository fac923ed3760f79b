import type { Cube } from "../../values/cube.ts";
import type { Branch } from "../../values/decide.ts";
import type { Text } from "../../values/text.ts";
import type { Ambient } from "../environment.ts";
import type { Elsewhere, Machine } from "../machine.ts";
import type { ShellFunction } from "./frame.ts";
import type { Table } from "./table.ts";

/**
 * A shell at one point of a script, for all runs of its machine's cube: everything that later commands can see.
 * Executing a statement maps one world to a list of worlds.
 */
export interface World {
  readonly machine: Machine;
  /** What the machine sets by itself, under the shell's own variables. */
  readonly ambient: Ambient;
  readonly vars: Table<ShellVariable>;
  /** What `local` has hidden since the function was called, to be put back when it returns. */
  readonly hidden: Table<ShellVariable | "unset"> | null;
  readonly functions: Table<ShellFunction>;
  /** Absolute. */
  readonly cwd: Text;
  /** `$1 $2 …` */
  readonly args: readonly Text[];
  readonly options: Options;
  readonly status: Status;
  /** Of the last command substitution since the command began; null where there was none. */
  readonly substituted: Status | null;
  readonly flow: Flow;
  readonly fds: ReadonlyMap<number, Stream>;
  /** What has been written to pipes and not been read yet, by the numbers that streams name. */
  readonly pipes: ReadonlyMap<number, Pipe>;
  /** Commands by the signal that starts them (`EXIT`, `ERR`). */
  readonly traps: ReadonlyMap<string, Text>;
}

export interface ShellVariable {
  readonly value: Value;
  readonly exported: boolean;
  readonly fixed: boolean;
  /** `declare -i`, `-l`, `-u`. */
  readonly fold: "integer" | "lower" | "upper" | null;
}

export type Value =
  | { readonly kind: "text"; readonly text: Text }
  | { readonly kind: "list"; readonly items: ReadonlyMap<number, Text> }
  | { readonly kind: "map"; readonly items: ReadonlyMap<string, Text> }
  /** Any number of unknown elements. */
  | { readonly kind: "many"; readonly each: Text }
  /** Declared, without a value. */
  | { readonly kind: "none" };

export interface Options {
  readonly errexit: boolean;
  readonly pipefail: boolean;
  readonly nounset: boolean;
  readonly allexport: boolean;
  readonly noglob: boolean;
  readonly nullglob: boolean;
  readonly globstar: boolean;
  readonly nocasematch: boolean;
  readonly dotglob: boolean;
  readonly failglob: boolean;
  readonly noexec: boolean;
}

/** An exit status: a number, or the name of the question whether the command succeeded. */
export type Status = number | UnknownStatus;

export interface UnknownStatus {
  readonly name: string;
  /** A command that only asks (`helm status`): that it says no is no failure. */
  readonly asks: boolean;
  /** After `!`: zero where the command failed. */
  readonly negated?: boolean;
  /** It has failed, with a code that nobody knows: what stands behind `||` or `else` may ask for it. */
  readonly failed?: true;
}

export type Flow =
  | { readonly kind: "next" }
  | { readonly kind: "break" | "continue"; readonly levels: number }
  | { readonly kind: "return" }
  /** The shell ends, with `status`; `surely`: because a command failed under `-e`. */
  | { readonly kind: "exit" };

export const NEXT: Flow = { kind: "next" };
export const EXIT: Flow = { kind: "exit" };

/** Where a descriptor leads. `none`: the log, a terminal that is not there, /dev/null. */
export type Stream =
  | { readonly kind: "none" }
  | { readonly kind: "pipe"; readonly pipe: number }
  /** `lockedOn`: `flock` holds the file, on the runner or on another machine. */
  | { readonly kind: "file"; readonly path: Text; readonly lockedOn?: Elsewhere | "runner" };

export interface Pipe {
  readonly text: Text;
  /** The commands that wrote into it, in order. */
  readonly from: readonly (readonly Text[])[];
}

/** The ways in which an evaluation can come out, each with the world that it leads to. Never empty. */
export type Outcome<T> = readonly { readonly world: World; readonly value: T }[];

export function one<T>(world: World, value: T): Outcome<T> {
  return [{ world, value }];
}

/** Goes on from each outcome. */
export function bind<T, U>(outcomes: Outcome<T>, next: (value: T, world: World) => Outcome<U>): Outcome<U> {
  const [only] = outcomes;
  if (outcomes.length === 1 && only) return next(only.value, only.world);
  return outcomes.flatMap(({ value, world }) => next(value, world));
}

export function mapValue<T, U>(outcomes: Outcome<T>, next: (value: T) => U): Outcome<U> {
  return outcomes.map(({ world, value }) => ({ world, value: next(value) }));
}

export function withMachine(world: World, machine: Machine): World {
  return machine === world.machine ? world : { ...world, machine };
}

export function withCube(world: World, cube: Cube): World {
  return cube === world.machine.cube ? world : { ...world, machine: { ...world.machine, cube } };
}

export function withStatus(world: World, status: Status): World {
  return status === world.status ? world : { ...world, status };
}

/** The branches of a decision as outcomes. */
export function branches(world: World, decided: readonly Branch[]): Outcome<boolean> {
  return decided.map(({ cube, holds }) => ({ world: withCube(world, cube), value: holds }));
}
