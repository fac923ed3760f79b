import { EMPTY, isLiteral, literalOf, type Text } from "../../../values/text.ts";
import { statusOf } from "../program.ts";
import { parseShell } from "../../../syntax/shell/index.ts";
import type { Builtin, Call } from "../call.ts";
import { fileAt } from "../called.ts";
import { chosenFiles } from "../chosen-file.ts";
import { executeList } from "../execute.ts";
import { allowFor, MAX_DEPTH, spanOf, tellCut, type Frame } from "../frame.ts";
import { dispatch } from "../simple.ts";
import { scriptOf, type Hole, type ScriptSource } from "../source.ts";
import { write } from "../streams.ts";
import { get } from "../table.ts";
import { joinTexts } from "../texts.ts";
import { unknownText } from "../unknown.ts";
import { EXIT, NEXT, type World } from "../world.ts";
import { builtinOf } from "./index.ts";
import { table } from "../../../values/table.ts";

/** Runs text in this shell. */
function runHere(call: Call, source: ScriptSource, holes: readonly Hole[], name: Text, world: World): readonly World[] {
  const { frame } = call;
  if (frame.depth >= MAX_DEPTH) {
    tellCut(frame, call.place, "scripts that call each other too deeply");
    return [{ ...world, status: 0 }];
  }
  const script = parseShell(source.text, holes);
  allowFor(frame, source);
  const via = [...frame.code.via, spanOf(frame, call.place)];
  const inner: Frame = {
    ...frame,
    depth: frame.depth + 1,
    code: { script, source, holes: holes.map(({ value }) => value), name, via },
  };
  for (const stretch of script.broken) tellCut(inner, stretch, "shell that cannot be parsed");
  return executeList(script.body, [world], inner);
}

/** `. file args`: each file of the repository that it can be; of the names for which there is none it fails. */
const source: Builtin = (call) => {
  const ways = chosenFiles(call);
  return ways.flatMap((way) => {
    const isNone = ways.length > 1 && !isLiteral(way.argv[1] ?? EMPTY);
    return isNone ? [{ ...way.world, status: 1 }] : sourceFile(way);
  });
};

/** A file that nobody knows changes nothing that is known. */
const sourceFile: Builtin = (call) => {
  const [path = EMPTY, ...args] = call.argv.slice(1).filter((word, index) => index > 0 || literalOf(word) !== "--");
  const file = fileAt(call, path);
  if (!file) return [{ ...call.world, status: 0 }];
  const entered: World = args.length > 0 ? { ...call.world, args, status: 0 } : { ...call.world, status: 0 };
  return runHere(call, file.source, file.holes, path, entered).map((end) => ({
    ...end,
    args: args.length > 0 ? call.world.args : end.args,
    flow: end.flow.kind === "return" ? NEXT : end.flow,
  }));
};

const evaluate: Builtin = (call) => {
  const text = joinTexts(call.argv.slice(1), " ");
  if (text.every((part) => typeof part !== "string" || part.trim() === "")) return [{ ...call.world, status: 0 }];
  const script = scriptOf(text, spanOf(call.frame, call.place));
  return runHere(call, script.source, script.holes, call.frame.code.name, { ...call.world, status: 0 });
};

/** `exec cmd`: the shell ends with the command. */
const exec: Builtin = (call) => {
  let at = 1;
  while (/^-[acl]+$/.test(literalOf(call.argv[at] ?? EMPTY) ?? ""))
    at += literalOf(call.argv[at] ?? EMPTY)?.includes("a") ? 2 : 1;
  if (at >= call.argv.length) return [{ ...call.world, status: 0 }];
  return dispatch({ ...call, argv: call.argv.slice(at) }, "no function").map((end) => ({ ...end, flow: EXIT }));
};

const command: Builtin = (call) => {
  const first = literalOf(call.argv[1] ?? EMPTY) ?? "";
  if (/^-[vV]$/.test(first)) return find(call, call.argv.slice(2));
  const at = first === "-p" || first === "--" ? 2 : 1;
  return at < call.argv.length
    ? dispatch({ ...call, argv: call.argv.slice(at) }, "no function")
    : [{ ...call.world, status: 0 }];
};

const type: Builtin = (call) =>
  find(
    call,
    call.argv.slice(1).filter((word) => !literalOf(word)?.startsWith("-")),
  );

/** Whether such a command exists: of the shell's own that is known. */
function find(call: Call, names: readonly Text[]): readonly World[] {
  const { world, frame } = call;
  const [name = EMPTY] = names;
  const known = literalOf(name);
  const here = known !== null && (builtinOf(known) !== undefined || get(world.functions, known) !== undefined);
  const path = here ? name : unknownText("path of", [name]);
  const told = write(world, frame, [...path, "\n"], call.argv);
  return [{ ...told, status: here ? 0 : { ...(statusOf(call) as { name: string }), asks: true } }];
}

export const sourceBuiltins: Readonly<Record<string, Builtin>> = table({
  source,
  ".": source,
  eval: evaluate,
  exec,
  command,
  builtin: command,
  type,
});
