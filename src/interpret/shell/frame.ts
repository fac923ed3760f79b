import type { Span } from "../../model/span.ts";
import type { Script, Statement, Stretch } from "../../syntax/shell/ast.ts";
import type { Text } from "../../values/text.ts";
import type { Behind, Elsewhere, Host } from "../machine.ts";
import type { ScriptSource } from "./source.ts";
import { placeOf } from "../../model/place.ts";

/** The code that is executed: a parsed script, where it stands, and what its holes are worth. */
export interface Code {
  readonly script: Script;
  readonly source: ScriptSource;
  readonly holes: readonly Text[];
  /** The path by which the script was called; `$0` and `BASH_SOURCE`. */
  readonly name: Text;
  /** The way to the script, outermost first. */
  readonly via: readonly Span[];
}

export interface ShellFunction {
  readonly name: string;
  readonly body: Statement;
  readonly code: Code;
}

/** What surrounds an execution and does not depend on the world. */
export interface Frame {
  readonly host: Host;
  readonly budget: Budget;
  readonly code: Code;
  /** `$0`. */
  readonly name: Text;
  readonly onFailure: boolean;
  /** The innermost loop around the command. */
  readonly loop: Span | null;
  /** Set in the later turns of a loop that waits for something: outputs are not those of the first turn. */
  readonly turn: string;
  /** The turns of all loops around: what is read from a stream is another line in each. */
  readonly round: string;
  /** A condition, or the left of `&&` and `||`: `-e` does not apply. */
  readonly checked: boolean;
  /** Nobody asks whether the command fails: a run in which it does is another story. */
  readonly lenient: boolean;
  /** The last command of a script: its status is the script's. */
  readonly tail: boolean;
  /** How many functions, scripts and substitutions lie around. */
  readonly depth: number;
  /** The machine on which the command runs, where that is not the runner. */
  readonly on: Elsewhere | null;
  /** The queue of the lock runner that started this. */
  readonly behind?: Behind;
  /** Names of the functions that are running, innermost first. */
  readonly calls: readonly string[];
}

/** What a run of a script may still cost; shared by everything that it calls, and the only thing that changes. */
export interface Budget {
  steps: number;
  /** All steps that were allowed so far. */
  granted: number;
  /** The step's script and the first that it calls. */
  readonly entered: string[];
  /** The steps left are fewer than the script's own number, for it has taken so many already. */
  isShort: boolean;
  readonly effort: Effort;
  /** Steps that the length of further scripts may still add. */
  forLines: number;
  /** Pipes that were opened, to number the next one. */
  pipes: number;
  /** Places at which a cut was told already. */
  readonly told: Set<string>;
  /** Statements that were scanned instead of executed. */
  readonly scanned: Set<object>;
}

/** The steps that scripts have taken in all contexts so far: legs, kinds of runs, callers. By what was entered. */
export type Effort = Map<string, number>;

/** Once a script has taken so many in other contexts, further ones get few; after so many more hardly any. */
const MOST_TOGETHER = 12_000;
const FEW_STEPS = 500;
const MOST_OF_FEW = 6_000;
const HARDLY_ANY = 60;
/** So many steps of all scripts of a workflow together have the same effect on every script that was run before. */
const MOST_OF_WORKFLOW = 60_000;
const WORKFLOW = "all scripts";
/** What comes to its end within its bound may do so in more contexts. */
const ENDED_WEIGHS = 1 / 4;

/** Simple commands that a script may take in all its worlds: so many, and some more for each of its lines. */
const BASE_STEPS = 3_000;
const STEPS_PER_LINE = 8;
/** Lines after so many are rarely of the loops that take the steps. */
const WIDE_LINES = 100;
const STEPS_PER_LATER_LINE = 2;
const MOST_FOR_LINES = 40_000;
export const MAX_DEPTH = 40;

export function newBudget(effort: Effort): Budget {
  return {
    steps: BASE_STEPS,
    granted: BASE_STEPS,
    entered: [],
    isShort: false,
    effort,
    forLines: MOST_FOR_LINES,
    pipes: 0,
    told: new Set(),
    scanned: new Set(),
  };
}

/** What a script that has ended took counts for its further contexts. */
export function account({ steps, granted, entered, effort }: Budget): void {
  const weight = steps > 0 ? ENDED_WEIGHS : 1;
  for (const key of [entered.join(" > "), WORKFLOW])
    effort.set(key, (effort.get(key) ?? 0) + (granted - steps) * weight);
}

/**
 * A long script may take more steps than a short one; each script counts once. What a shortened one calls adds nothing.
 */
export function allowFor(frame: Frame, source: ScriptSource): void {
  const { file } = source.span(0, 0);
  const key = `steps for ${file}:${source.text.length}`;
  if (frame.budget.told.has(key)) return;
  frame.budget.told.add(key);
  const lines = source.text.split("\n").length;
  const later = Math.max(0, lines - WIDE_LINES);
  const wanted = (lines - later) * STEPS_PER_LINE + later * STEPS_PER_LATER_LINE;
  const more = frame.budget.isShort ? 0 : Math.min(wanted, frame.budget.forLines);
  frame.budget.forLines -= more;
  if (frame.budget.steps <= 0) return;
  frame.budget.steps += more;
  frame.budget.granted += more;
  shorten(frame.budget, `${file}:${source.span(0, 0).start}`);
}

/** A script of which other contexts have shown what it does, at great length, is not followed as far again. */
function shorten(budget: Budget, script: string): void {
  if (budget.entered.length >= 2) return;
  budget.entered.push(script);
  const taken = budget.effort.get(budget.entered.join(" > ")) ?? 0;
  const all = budget.effort.get(WORKFLOW) ?? 0;
  if (taken < MOST_TOGETHER && (taken === 0 || all < MOST_OF_WORKFLOW)) return;
  const isNearBound = taken < MOST_TOGETHER + MOST_OF_FEW && all < 2 * MOST_OF_WORKFLOW;
  const steps = Math.min(budget.steps, isNearBound ? FEW_STEPS : HARDLY_ANY);
  budget.granted -= budget.steps - steps;
  budget.steps = steps;
  budget.isShort = true;
}

/** Where a stretch of the running script lies. */
export function spanOf(frame: Frame, { start, end }: Stretch): Span {
  return frame.code.source.span(start, end);
}

/** A name for where a stretch of the running script begins. */
export function placeIn(frame: Frame, stretch: Stretch): string {
  return frame.host.place(spanOf(frame, stretch));
}

/** Says, once per place, that something was cut off. */
export function tellCut(frame: Frame, stretch: Stretch, what: string): void {
  const span = spanOf(frame, stretch);
  const key = `${placeOf(span)}:${what}`;
  if (frame.budget.told.has(key)) return;
  frame.budget.told.add(key);
  frame.host.cut(span, what);
}

export function isSpent(frame: Frame): boolean {
  return frame.budget.steps <= 0;
}

/** Says, once, that the rest of a script is only searched for commands. */
export function tellSpent(frame: Frame, stretch: Stretch): void {
  if (frame.budget.told.has("spent")) return;
  frame.budget.told.add("spent");
  const what = "a script that takes too many steps";
  const short = "; in its first contexts it was followed further than in the other legs, calls and kinds of runs";
  frame.host.cut(spanOf(frame, stretch), frame.budget.isShort ? `${what}${short}` : what);
}

/** Says, once, that a script went on in more ways than are followed one by one. */
export function tellJoined(frame: Frame, stretch: Stretch, most: number): void {
  if (frame.budget.told.has("joined")) return;
  frame.budget.told.add("joined");
  const what = `a script that goes on in more than ${most} ways; what differs between some of them was taken as unknown`;
  frame.host.cut(spanOf(frame, stretch), what);
}
