import type { Redirect } from "../../syntax/shell/ast.ts";
import { concat, EMPTY, literalOf, type Text } from "../../values/text.ts";
import { expandText } from "./expand.ts";
import type { Frame } from "./frame.ts";
import { findFile, resolvePath } from "./paths.ts";
import { pipeOf, replaceFile, setStream, streamAt } from "./streams.ts";
import { assignText } from "./variables.ts";
import { bind, type Outcome, type Stream, type World } from "./world.ts";

const DEVICES = new Set(["/dev/null", "/dev/tty", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/zero"]);

/** Runs with redirections, which are gone afterwards. */
export function redirected(
  redirects: readonly Redirect[],
  world: World,
  frame: Frame,
  run: (world: World) => readonly World[],
): readonly World[] {
  if (redirects.length === 0) return run(world);
  return applyRedirects(redirects, world, frame).flatMap((opened) =>
    (opened.flow.kind === "next" ? run(opened) : [opened]).map((end) => closed(end, world)),
  );
}

/** The descriptors as they were; pipes that were opened since are gone. */
export function closed(end: World, before: World): World {
  if (end.pipes === before.pipes) return end.fds === before.fds ? end : { ...end, fds: before.fds };
  const pipes = new Map([...end.pipes].filter(([pipe]) => before.pipes.has(pipe)));
  return { ...end, fds: before.fds, pipes };
}

/**
 * The world with descriptors as the redirections leave them.
 * https://www.gnu.org/software/bash/manual/bash.html#Redirections
 */
export function applyRedirects(redirects: readonly Redirect[], world: World, frame: Frame): readonly World[] {
  let worlds: readonly World[] = [world];
  for (const redirect of redirects) {
    worlds = worlds.flatMap((each) =>
      bind(expandText(redirect.target, each, frame), (target, next) => apply(redirect, target, next, frame)).map(
        (end) => end.world,
      ),
    );
  }
  return worlds;
}

function apply(redirect: Redirect, target: Text, world: World, frame: Frame): Outcome<null> {
  const done = (next: World): Outcome<null> => [{ world: next, value: null }];
  switch (redirect.operator) {
    case "<<":
      return done(input(redirect, target, world, frame));
    case "<<<":
      return done(input(redirect, concat(target, ["\n"]), world, frame));
    case "<":
    case "<>":
      return done(openInput(redirect, target, world, frame));
    case ">&":
    case "<&":
      return done(duplicate(redirect, target, world, frame));
    case "&>":
    case "&>>": {
      const opened = openOutput(target, redirect.operator === "&>>", world, frame);
      return done(setStream(setStream(opened.world, 1, opened.stream), 2, opened.stream));
    }
    default: {
      const opened = openOutput(target, redirect.operator === ">>", world, frame);
      return done(named(redirect, setStream(opened.world, fdOf(redirect, 1), opened.stream)));
    }
  }
}

const NAMED_FD = 10;

function fdOf(redirect: Redirect, otherwise: number): number {
  return typeof redirect.fd === "string" ? NAMED_FD : (redirect.fd ?? otherwise);
}

/** `{fd}>file` puts the descriptor's number into a variable. */
function named(redirect: Redirect, world: World): World {
  return typeof redirect.fd === "string" ? assignText(world, redirect.fd, [String(NAMED_FD)]) : world;
}

function input(redirect: Redirect, text: Text, world: World, frame: Frame): World {
  const opened = pipeOf(world, frame, text);
  return setStream(opened.world, fdOf(redirect, 0), { kind: "pipe", pipe: opened.pipe });
}

function openInput(redirect: Redirect, target: Text, world: World, frame: Frame): World {
  const fd = fdOf(redirect, 0);
  const known = literalOf(target);
  if (known !== null && DEVICES.has(known))
    return setStream(world, fd, known === "/dev/stdin" ? streamAt(world, 0) : { kind: "none" });
  const path = resolvePath(world.cwd, target);
  const text = findFile(world.machine, frame.host.tree, path)?.text ?? null;
  return text === null ? setStream(world, fd, { kind: "file", path }) : input(redirect, text, world, frame);
}

function openOutput(
  target: Text,
  append: boolean,
  world: World,
  frame: Frame,
): { readonly world: World; readonly stream: Stream } {
  const known = literalOf(target);
  if (known === "/dev/stdout") return { world, stream: streamAt(world, 1) };
  if (known === "/dev/stderr") return { world, stream: streamAt(world, 2) };
  if (known === "" || (known !== null && DEVICES.has(known))) return { world, stream: { kind: "none" } };
  const path = resolvePath(world.cwd, target);
  const before = append ? findFile(world.machine, frame.host.tree, path) : null;
  const opened = before === null || before.absent ? replaceFile(world, path, EMPTY) : world;
  return { world: opened, stream: { kind: "file", path } };
}

/** `2>&1`, `>&-`, and `>&file`, which is `&>file`. */
function duplicate(redirect: Redirect, target: Text, world: World, frame: Frame): World {
  const fd = fdOf(redirect, redirect.operator === ">&" ? 1 : 0);
  const known = literalOf(target);
  if (known === "-") return setStream(world, fd, { kind: "none" });
  if (known !== null && /^\d+-?$/.test(known)) return setStream(world, fd, streamAt(world, Number.parseInt(known, 10)));
  if (redirect.operator === "<&" || redirect.fd !== null) return setStream(world, fd, { kind: "none" });
  const opened = openOutput(target, false, world, frame);
  return setStream(setStream(opened.world, 1, opened.stream), 2, opened.stream);
}
