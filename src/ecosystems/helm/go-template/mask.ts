import { actionsOf, type Action } from "./actions.ts";
import { evaluateCondition, evaluatePipeline } from "./evaluate.ts";
import { goTruth, type GoScope, type GoValue } from "./values.ts";

/** The body of a `range`, which stands for one copy for each item. */
export interface Loop {
  readonly start: number;
  readonly end: number;
  /** What is gone through; undefined where there is nothing, a hole where it is not known. */
  readonly list: GoValue | undefined;
  /** `range $key, $value := …`: one name is the value's. */
  readonly names: readonly string[];
}

export interface Masked {
  /** As long as the template: actions are filler, branches that are not taken are blank. */
  readonly text: string;
  readonly loops: readonly Loop[];
  readonly actions: readonly Action[];
}

interface Block {
  readonly kind: "if" | "with" | "range" | "define";
  /** Whether the part that is open now is kept. */
  live: boolean;
  /** Whether a branch before this one is certainly taken, so that the others are not. */
  settled: boolean;
  from: number;
  readonly opener: Action;
  readonly list: GoValue | undefined;
}

/**
 * A template as YAML of equal length, so that every offset stays right: an action that fills its line becomes blanks,
 * one inside a line becomes filler characters. Of `if` and `else` the branch that holds is kept; where nobody can tell,
 * all are. Bodies of `define` are no part of the document.
 */
export function maskTemplate(text: string, scope: GoScope): Masked {
  const actions = actionsOf(text);
  if (actions.length === 0) return { text, loops: [], actions };
  const blank: (readonly [number, number])[] = [];
  const loops: Loop[] = [];
  const open: Block[] = [];
  for (const action of actions) step(action, open, blank, loops, scope);
  const chars = [...splitUnits(text)];
  for (const action of actions) fill(chars, text, action);
  for (const [start, end] of blank)
    for (let at = start; at < end; at += 1) if (!isBreak(text.charAt(at))) chars[at] = " ";
  return { text: chars.join(""), loops, actions };
}

function splitUnits(text: string): readonly string[] {
  return text.split("");
}

function step(
  action: Action,
  open: Block[],
  blank: (readonly [number, number])[],
  loops: Loop[],
  scope: GoScope,
): void {
  const { kind } = action;
  if (kind === "if" || kind === "with") {
    const holds = evaluateCondition(action.argument.replace(/^\$\w+\s*:=/, ""), scope);
    open.push({
      kind,
      live: holds !== false,
      settled: holds === true,
      from: action.end,
      opener: action,
      list: undefined,
    });
  } else if (kind === "range") {
    const list = evaluatePipeline(rangeOf(action).list, scope);
    const truth = goTruth(list);
    open.push({ kind, live: truth !== false, settled: truth === true, from: action.end, opener: action, list });
  } else if (kind === "define" || kind === "block") {
    open.push({
      kind: "define",
      live: kind === "block",
      settled: true,
      from: action.end,
      opener: action,
      list: undefined,
    });
  } else if (kind === "end" || kind === "else" || kind === "else if" || kind === "else with") {
    close(action, open, blank, loops, scope);
  }
}

function close(
  action: Action,
  open: Block[],
  blank: (readonly [number, number])[],
  loops: Loop[],
  scope: GoScope,
): void {
  const block = open.at(-1);
  if (!block) return;
  if (!block.live) blank.push([block.from, action.start]);
  else if (block.kind === "range" && block.opener.end === block.from) {
    loops.push({ start: block.from, end: action.start, list: block.list, names: rangeOf(block.opener).names });
  }
  if (action.kind === "end") {
    open.pop();
    return;
  }
  const holds = block.settled ? false : action.kind === "else" ? true : evaluateCondition(action.argument, scope);
  block.live = holds !== false;
  block.settled ||= holds === true;
  block.from = action.end;
}

/** `range $k, $v := .Values.apps` */
function rangeOf(action: Action): { readonly names: readonly string[]; readonly list: string } {
  const match = /^((?:\$\w+\s*,\s*)?\$\w+)\s*:=\s*(.*)$/s.exec(action.argument);
  if (!match) return { names: [], list: action.argument };
  return { names: (match[1] ?? "").split(",").map((name) => name.trim().slice(1)), list: match[2] ?? "" };
}

function fill(chars: string[], text: string, action: Action): void {
  const filler = standsAlone(text, action) && !opensBlockScalar(text, action) ? " " : "x";
  for (let at = action.start; at < action.end; at += 1) {
    // A break inside an action of a filled line would end the YAML line there.
    chars[at] = isBreak(text.charAt(at)) && filler === " " ? text.charAt(at) : filler;
  }
}

/** Whether nothing but actions and blanks stands on the action's lines. */
function standsAlone(text: string, action: Action): boolean {
  const lineStart = text.lastIndexOf("\n", action.start - 1) + 1;
  const newline = text.indexOf("\n", action.end);
  const before = text.slice(lineStart, action.start);
  const after = text.slice(action.end, newline < 0 ? undefined : newline);
  return withoutActions(before).trim() === "" && withoutActions(after).trim() === "";
}

/** The first line of a block scalar sets its indentation, and may not be longer than that and blank. */
function opensBlockScalar(text: string, action: Action): boolean {
  const lineStart = text.lastIndexOf("\n", action.start - 1) + 1;
  const column = text.slice(lineStart, action.start);
  const before = text.slice(0, lineStart).trimEnd();
  const header = before.slice(before.lastIndexOf("\n") + 1);
  return /(?:^|[\s:-])[|>][-+\d]*\s*$/.test(header) && column.trim() === "" && column.length > indentOf(header);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function withoutActions(text: string): string {
  let out = text;
  for (const action of [...actionsOf(text)].reverse()) out = out.slice(0, action.start) + out.slice(action.end);
  return out;
}

function isBreak(char: string): boolean {
  return char === "\n" || char === "\r";
}
