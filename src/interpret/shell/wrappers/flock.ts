import { EMPTY, literalOf, type Text } from "../../../values/text.ts";
import type { Call } from "../call.ts";
import type { Runner } from "../called.ts";
import { runLine } from "../child.ts";
import { resolvePath } from "../paths.ts";
import { announce, statusOf } from "../program.ts";
import { dispatch } from "../simple.ts";
import { setStream, streamAt } from "../streams.ts";
import { leading } from "../texts.ts";
import type { Stream, World } from "../world.ts";
import { lineOption } from "./plain.ts";

const VALUED = new Set(["-w", "-E", "--wait", "--timeout", "--conflict-exit-code"]);
/** No descriptor of a script has this number. */
const OWN_DESCRIPTOR = 1 << 16;

/**
 * `flock FILE cmd`, `flock FILE -c 'cmds'`, and `flock 9` for a descriptor that the script has opened: the lock is held
 * as long as the descriptor is open, by whatever is started meanwhile.
 * https://man7.org/linux/man-pages/man1/flock.1.html
 */
export const flock: Runner = (call) => {
  const words = operands(call.argv.slice(1));
  const [target = EMPTY, ...inner] = words;
  const line = lineOption(call.argv.slice(1));
  const flags = call.argv.map((word) => literalOf(word) ?? "");
  const isShared = flags.some((flag) => /^-s$|^--shared$/.test(flag));
  if (inner.length === 0 && !line) return onDescriptor(call, literalOf(target) ?? "", isShared, flags);
  const outer = announce(call);
  const file: Stream = { kind: "file", path: resolvePath(call.world.cwd, target) };
  const held = isShared ? outer : { ...outer, world: setStream(outer.world, OWN_DESCRIPTOR, lockedBy(file, call)) };
  const ends = line ? runLine(held, line) : dispatch({ ...held, argv: inner }, "no function");
  return ends.map((end): World => ({ ...end, fds: call.world.fds }));
};

/** The words that are no options: a file or descriptor, then the command with all that is its own. */
function operands(words: readonly Text[]): readonly Text[] {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? EMPTY;
    if (VALUED.has(literalOf(word) ?? "")) at += 1;
    else if (!leading(word).startsWith("-")) return [word, ...words.slice(at + 1).filter(isCommandWord)];
  }
  return [];
}

/** The first `--` behind the file is flock's. */
function isCommandWord(word: Text, at: number): boolean {
  return at > 0 || literalOf(word) !== "--";
}

function onDescriptor(
  call: Call,
  target: string,
  isShared: boolean,
  flags: readonly string[],
): readonly World[] | null {
  const stream = streamAt(call.world, Number(target));
  if (!/^\d+$/.test(target) || stream.kind !== "file" || isShared) return null;
  const { world } = announce(call);
  const isGivenBack = flags.some((flag) => /^-u$|^--unlock$/.test(flag));
  const next: Stream = isGivenBack ? { kind: "file", path: stream.path } : lockedBy(stream, call);
  return [{ ...setStream(world, Number(target), next), status: statusOf(call) }];
}

function lockedBy(stream: Extract<Stream, { kind: "file" }>, call: Call): Stream {
  return { ...stream, lockedOn: call.frame.on ?? "runner" };
}
