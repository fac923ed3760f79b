import type { AndOr, Item, List, Statement } from "../../syntax/shell/ast.ts";
import { outOf } from "./capture.ts";
import { executeCase, executeIf } from "./choices.ts";
import { executeArithmetic, executeCondition } from "./conditions.ts";
import { unfolded } from "./fold.ts";
import { isSpent, tellCut, tellSpent, type Frame } from "./frame.ts";
import { executeCountedFor, executeFor, executeWhile } from "./loops.ts";
import { mergeWorlds } from "./merge.ts";
import { executePipeline } from "./pipeline.ts";
import { redirected } from "./redirect.ts";
import { scanBroken, scanStatement } from "./scan.ts";
import { executeSimple } from "./simple.ts";
import { failsIfNot, isZero, withCode } from "./status.ts";
import { set } from "./table.ts";
import { runTrap } from "./traps.ts";
import { EXIT, NEXT, type World } from "./world.ts";

/** Executes statements one after the other; worlds that have left the list pass through. */
export function executeList(list: List, worlds: readonly World[], frame: Frame): readonly World[] {
  let current = worlds;
  const inner = frame.tail ? { ...frame, tail: false } : frame;
  for (const item of list) {
    const live = current.filter((world) => world.flow.kind === "next");
    if (live.length === 0) return current;
    const left = current.filter((world) => world.flow.kind !== "next");
    const next = live.flatMap((world) => executeItem(item, world, item === list[list.length - 1] ? frame : inner));
    const all = left.length === 0 ? next : [...left, ...next];
    current = parts(item, live.length, next.length) ? mergeWorlds(all, frame, item.statement) : all;
  }
  return current;
}

/** Whether a statement may have led worlds together or apart. */
function parts({ statement }: Item, before: number, after: number): boolean {
  return before !== after || (after > 1 && statement.kind !== "simple");
}

function executeItem(item: Item, world: World, frame: Frame): readonly World[] {
  if (!item.background) return executeStatement(item.statement, world, frame);
  // What runs in the background changes the machine; its end and its status are nobody's business.
  return executeStatement(item.statement, world, { ...frame, checked: true }).map((end) => ({
    ...outOf(end, world),
    status: 0,
  }));
}

/** Of a step: a condition starts nothing, but deciding it in many worlds takes time. */
const CONDITION_COSTS = 1 / 2;

/** Executes one statement; under `-e` a failure that nothing looks at ends the shell. */
export function executeStatement(statement: Statement, world: World, frame: Frame): readonly World[] {
  const ways = unfolded(statement, world);
  return ways.length === 1
    ? executeOne(statement, world, frame)
    : ways.flatMap((way) => executeOne(statement, way, frame));
}

function executeOne(statement: Statement, world: World, frame: Frame): readonly World[] {
  if (isSpent(frame)) {
    tellSpent(frame, statement);
    scanStatement(statement, world, frame);
    return [{ ...world, status: 0 }];
  }
  switch (statement.kind) {
    case "simple":
      return stopOnError(executeSimple(statement, world, frame), frame);
    case "pipeline": {
      const ends = executePipeline(statement, world, frame);
      return statement.negated ? ends : stopOnError(ends, frame);
    }
    case "condition":
      frame.budget.steps -= CONDITION_COSTS;
      return stopOnError(executeCondition(statement, world, frame), frame);
    case "arithmetic":
      return stopOnError(executeArithmetic(statement, world, frame), frame);
    case "and":
    case "or":
      return executeAndOr(statement, world, frame);
    case "block":
      return executeBlock(statement, world, frame);
    case "function":
      return [
        {
          ...world,
          status: 0,
          functions: set(world.functions, statement.name, {
            name: statement.name,
            body: statement.body,
            code: frame.code,
          }),
        },
      ];
    case "broken":
      if (statement.unfinished) return [{ ...world, status: 2, flow: EXIT }];
      tellCut(frame, statement, "shell that cannot be parsed");
      scanBroken(statement, world, frame);
      return [{ ...world, status: 0 }];
    default:
      return redirected(statement.redirects, world, frame, (inner) => executeCompound(statement, inner, frame));
  }
}

function executeCompound(statement: Statement, world: World, frame: Frame): readonly World[] {
  switch (statement.kind) {
    case "if":
      return executeIf(statement, world, frame);
    case "case":
      return executeCase(statement, world, frame);
    case "for":
      return executeFor(statement, world, frame);
    case "counted-for":
      return executeCountedFor(statement, world, frame);
    case "while":
      return executeWhile(statement, world, frame);
    default:
      return [world];
  }
}

/**
 * `set -e`: a status that is surely not zero ends the shell. One that nobody knows is taken for success.
 * https://www.gnu.org/software/bash/manual/bash.html#The-Set-Builtin
 */
export function stopOnError(worlds: readonly World[], frame: Frame): readonly World[] {
  if (frame.checked) return worlds;
  return worlds.flatMap((world): readonly World[] => {
    if (world.flow.kind !== "next" || world.status === 0) return [world];
    if (typeof world.status !== "number") return [world.options.errexit ? { ...world, status: 0 } : world];
    if (!world.options.errexit) return runTrap("ERR", world, frame);
    return runTrap("ERR", world, frame).map((end) => ({ ...end, flow: EXIT, status: world.status }));
  });
}

function executeAndOr(statement: AndOr, world: World, frame: Frame): readonly World[] {
  const lefts = executeStatement(statement.left, world, {
    ...frame,
    checked: true,
    lenient: frame.lenient && statement.kind === "and",
  });
  return lefts.flatMap((left): readonly World[] => {
    if (left.flow.kind !== "next") return [left];
    const failing = failsIfNot(left);
    if (statement.kind === "and" && failing && isTakenToSucceed(left, frame))
      return executeStatement(statement.right, { ...left, status: 0 }, frame);
    return isZero(left).flatMap(({ world: next, value }) => {
      // What failed is remembered, so that `a && b || c` knows c to be there for failures.
      if (value === (statement.kind === "or")) return [failing && !value ? { ...next, status: left.status } : next];
      const inner = statement.kind === "or" && failing ? { ...frame, onFailure: true } : frame;
      return executeStatement(statement.right, value ? next : withCode(next, left), inner);
    });
  });
}

/**
 * `terraform init && terraform apply` under `-e`: a run in which the first fails is another story, unless somebody
 * asks.
 */
function isTakenToSucceed(world: World, frame: Frame): boolean {
  return frame.lenient && (world.options.errexit || frame.tail) && !frame.code.source.text.includes("$?");
}

type Block = Extract<Statement, { kind: "block" }>;

function executeBlock(block: Block, world: World, frame: Frame): readonly World[] {
  const ends = redirected(block.redirects, world, frame, (inner) => executeList(block.body, [inner], frame));
  if (!block.subshell) return ends;
  const outer = ends.flatMap((end) =>
    end.flow.kind === "exit" ? runTrap("EXIT", { ...end, flow: NEXT }, frame) : [end],
  );
  return stopOnError(
    outer.map((end) => outOf(end, world)),
    frame,
  );
}
