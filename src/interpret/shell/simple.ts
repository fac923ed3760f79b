import type { Assignment, Simple } from "../../syntax/shell/ast.ts";
import { EMPTY, isLiteral, literalOf, type Text } from "../../values/text.ts";
import { assignTo } from "./assign.ts";
import { builtinOf } from "./builtins/index.ts";
import type { Call } from "./call.ts";
import { chosenFiles } from "./chosen-file.ts";
import { declaresVariables, runDeclaration } from "./declare.ts";
import { executeStatement } from "./execute.ts";
import { expandText, expandWords } from "./expand.ts";
import { MAX_DEPTH, tellCut, type Frame } from "./frame.ts";
import { runChosen, runProgram } from "./program.ts";
import { applyRedirects, closed } from "./redirect.ts";
import { scanStatement } from "./scan.ts";
import { get, set, tableOf } from "./table.ts";
import { assignText, reveal } from "./variables.ts";
import { mapValue, NEXT, one, bind, type Outcome, type World } from "./world.ts";

/**
 * Assignments alone, a function, a builtin, or a program.
 * https://www.gnu.org/software/bash/manual/bash.html#Simple-Command-Expansion
 */
export function executeSimple(statement: Simple, world: World, frame: Frame): readonly World[] {
  frame.budget.steps -= 1;
  const clean = world.substituted === null ? world : { ...world, substituted: null };
  const ends = bind(expandWords(statement.words, clean, frame), (argv, next) => {
    frame.budget.steps -= Math.floor(argv.length / WORDS_PER_STEP);
    return asOutcome(next.flow.kind === "next" ? withWords(statement, argv, next, frame) : [next]);
  });
  return ends.map((end) => end.world);
}

/** A command of hundreds of words takes as long as several. */
const WORDS_PER_STEP = 32;

function asOutcome(worlds: readonly World[]): Outcome<null> {
  return worlds.map((world) => ({ world, value: null }));
}

function withWords(statement: Simple, argv: readonly Text[], world: World, frame: Frame): readonly World[] {
  if (argv.length === 0) return assignOnly(statement, world, frame);
  const name = literalOf(argv[0] ?? EMPTY);
  if (name === "exec" && argv.length === 1)
    return applyRedirects(statement.redirects, world, frame).map((end) => ({ ...end, status: 0 }));
  return applyRedirects(statement.redirects, world, frame).flatMap((opened) => {
    // A program's redirections are made in a process of its own: an unset variable there ends only that.
    if (opened.flow.kind !== "next")
      return [
        isOwnProcess(name, world) ? { ...closed(opened, world), flow: world.flow, status: 127 } : closed(opened, world),
      ];
    const ends =
      name !== null && declaresVariables(name)
        ? runDeclaration(name, statement.words, argv, opened, frame)
        : withEnvironment(statement, argv, opened, frame);
    // Descriptors that a command without redirections of its own leaves are the shell's: `flock 9`, a function's `exec`.
    const stays = (end: World): boolean =>
      name === "exec" || (statement.redirects.length === 0 && end.fds !== world.fds);
    return ends.map((end) => (stays(end) ? end : closed(end, world)));
  });
}

function isOwnProcess(name: string | null, world: World): boolean {
  return name !== null && !get(world.functions, name) && !builtinOf(name) && !declaresVariables(name);
}

/** `x=$(cmd)`: the status is that of the last substitution. */
function assignOnly(statement: Simple, world: World, frame: Frame): readonly World[] {
  let worlds: readonly World[] = [world];
  for (const assignment of statement.assignments) {
    worlds = worlds.flatMap((each) => (each.flow.kind === "next" ? assignTo(assignment, each, frame) : [each]));
  }
  worlds = worlds.map((each) =>
    each.flow.kind === "next" ? { ...each, status: each.substituted ?? 0, substituted: null } : each,
  );
  if (statement.redirects.length === 0) return worlds;
  return worlds.flatMap((each) => applyRedirects(statement.redirects, each, frame).map((end) => closed(end, each)));
}

function withEnvironment(statement: Simple, argv: readonly Text[], world: World, frame: Frame): readonly World[] {
  const ends = bind(temporary(statement.assignments, world, frame), (env, next) => {
    const call: Call = { world: next, frame, argv, place: statement, env };
    return asOutcome(dispatch(call));
  });
  return ends.map((end) => end.world);
}

function temporary(assignments: readonly Assignment[], world: World, frame: Frame): Outcome<ReadonlyMap<string, Text>> {
  let outcomes: Outcome<ReadonlyMap<string, Text>> = one(world, new Map());
  for (const { name, value } of assignments) {
    outcomes = bind(outcomes, (env, next) => {
      // `A=1 B=$A cmd`: the later one sees the earlier.
      const seen = [...env].reduce((each, [key, text]) => assignText(each, key, text), next);
      const text = value && "parts" in value ? expandText(value, seen, frame) : one(seen, EMPTY);
      return mapValue(
        text.map((each) => ({ ...each, world: { ...each.world, vars: next.vars } })),
        (found) => new Map(env).set(name, found),
      );
    });
  }
  return outcomes;
}

/** Finds what the first word means and runs it. */
export function dispatch(call: Call, only: "any" | "no function" = "any"): readonly World[] {
  const name = literalOf(call.argv[0] ?? EMPTY);
  if (name === null)
    return chosenFiles(call).flatMap((way) => (isLiteral(way.argv[0] ?? EMPTY) ? dispatch(way, only) : runChosen(way)));
  const defined = only === "any" ? get(call.world.functions, name) : undefined;
  if (defined) return callFunction(name, call);
  const builtin = builtinOf(name);
  return builtin ? builtin(call) : runProgram(call);
}

/** Runs a function: its own `$1 $2 …`, its own `local`s, everything else shared. */
function callFunction(name: string, call: Call): readonly World[] {
  const { world, frame } = call;
  const defined = get(world.functions, name);
  if (!defined) return [world];
  const recursive = frame.calls.filter((each) => each === name).length > 12;
  if (frame.depth >= MAX_DEPTH || recursive) {
    tellCut(frame, call.place, `calls of ${name} nested too deeply`);
    scanStatement(defined.body, world, { ...frame, code: defined.code });
    return [{ ...world, status: 0 }];
  }
  const inner: Frame = {
    ...frame,
    code: { ...defined.code, via: frame.code.via },
    depth: frame.depth + 1,
    calls: [name, ...frame.calls],
  };
  const entered: World = { ...withTemporary(call), args: call.argv.slice(1), hidden: tableOf() };
  return executeStatement(defined.body, entered, inner).map((end) => {
    const back = reveal(end);
    return {
      ...restored(back, call),
      args: world.args,
      hidden: world.hidden,
      flow: end.flow.kind === "exit" ? end.flow : NEXT,
    };
  });
}

function withTemporary({ world, env }: Call): World {
  let { vars } = world;
  for (const [name, text] of env)
    vars = set(vars, name, { value: { kind: "text", text }, exported: true, fixed: false, fold: null });
  return { ...world, vars };
}

function restored(end: World, { world, env }: Call): World {
  let { vars } = end;
  for (const name of env.keys()) vars = set(vars, name, get(world.vars, name));
  return env.size === 0 ? end : { ...end, vars };
}
