import { concat, EMPTY, type Text } from "../../values/text.ts";
import type { Frame } from "./frame.ts";
import { findFile, withFile } from "./paths.ts";
import { COMMAND_FILES } from "../machine.ts";
import { leading, lengthOf, linesOf, withoutFinalNewlines } from "./texts.ts";
import { MAX_TEXT, unknownText } from "./unknown.ts";
import type { Pipe, Stream, World } from "./world.ts";

const NOWHERE: Stream = { kind: "none" };
const EMPTY_PIPE: Pipe = { text: EMPTY, from: [] };

/** Opens an empty pipe. */
export function openPipe(world: World, frame: Frame): { readonly world: World; readonly pipe: number } {
  const pipe = frame.budget.pipes;
  frame.budget.pipes += 1;
  return { world: { ...world, pipes: new Map(world.pipes).set(pipe, EMPTY_PIPE) }, pipe };
}

/** A pipe that holds this text and can be read. */
export function pipeOf(world: World, frame: Frame, text: Text): { readonly world: World; readonly pipe: number } {
  const opened = openPipe(world, frame);
  return { world: setPipe(opened.world, opened.pipe, { text, from: [] }), pipe: opened.pipe };
}

export function setPipe(world: World, pipe: number, content: Pipe): World {
  return { ...world, pipes: new Map(world.pipes).set(pipe, content) };
}

export function closePipe(world: World, pipe: number): World {
  const pipes = new Map(world.pipes);
  pipes.delete(pipe);
  return { ...world, pipes };
}

export function setStream(world: World, fd: number, stream: Stream): World {
  return { ...world, fds: new Map(world.fds).set(fd, stream) };
}

export function streamAt(world: World, fd: number): Stream {
  return world.fds.get(fd) ?? NOWHERE;
}

/** Whether anything looks at what is written there. */
export function isHeard(world: World, fd = 1): boolean {
  return streamAt(world, fd).kind !== "none";
}

/** Writes to a descriptor: to a pipe's or a file's end, or nowhere. `by`: the command that writes. */
export function write(world: World, frame: Frame, text: Text, by: readonly Text[] | null, fd = 1): World {
  const stream = streamAt(world, fd);
  if (stream.kind === "none") return fd === 1 && !world.fds.has(1) ? toldRunner(world, frame, text) : world;
  if (stream.kind === "file") return appendFile(world, frame, stream.path, text);
  const before = world.pipes.get(stream.pipe) ?? EMPTY_PIPE;
  const from = by && before.from.length < 16 ? [...before.from, by] : before.from;
  return setPipe(world, stream.pipe, { text: bounded(before.text, text), from });
}

const SET_OUTPUT = /^\s*::set-output name=([\w-]+)::/;

/**
 * What goes to the log may tell the runner an output, in the way that came before `$GITHUB_OUTPUT` and still works:
 * https://github.blog/changelog/2023-07-24-github-actions-update-on-save-state-and-set-output-commands/
 */
function toldRunner(world: World, frame: Frame, text: Text): World {
  if (!text.some((part) => typeof part === "string" && part.includes("::set-output "))) return world;
  return linesOf(text).reduce((next, line) => {
    const lead = leading(line);
    const told = SET_OUTPUT.exec(lead);
    if (!told) return next;
    const entry = concat([`${told[1]}=${lead.slice(told[0].length)}`], line.slice(1), ["\n"]);
    return appendFile(next, frame, [COMMAND_FILES.GITHUB_OUTPUT], entry);
  }, world);
}

/** Two texts one after the other; beyond a length nobody needs, an unknown one. */
function bounded(before: Text, more: Text): Text {
  const [first] = before;
  if (before.length === 1 && typeof first !== "string") return concat(before, more);
  return lengthOf(before) + lengthOf(more) > MAX_TEXT ? unknownText("text that is too long", []) : concat(before, more);
}

export function appendFile(world: World, frame: Frame, path: Text, text: Text): World {
  const before = findFile(world.machine, frame.host.tree, path);
  // What stood in a file that nobody has seen stays unknown.
  const old = before === null || before.absent ? EMPTY : before.text;
  return { ...world, machine: withFile(world.machine, path, { text: old === null ? null : bounded(old, text) }) };
}

export function replaceFile(world: World, path: Text, text: Text | null): World {
  return { ...world, machine: withFile(world.machine, path, { text }) };
}

/** Everything that can still be read from standard input; null where it is not known. Nothing to read is empty. */
export function peekInput(world: World, frame: Frame): Text | null {
  const stream = streamAt(world, 0);
  switch (stream.kind) {
    case "none":
      return EMPTY;
    case "pipe":
      return world.pipes.get(stream.pipe)?.text ?? EMPTY;
    case "file":
      return findFile(world.machine, frame.host.tree, stream.path)?.text ?? null;
  }
}

/** The commands whose output standard input is. */
export function inputFrom(world: World): Pipe["from"] {
  const stream = streamAt(world, 0);
  return stream.kind === "pipe" ? (world.pipes.get(stream.pipe)?.from ?? []) : [];
}

/** Leaves only `rest` to be read from standard input. */
export function consumeInput(world: World, rest: Text = EMPTY): World {
  const stream = streamAt(world, 0);
  if (stream.kind !== "pipe") return world;
  const pipe = world.pipes.get(stream.pipe);
  return pipe ? setPipe(world, stream.pipe, { ...pipe, text: rest }) : world;
}

/** The text of a file as far as it is known. */
export function readPath(world: World, frame: Frame, path: Text): Text | null {
  const file = findFile(world.machine, frame.host.tree, path);
  return file && !file.absent ? file.text : null;
}

/** What a command substitution makes of an output. */
export function outputText(pipe: Pipe | undefined): Text {
  return withoutFinalNewlines(pipe?.text ?? EMPTY);
}
