import { EMPTY, literalOf, type Text } from "../../values/text.ts";
import { scriptRunner } from "../scripts/index.ts";
import type { Call } from "./call.ts";
import { runChild } from "./child.ts";
import { spanOf } from "./frame.ts";
import { findFile, repositoryPath, resolvePath } from "./paths.ts";
import { fileSource, scriptOf, type Hole, type ScriptSource } from "./source.ts";
import { consumeInput, peekInput, streamAt } from "./streams.ts";
import type { Options, World } from "./world.ts";
import { table } from "../../values/table.ts";

/** Follows what a command starts: null where nothing is known about it. */
export type Runner = (call: Call) => readonly World[] | null;

const SHELLS = new Set(["bash", "sh", "dash", "zsh", "ksh", "ash"]);

/** What the command starts, by its program: a shell, a script, a task of a Makefile or a package. */
export function runnerOf(call: Call, name: string | null): Runner | undefined {
  if (name === null) return undefined;
  const first = literalOf(call.argv[0] ?? EMPTY) ?? "";
  if (SHELLS.has(name)) return runShellProgram;
  if (first.includes("/") && fileAt(call, call.argv[0] ?? EMPTY)) return runFile;
  return scriptRunner(name);
}

/** A file on the runner or in the repository, with its text. */
export interface CalledFile {
  readonly path: Text;
  readonly text: Text;
  readonly source: ScriptSource;
  readonly holes: readonly Hole[];
}

/** The file that a command names; null where it is not known. */
export function fileAt(call: Call, path: Text): CalledFile | null {
  const { world, frame } = call;
  const absolute = resolvePath(world.cwd, path);
  const file = findFile(world.machine, frame.host.tree, absolute);
  if (!file || file.absent || file.text === null) return null;
  const known = literalOf(absolute);
  const text = literalOf(file.text);
  const inside = known === null || world.machine.files.has(known) ? null : repositoryPath(known);
  if (inside !== null && text !== null)
    return { path: absolute, text: file.text, source: fileSource(inside, text), holes: [] };
  return { path: absolute, text: file.text, ...scriptOf(file.text, spanOf(frame, call.place)) };
}

/** `./deploy.sh args`: by its first line, else as a shell script. */
const runFile: Runner = (call) => {
  const file = fileAt(call, call.argv[0] ?? EMPTY);
  if (!file) return null;
  const line = /^#!\s*(\S+)[ \t]*(.*)/.exec(file.source.text);
  const words = line ? [line[1] ?? "", ...(line[2] ?? "").split(/\s+/)].filter((word) => word !== "") : [];
  const program = (words[0] ?? languageOf(call.argv[0] ?? EMPTY)).replace(/^.*\//, "");
  const interpreter =
    program === "env"
      ? (words.find((word, index) => index > 0 && !word.startsWith("-") && !word.includes("=")) ?? "bash")
      : program;
  if (SHELLS.has(interpreter.replace(/^.*\//, ""))) {
    return runChild(call, {
      ...file,
      name: call.argv[0] ?? EMPTY,
      args: call.argv.slice(1),
      options: flagOptions(words.slice(1).filter((word) => /^-[a-z]+$/.test(word))),
    });
  }
  if (!line && /\u0000/.test(file.source.text)) return null;
  const other = scriptRunner(interpreter);
  return other ? other({ ...call, argv: [[interpreter], ...call.argv] }) : null;
};

const LANGUAGES = table({
  py: "python",
  js: "node",
  mjs: "node",
  cjs: "node",
  ts: "node",
  mts: "node",
  rb: "ruby",
  ps1: "pwsh",
});

/** What runs a file without a first line of its own (`uv run deploy.py`), by its ending. */
function languageOf(path: Text): string {
  const last = path[path.length - 1];
  const ending = typeof last === "string" ? (/\.(\w+)$/.exec(last)?.[1] ?? "") : "";
  return LANGUAGES[ending] ?? "bash";
}

/**
 * `bash script`, `bash -c 'commands'`, `bash <<EOF`.
 * https://www.gnu.org/software/bash/manual/bash.html#Invoking-Bash
 */
const runShellProgram: Runner = (call) => {
  const flags: string[] = [];
  let at = 1;
  let isCommand = false;
  for (; at < call.argv.length; at += 1) {
    const word = literalOf(call.argv[at] ?? EMPTY);
    if (word === null || !/^[-+]./.test(word)) break;
    if (word === "--") {
      at += 1;
      break;
    }
    if (word.startsWith("--")) continue;
    flags.push(word);
    if (/^-[a-z]*c/.test(word)) isCommand = true;
    if (/^-[a-z]*o$/.test(word)) flags.push(`-o ${literalOf(call.argv[(at += 1)] ?? EMPTY) ?? ""}`);
  }
  const options = flagOptions(flags);
  const [first, ...rest] = call.argv.slice(at);
  if (first !== undefined && isCommand) {
    const script = scriptOf(first, spanOf(call.frame, call.place));
    return runChild(call, { ...script, name: rest[0] ?? call.argv[0] ?? EMPTY, args: rest.slice(1), options });
  }
  if (first !== undefined && !flags.some((flag) => /^-[a-z]*s/.test(flag))) {
    const file = fileAt(call, first);
    return file && runChild(call, { ...file, name: first, args: rest, options });
  }
  return runInput(call, call.argv.slice(at), options);
};

function runInput(call: Call, args: readonly Text[], options: Partial<Options>): readonly World[] | null {
  if (streamAt(call.world, 0).kind === "none") return null;
  const text = peekInput(call.world, call.frame);
  if (text === null || text.every((part) => typeof part !== "string" || part.trim() === "")) return null;
  const script = scriptOf(text, spanOf(call.frame, call.place));
  return runChild(
    { ...call, world: consumeInput(call.world) },
    { ...script, name: call.argv[0] ?? EMPTY, args, options },
  );
}

function flagOptions(flags: readonly string[]): Partial<Options> {
  const letters = flags.filter((flag) => /^-[a-z]+$/i.test(flag)).join("");
  const has = (letter: string): boolean => letters.includes(letter);
  return {
    ...(has("e") || flags.includes("-o errexit") ? { errexit: true } : {}),
    ...(has("u") || flags.includes("-o nounset") ? { nounset: true } : {}),
    ...(flags.includes("-o pipefail") ? { pipefail: true } : {}),
  };
}
