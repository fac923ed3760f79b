import { EMPTY, type Text } from "../../values/text.ts";
import type { Machine, RunnerFile } from "../machine.ts";
import { differingKeys } from "./table.ts";
import { sameText } from "./texts.ts";
import type { Flow, Pipe, ShellVariable, Status, Value, World } from "./world.ts";

/** Whether nothing that can be done from here on tells the two worlds apart, their cubes aside. */
export function sameState(a: World, b: World): boolean {
  return sameBesideVariables(a, b) && ((isOver(a) && isOver(b)) || differingVariables(a, b, 1).length === 0);
}

/** The same, their variables aside too. */
export function sameBesideVariables(a: World, b: World): boolean {
  if (!sameFlow(a.flow, b.flow) || !sameStatus(a.status, b.status) || !sameRest(a, b)) return false;
  if (!sameMachine(a.machine, b.machine)) return false;
  if (isOver(a) && isOver(b)) return true;
  return (
    sameText(a.cwd, b.cwd) && sameTexts(a.args, b.args) && sameOptions(a, b) && sameFunctions(a, b) && sameHidden(a, b)
  );
}

/** A shell that has ended without anything left to run: its variables are gone. */
function isOver(world: World): boolean {
  return world.flow.kind === "exit" && world.traps.size === 0;
}

function sameFunctions(a: World, b: World): boolean {
  return differingKeys(a.functions, b.functions, (x, y) => x.body === y.body, 1).length === 0;
}

function sameRest(a: World, b: World): boolean {
  return (
    sameMap(a.fds, b.fds, (x, y) => x.kind === y.kind && JSON.stringify(x) === JSON.stringify(y)) &&
    sameMap(a.pipes, b.pipes, samePipe) &&
    sameMap(a.traps, b.traps, sameText)
  );
}

function sameHidden(a: World, b: World): boolean {
  if (a.hidden === b.hidden) return true;
  if (!a.hidden || !b.hidden) return false;
  return (
    differingKeys(a.hidden, b.hidden, (x, y) => x !== "unset" && y !== "unset" && sameVariable(x, y), 1).length === 0
  );
}

export function samePipe(a: Pipe, b: Pipe): boolean {
  return sameText(a.text, b.text) && a.from.length === b.from.length;
}

export function sameFlow(a: Flow, b: Flow): boolean {
  return a.kind === b.kind && ("levels" in a ? a.levels : 0) === ("levels" in b ? b.levels : 0);
}

export function sameStatus(a: Status, b: Status): boolean {
  return (
    a === b ||
    (typeof a !== "number" &&
      typeof b !== "number" &&
      a.name === b.name &&
      (a.negated ?? false) === (b.negated ?? false) &&
      a.failed === b.failed)
  );
}

export function sameTexts(a: readonly Text[], b: readonly Text[]): boolean {
  return a === b || (a.length === b.length && a.every((text, index) => sameText(text, b[index] ?? EMPTY)));
}

function sameOptions(a: World, b: World): boolean {
  return a.options === b.options || JSON.stringify(a.options) === JSON.stringify(b.options);
}

export function sameMap<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>, same: (x: V, y: V) => boolean): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || (other !== value && !same(value, other))) return false;
  }
  return true;
}

/** Whether files and facts are the same. */
export function sameMachine(a: Machine, b: Machine): boolean {
  return a === b || (sameMap(a.files, b.files, sameFile) && sameMap(a.facts, b.facts, sameText));
}

function sameFile(a: RunnerFile, b: RunnerFile): boolean {
  if ((a.absent ?? false) !== (b.absent ?? false)) return false;
  return a.text === b.text || (a.text !== null && b.text !== null && sameText(a.text, b.text));
}

export function differingVariables(a: World, b: World, most = Infinity): readonly string[] {
  return differingKeys(a.vars, b.vars, sameVariable, most);
}

function sameVariable(a: ShellVariable, b: ShellVariable): boolean {
  return a.exported === b.exported && a.fixed === b.fixed && a.fold === b.fold && sameValue(a.value, b.value);
}

function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "text":
      return b.kind === "text" && sameText(a.text, b.text);
    case "list":
      return b.kind === "list" && sameMap(a.items, b.items, sameText);
    case "map":
      return b.kind === "map" && sameMap(a.items, b.items, sameText);
    case "many":
      return b.kind === "many" && sameText(a.each, b.each);
    case "none":
      return b.kind === "none";
  }
}
