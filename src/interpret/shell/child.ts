import { parseShell, type HoleContext, type Script } from "../../syntax/shell/index.ts";
import { enumerate } from "../../values/enumerate.ts";
import { constraintOf, type Cube } from "../../values/cube.ts";
import { isLiteral, isMention, literalOf, type Text } from "../../values/text.ts";
import { environmentFrom, withVariables } from "../environment.ts";
import type { Elsewhere } from "../machine.ts";
import type { Call } from "./call.ts";
import { outOf } from "./capture.ts";
import { executeList } from "./execute.ts";
import { allowFor, MAX_DEPTH, spanOf, tellCut, type Frame } from "./frame.ts";
import { childEnvironment } from "./program.ts";
import { fillHoles, scriptOf, type Hole, type ScriptSource } from "./source.ts";
import { tableOf } from "./table.ts";
import { runTrap } from "./traps.ts";
import { variablesFrom } from "./variables.ts";
import { NEXT, withCube, type Options, type World } from "./world.ts";

export const PLAIN_OPTIONS: Options = {
  errexit: false,
  pipefail: false,
  nounset: false,
  allexport: false,
  noglob: false,
  nullglob: false,
  globstar: false,
  nocasematch: false,
  dotglob: false,
  failglob: false,
  noexec: false,
};

/** A script that is started in a process of its own. */
export interface Child {
  readonly source: ScriptSource;
  readonly holes: readonly Hole[];
  readonly name: Text;
  readonly args: readonly Text[];
  readonly options?: Partial<Options>;
  /** On another machine: its environment and folder, nothing of the runner's. */
  readonly elsewhere?: { readonly on: Elsewhere; readonly env: ReadonlyMap<string, Text>; readonly cwd: Text };
  readonly cwd?: Text;
  /** Added to the environment. */
  readonly env?: ReadonlyMap<string, Text>;
}

/** Runs a script as a child: it gets the environment, and leaves its files and its status. */
export function runChild(call: Call, child: Child): readonly World[] {
  const { world, frame } = call;
  if (frame.depth >= MAX_DEPTH) {
    tellCut(frame, call.place, "scripts that call each other too deeply");
    return [{ ...world, status: 0 }];
  }
  const env = child.elsewhere ? environmentFrom(child.elsewhere.env) : withVariables(childEnvironment(call), child.env);
  const inner: World = {
    ...world,
    ambient: env.ambient,
    vars: tableOf(variablesFrom(env)),
    hidden: null,
    args: child.args,
    status: 0,
    traps: new Map(),
    cwd: child.elsewhere?.cwd ?? child.cwd ?? world.cwd,
    options: { ...PLAIN_OPTIONS, ...child.options },
  };
  const via = [...frame.code.via, spanOf(frame, call.place)];
  const ends = executeProgram(child.source, child.holes, inner, {
    ...frame,
    name: child.name,
    depth: frame.depth + 1,
    calls: [],
    on: child.elsewhere?.on ?? frame.on,
    code: { ...frame.code, name: child.name, via },
    loop: frame.loop,
  });
  return ends.map((end) => outOf(end, world));
}

/** Runs a command line in a shell of its own, as `sh -c` does. */
export function runLine(call: Call, line: Text): readonly World[] {
  const script = scriptOf(line, spanOf(call.frame, call.place));
  return runChild(call, { ...script, name: ["sh"], args: [] });
}

/**
 * Runs a whole script to its end, its EXIT trap included. Values of holes that are more than a word where they stand
 * are put into the text and parsed with it, as GitHub does:
 * https://docs.github.com/en/actions/security-guides/security-hardening-for-github-actions#understanding-the-risk-of-script-injections
 */
export function executeProgram(
  source: ScriptSource,
  holes: readonly Hole[],
  world: World,
  frame: Frame,
): readonly World[] {
  const script = parseShell(source.text, holes);
  const fill = new Set(
    holes.flatMap((hole, index) => (mustFill(hole, script.contexts[index] ?? "none") ? [index] : [])),
  );
  if (fill.size > 0) {
    const filled = fillHoles(source, holes, fill);
    return executeProgram(filled.source, filled.holes, world, frame);
  }
  const split = holes.findIndex((hole, index) =>
    isFiniteHere(hole, script.contexts[index] ?? "none", world.machine.cube),
  );
  const hole = holes[split];
  if (!hole) return executeParsed(script, source, holes, world, frame);
  return enumerate(world.machine.cube, hole.value, MOST_VALUES).flatMap(({ cube, text }) => {
    const chosen = holes.map((each, index) => (index === split ? { ...each, value: text } : each));
    return executeProgram(source, chosen, withCube(world, cube), frame);
  });
}

const MOST_VALUES = 16;

function mustFill(hole: Hole, context: HoleContext): boolean {
  const value = literalOf(hole.value);
  return value !== null && !isInert(value, context);
}

/** One of a few values that would not all be plain words where they stand. */
function isFiniteHere(hole: Hole, context: HoleContext, cube: Cube): boolean {
  if (isLiteral(hole.value)) return false;
  const finite = hole.value.every(
    (part) =>
      typeof part === "string" ||
      (isMention(part) && (constraintOf(cube, part).within?.length ?? Infinity) <= MOST_VALUES),
  );
  if (!finite) return false;
  return enumerate(cube, hole.value, MOST_VALUES).some(({ text }) => !isInert(literalOf(text) ?? "", context));
}

/** Whether a value means only itself in such a place. */
export function isInert(value: string, context: HoleContext): boolean {
  switch (context) {
    case "none":
      return !value.includes("\n");
    case "bare":
      return /^[A-Za-z0-9_./:@%+=,-]*$/.test(value);
    case "command":
      return false;
    case "double":
      return !/["$`\\]/.test(value);
    case "single":
      return !value.includes("'");
    case "heredoc":
      return !/[$`\\]/.test(value);
    case "heredoc-raw":
      return true;
    case "arithmetic":
      return /^-?\d+$/.test(value);
  }
}

function executeParsed(
  script: Script,
  source: ScriptSource,
  holes: readonly Hole[],
  world: World,
  frame: Frame,
): readonly World[] {
  allowFor(frame, source);
  const inner: Frame = {
    ...frame,
    tail: true,
    code: { ...frame.code, script, source, holes: holes.map(({ value }) => value) },
  };
  for (const stretch of script.broken) tellCut(inner, stretch, "shell that cannot be parsed");
  const ends = executeList(script.body, [world], inner);
  const [first] = ends;
  // Somewhere something may fail: what then happens is told once, and leaves nothing behind.
  if (first && first.flow.kind !== "exit") runTrap("ERR", first, inner);
  return ends.flatMap((end) => runTrap("EXIT", { ...end, flow: NEXT }, inner)).map((end) => ({ ...end, flow: NEXT }));
}
