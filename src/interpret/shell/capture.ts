import type { List, WordPart } from "../../syntax/shell/ast.ts";
import { EMPTY, type Text } from "../../values/text.ts";
import { executeList } from "./execute.ts";
import { MAX_DEPTH, tellCut, type Frame } from "./frame.ts";
import { withFile } from "./paths.ts";
import { closePipe, openPipe, outputText, setStream } from "./streams.ts";
import { unknownText } from "./unknown.ts";
import { NEXT, one, type Outcome, type World } from "./world.ts";

type Stretch = { readonly start: number; readonly end: number };

/** The output of the commands of `$( … )`. What they change in the shell is gone afterwards, files are not. */
export function captured(body: List, world: World, frame: Frame, place: Stretch): Outcome<Text> {
  if (frame.depth >= MAX_DEPTH) {
    tellCut(frame, place, "substitutions nested too deeply");
    return one(world, unknownText("output nested too deeply", []));
  }
  const opened = openPipe(world, frame);
  const inner: World = {
    ...setStream(opened.world, 1, { kind: "pipe", pipe: opened.pipe }),
    options: { ...world.options, errexit: false },
  };
  const ends = executeList(body, [inner], { ...frame, tail: true, depth: frame.depth + 1 });
  return ends.map((end) => ({
    world: { ...outOf(closePipe(end, opened.pipe), world), substituted: end.status },
    value: outputText(end.pipes.get(opened.pipe)),
  }));
}

/** The outer shell after commands that ran in one of their own: only the machine, pipes and the status are new. */
export function outOf(end: World, outer: World): World {
  return { ...outer, machine: end.machine, pipes: end.pipes, status: end.status, flow: NEXT };
}

type Process = Extract<WordPart, { kind: "process" }>;

/** `<(cmd)` and `>(cmd)`: the path of a file that holds the command's output, or that it reads. */
export function substituted(part: Process, world: World, frame: Frame): Outcome<Text> {
  const path: Text = [`/dev/fd/${63 - (frame.budget.pipes % 40)}-${frame.budget.pipes}`];
  frame.budget.pipes += 1;
  if (part.into) {
    const ends = executeList(part.body, [setStream(world, 0, { kind: "file", path })], {
      ...frame,
      depth: frame.depth + 1,
    });
    return ends.map((end) => ({ world: { ...outOf(end, world), status: world.status }, value: path }));
  }
  return captured(part.body, world, frame, part).map(({ world: next, value }) => {
    const text: Text = value.length === 0 ? EMPTY : [...value.slice(0, -1), ...endLine(value)];
    return { world: { ...next, status: world.status, machine: withFile(next.machine, path, { text }) }, value: path };
  });
}

function endLine(text: Text): Text {
  const last = text[text.length - 1];
  return typeof last === "string" ? [`${last}\n`] : last === undefined ? EMPTY : [last, "\n"];
}
