import type { Stretch } from "../../syntax/shell/ast.ts";
import type { Text } from "../../values/text.ts";
import type { Effect } from "../machine.ts";
import type { Frame } from "./frame.ts";
import type { Outcome, Status, World } from "./world.ts";

/** A command that is about to run: its words after expansion, and where it stands. */
export interface Call {
  readonly world: World;
  readonly frame: Frame;
  readonly argv: readonly Text[];
  readonly place: Stretch;
  /** Only for this command (`A=1 cmd`); for builtins and functions already part of the world. */
  readonly env: ReadonlyMap<string, Text>;
}

/** A command of the shell itself: maps its world to those after it. */
export type Builtin = (call: Call) => readonly World[];

/** What a program answers: its output (null: nobody knows), its status (absent: nobody knows). */
export interface Answer {
  readonly stdout: Text | null;
  readonly status?: Status;
}

/**
 * A program whose meaning is computed. Null where these arguments are beyond it, so that its output is unknown.
 * `effect` is what the host says that it does.
 */
export type Program = (call: Call, effect: Effect) => Outcome<Answer> | null;

export function arg(call: Call, index: number): Text {
  return call.argv[index] ?? [];
}
