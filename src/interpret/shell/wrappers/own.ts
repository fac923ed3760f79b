import { concat, EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import { NO_AMBIENT } from "../../environment.ts";
import type { Call } from "../call.ts";
import type { Runner } from "../called.ts";
import { runLine } from "../child.ts";
import { announce } from "../program.ts";
import { resolvePath } from "../paths.ts";
import { dispatch } from "../simple.ts";
import { consumeInput, peekInput, write } from "../streams.ts";
import { joinLines, linesOf, splitText } from "../texts.ts";
import { unknownText } from "../unknown.ts";
import { set } from "../table.ts";
import { environmentOf, unsetVariable } from "../variables.ts";
import { readOptions } from "../words.ts";
import { withStatus, type World } from "../world.ts";
import { innerOf } from "./plain.ts";
import { table } from "../../../values/table.ts";

/**
 * `env A=1 cmd`; alone it prints the environment.
 * https://www.gnu.org/software/coreutils/manual/html_node/env-invocation.html
 */
const env: Runner = (call) => {
  const words = splitString(call.argv.slice(1));
  const inner = innerOf(words, { valued: ["-u", "--unset", "-C", "--chdir"], skip: 0, assigns: true });
  const options = words.slice(0, words.length - inner.argv.length);
  if (inner.argv.length === 0) return printEnvironment(call, inner.env);
  let { world } = call;
  const clean = options.some((word) => /^(?:-|-i|--ignore-environment)$/.test(literalOf(word) ?? ""));
  if (clean) world = withoutEnvironment(world);
  for (const [index, word] of options.entries()) {
    const known = literalOf(word) ?? "";
    const next = options[index + 1] ?? EMPTY;
    if (known === "-u" || known === "--unset") world = unsetVariable(world, literalOf(next) ?? "");
    if (known.startsWith("--unset=")) world = unsetVariable(world, known.slice(8));
    if (known === "-C" || known === "--chdir") world = { ...world, cwd: resolvePath(world.cwd, next) };
  }
  const ends = dispatch(
    { ...call, world, argv: inner.argv, env: new Map([...(clean ? [] : call.env), ...inner.env]) },
    "no function",
  );
  return ends.map((end) => ({ ...end, ambient: call.world.ambient, vars: call.world.vars, cwd: call.world.cwd }));
};

/** `env -i`. */
function withoutEnvironment(world: World): World {
  let { vars } = world;
  for (const name of environmentOf(world).own.keys()) vars = set(vars, name, undefined);
  return { ...world, ambient: NO_AMBIENT, vars };
}

/** `env -S 'cmd args'`. */
function splitString(words: readonly Text[]): readonly Text[] {
  const at = words.findIndex((word) => /^(?:-S|--split-string)$/.test(literalOf(word) ?? ""));
  if (at < 0) return words;
  return [...words.slice(0, at), ...splitText(words[at + 1] ?? EMPTY, /\s+/), ...words.slice(at + 2)];
}

function printEnvironment(call: Call, added: ReadonlyMap<string, Text>): readonly World[] {
  const all = new Map([...environmentOf(call.world), ...call.env, ...added]);
  const text = joinLines([...all].map(([name, value]) => concat([`${name}=`], value)));
  return [withStatus(write(call.world, call.frame, text, call.argv), 0)];
}

const MOST = 50;

/** `xargs cmd`: once for each batch of what it reads; what is unknown is one more argument. */
const xargs: Runner = (call) => {
  const { flags, values, operands } = readOptions(
    call.argv.slice(1),
    ["I", "L", "n", "P", "d", "s", "a", "E", "max-args", "max-procs", "replace", "delimiter"],
    true,
  );
  const input = peekInput(call.world, call.frame) ?? unknownText("standard input", []);
  const replace = values.get("I") ?? values.get("replace") ?? (flags.has("i") ? ["{}"] : null);
  const delimiter = literalOf(values.get("d") ?? values.get("delimiter") ?? EMPTY);
  const items = itemsOf(input, replace !== null, flags.has("0") || flags.has("null") ? "\0" : delimiter || null).slice(
    0,
    MOST,
  );
  const command = operands.length > 0 ? operands : [["echo"]];
  const size = replace
    ? 1
    : Number(literalOf(values.get("n") ?? values.get("max-args") ?? values.get("L") ?? EMPTY) || "0");
  if (items.length === 0 && (flags.has("r") || flags.has("no-run-if-empty")))
    return [withStatus(consumeInput(call.world), 0)];
  const batches =
    size > 0
      ? Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
          items.slice(index * size, (index + 1) * size),
        )
      : [items];
  let worlds: readonly World[] = [consumeInput(call.world)];
  for (const batch of batches) {
    const argv = replace
      ? command.map((word) => replaced(word, literalOf(replace) ?? "{}", batch[0] ?? EMPTY))
      : [...command, ...batch];
    worlds = worlds.flatMap((world) => dispatch({ ...call, world, argv }, "no function"));
  }
  return worlds;
};

function itemsOf(input: Text, byLine: boolean, delimiter: string | null): readonly Text[] {
  if (delimiter !== null) {
    const separator =
      delimiter === "\\n"
        ? /\n/
        : delimiter === "\0"
          ? /\0/
          : new RegExp(delimiter.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    return splitText(input, separator).filter((item) => item.length > 0);
  }
  if (byLine) return linesOf(input).filter((line) => line.length > 0);
  return splitText(input, /\s+/)
    .filter((item) => item.length > 0)
    .map((item) =>
      concat(
        ...item.map(
          (part): Text => (typeof part === "string" ? literal(part.replace(/^(['"])(.*)\1$/s, "$2")) : [part]),
        ),
      ),
    );
}

/** A word with a mark in it replaced by an item. */
export function replaced(word: Text, mark: string, item: Text): Text {
  return concat(
    ...word.map((part): Text => {
      if (typeof part !== "string" || mark === "") return [part];
      return concat(
        ...part.split(mark).flatMap((piece, index) => (index === 0 ? [literal(piece)] : [item, literal(piece)])),
      );
    }),
  );
}

/** `su -c 'commands' user`, `script -c 'commands' file`. */
function byOption(...names: readonly string[]): Runner {
  return (call) => {
    const at = call.argv.findIndex((word) => names.includes(literalOf(word) ?? ""));
    const script = at < 0 ? undefined : call.argv[at + 1];
    return script ? runLine(call, script) : null;
  };
}

/** `parallel cmd ::: a b`. */
const parallel: Runner = (call) => {
  const at = call.argv.findIndex((word) => literalOf(word) === ":::");
  if (at < 0) return null;
  const { operands } = readOptions(
    call.argv.slice(1, at),
    ["j", "jobs", "joblog", "retries", "delay", "timeout", "colsep"],
    true,
  );
  const outer = announce(call);
  let worlds: readonly World[] = [outer.world];
  for (const item of call.argv.slice(at + 1, at + 1 + MOST)) {
    const marked = operands.some((word) => word.some((part) => typeof part === "string" && part.includes("{}")));
    const argv = marked ? operands.map((word) => replaced(word, "{}", item)) : [...operands, item];
    const [line, ...more] = argv;
    worlds = worlds.flatMap((world) =>
      line && more.length === 0
        ? runLine({ ...outer, world }, line)
        : dispatch({ ...outer, world, argv }, "no function"),
    );
  }
  return worlds;
};

export const ownWrappers: Readonly<Record<string, Runner>> = table({
  env,
  xargs,
  parallel,
  su: byOption("-c", "--command"),
  runuser: byOption("-c", "--command"),
  script: byOption("-c", "--command", "-qec", "-ec", "-qc"),
});
