import { loadBash } from "../../syntax/shell/load.ts";
import type { GrammarBytes } from "../../syntax/wasm.ts";
import type { Span } from "../../model/span.ts";
import type { Text } from "../../values/text.ts";
import type { Cube } from "../../values/cube.ts";
import { simplify } from "../../values/worlds.ts";
import { environmentFrom } from "../environment.ts";
import type { Host, Machine } from "../machine.ts";
import { sameMachine } from "./alike.ts";
import { executeProgram, PLAIN_OPTIONS } from "./child.ts";
import { account, newBudget, spanOf, type Effort, type Frame } from "./frame.ts";
import { scanBroken } from "./scan.ts";
import type { Hole, ScriptSource } from "./source.ts";
import { tableOf } from "./table.ts";
import { variablesFrom } from "./variables.ts";
import { NEXT, type World } from "./world.ts";

export type { Effort } from "./frame.ts";
export { parseCommandFile, type CommandFile } from "./command-file.ts";
export { glimpseScript, type ScriptLanguage } from "../scripts/language/index.ts";
export { fileKey, findFile, resolvePath } from "./paths.ts";
export { fileSource, sourceAt, type Hole, type ScriptSource } from "./source.ts";

/** One script in one world: what a `run:` step starts. */
export interface ShellRun {
  readonly source: ScriptSource;
  /** In order of their stretches. */
  readonly holes: readonly Hole[];
  readonly machine: Machine;
  readonly env: ReadonlyMap<string, Text>;
  readonly cwd: Text;
  /** `$1 $2 …` */
  readonly args: readonly Text[];
  /** `$0`. */
  readonly name: Text;
  readonly flags: { readonly errexit: boolean; readonly pipefail: boolean };
  /** The way to the script, outermost first. */
  readonly via: readonly Span[];
  readonly onFailure: boolean;
  /** What scripts took in other contexts; absent: there are none. */
  readonly effort?: Effort;
}

export interface ShellEnd {
  readonly machine: Machine;
  /** Of this world. */
  readonly status: "success" | "failure";
}

/**
 * Loads the bash grammar, once; everything else is synchronous. The bytes are those of `readWasm("runtime")` and
 * `readWasm("bash")`.
 */
export async function loadShell(bytes: GrammarBytes): Promise<void> {
  await loadBash(bytes);
}

/** Interprets a script. Never throws, executes nothing. One end per world; worlds with equal machines are merged. */
export function runShell(run: ShellRun, host: Host): readonly ShellEnd[] {
  const env = environmentFrom(run.env);
  const world: World = {
    machine: run.machine,
    ambient: env.ambient,
    vars: tableOf(variablesFrom(env)),
    hidden: null,
    functions: tableOf(),
    cwd: run.cwd,
    args: run.args,
    options: { ...PLAIN_OPTIONS, ...run.flags },
    status: 0,
    substituted: null,
    flow: NEXT,
    fds: new Map(),
    pipes: new Map(),
    traps: new Map(),
  };
  const frame: Frame = {
    host,
    budget: newBudget(run.effort ?? new Map()),
    name: run.name,
    onFailure: run.onFailure,
    loop: null,
    turn: "",
    round: "",
    checked: false,
    lenient: true,
    tail: true,
    depth: 0,
    calls: [],
    on: null,
    code: {
      script: { body: [], contexts: [], broken: [] },
      source: run.source,
      holes: [],
      name: run.name,
      via: run.via,
    },
  };
  try {
    return mergeEnds(executeProgram(run.source, run.holes, world, frame));
  } catch (error) {
    return givenUp(run, world, frame, error);
  } finally {
    account(frame.budget);
  }
}

/** A fault of this interpreter costs the values of one script, never the commands in it, and never the audit. */
function givenUp(run: ShellRun, world: World, frame: Frame, error: unknown): readonly ShellEnd[] {
  const whole = { start: 0, end: run.source.text.length };
  const kind = error instanceof Error ? error.message : String(error);
  frame.host.cut(spanOf(frame, whole), `a script on which the interpreter gave up (${kind})`);
  scanBroken(whole, world, frame);
  return [{ machine: run.machine, status: "success" }];
}

function mergeEnds(worlds: readonly World[]): readonly ShellEnd[] {
  const groups: { machine: Machine; status: ShellEnd["status"]; cubes: Cube[] }[] = [];
  for (const { machine, status } of worlds) {
    const ended = typeof status === "number" && status !== 0 ? "failure" : "success";
    const group = groups.find((each) => each.status === ended && sameMachine(each.machine, machine));
    if (group) group.cubes.push(machine.cube);
    else groups.push({ machine, status: ended, cubes: [machine.cube] });
  }
  return groups.flatMap(({ machine, status, cubes }) =>
    simplify(cubes).map((cube) => ({ machine: { ...machine, cube }, status })),
  );
}
