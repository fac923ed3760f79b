import type { Pipeline, Statement } from "../../syntax/shell/ast.ts";
import { outOf } from "./capture.ts";
import { executeStatement } from "./execute.ts";
import type { Frame } from "./frame.ts";
import { mergeWorlds } from "./merge.ts";
import { negated } from "./status.ts";
import { closePipe, openPipe, setStream } from "./streams.ts";
import { assignValue, listOf } from "./variables.ts";
import type { Status, World } from "./world.ts";

interface Running {
  readonly world: World;
  readonly statuses: readonly Status[];
}

/**
 * `a | b`: one after the other, each in a shell of its own, the second reading what the first wrote.
 * https://www.gnu.org/software/bash/manual/bash.html#Pipelines
 */
export function executePipeline(pipeline: Pipeline, world: World, frame: Frame): readonly World[] {
  const [only, ...more] = pipeline.commands;
  const inner = pipeline.negated ? { ...frame, checked: true, lenient: false } : frame;
  const ends = only && more.length === 0 ? executeStatement(only, world, inner) : executeStages(pipeline, world, inner);
  if (!pipeline.negated) return ends;
  return ends.map((end) => (end.flow.kind === "next" ? { ...end, status: negated(end.status) } : end));
}

function executeStages(pipeline: Pipeline, world: World, frame: Frame): readonly World[] {
  const { commands } = pipeline;
  const pipes: number[] = [];
  let open = world;
  for (let index = 1; index < commands.length; index += 1) {
    const opened = openPipe(open, frame);
    open = opened.world;
    pipes.push(opened.pipe);
  }
  let running: readonly Running[] = [{ world: open, statuses: [] }];
  commands.forEach((command, index) => {
    running = running.flatMap((each) => runStage(command, index, pipes, each, world, frame));
  });
  const ends = running.map(({ world: end, statuses }) => {
    const closed = pipes.reduce(closePipe, outOf(end, world));
    const codes = statuses.map((status) => (typeof status === "number" ? [String(status)] : ["0"]));
    return { ...assignValue(closed, "PIPESTATUS", listOf(codes)), status: statusOf(statuses, world.options.pipefail) };
  });
  return mergeWorlds(ends, frame, pipeline);
}

function runStage(
  command: Statement,
  index: number,
  pipes: readonly number[],
  before: Running,
  outer: World,
  frame: Frame,
): readonly Running[] {
  const [input, output] = [pipes[index - 1], pipes[index]];
  let world: World = { ...outer, machine: before.world.machine, pipes: before.world.pipes };
  if (input !== undefined) world = setStream(world, 0, { kind: "pipe", pipe: input });
  if (output !== undefined) world = setStream(world, 1, { kind: "pipe", pipe: output });
  return executeStatement(command, world, frame).map((end) => ({
    world: end,
    statuses: [...before.statuses, end.status],
  }));
}

/** The last one's status; with `pipefail` that of the last one that failed. */
function statusOf(statuses: readonly Status[], pipefail: boolean): Status {
  const last = statuses[statuses.length - 1] ?? 0;
  if (!pipefail) return last;
  const failed = statuses.findLast((status) => typeof status === "number" && status !== 0);
  if (failed !== undefined) return failed;
  const unknown = statuses.filter((status) => typeof status !== "number");
  if (unknown.length === 0) return 0;
  const [first] = unknown;
  if (unknown.length === 1 && first) return first;
  return { name: unknown.map(({ name }) => name).join(" | "), asks: unknown.every(({ asks }) => asks) };
}
