import { concat, literal, literalOf, type Text } from "../../../values/text.ts";
import { table } from "../../../values/table.ts";
import type { Call } from "../call.ts";
import { fileAt, type Runner } from "../called.ts";
import { childEnvironment } from "../program.ts";
import { dispatch } from "../simple.ts";
import { leading, linesOf } from "../texts.ts";
import { innerOf } from "./plain.ts";

interface Program {
  readonly valued: readonly string[];
  /** Options that name a file of variables. */
  readonly files: readonly string[];
  /** The file that is read where none is named. */
  readonly otherwise: string;
  /** A word before the command (`dotenvx run -- cmd`). */
  readonly verb?: string;
}

const DOTENV: Program = { valued: ["-e", "-f", "-c", "-p", "-v"], files: ["-e", "-f"], otherwise: ".env" };

/** Programs that start a command with the variables of a file: https://github.com/entropitor/dotenv-cli */
const PROGRAMS: Readonly<Record<string, Program>> = table({
  dotenv: DOTENV,
  "dotenv-cli": DOTENV,
  dotenvx: { valued: ["-f", "-fk", "--env-file"], files: ["-f", "--env-file"], otherwise: ".env", verb: "run" },
  "env-cmd": { valued: ["-f", "--file", "-e", "-r", "--rc-file"], files: ["-f", "--file"], otherwise: ".env" },
});

/** Looks through one of them; null where it starts nothing. */
function envFileRunner({ valued, files, otherwise, verb }: Program): Runner {
  return (call) => {
    const words = literalOf(call.argv[1] ?? []) === verb ? call.argv.slice(2) : call.argv.slice(1);
    const { argv } = innerOf(words, { valued, skip: 0 });
    if (argv.length === 0) return null;
    const own = words.slice(0, words.length - argv.length);
    const named = filesIn(own, files);
    const read = (named.length > 0 ? named : [literal(otherwise)]).flatMap((path) => [...variablesIn(call, path)]);
    // What is set already wins.
    const set = childEnvironment(call).own;
    const env = new Map(read.filter(([name]) => !set.has(name)));
    return dispatch({ ...call, argv, env: new Map([...env, ...call.env]) }, "no function");
  };
}

function filesIn(words: readonly Text[], options: readonly string[]): readonly Text[] {
  return words.flatMap((word, index): readonly Text[] => {
    const known = literalOf(word);
    const joined = options.find((option) => leading(word).startsWith(`${option}=`));
    if (joined) return [concat([leading(word).slice(joined.length + 1)], word.slice(1))];
    const next = words[index + 1];
    return known !== null && options.includes(known) && next ? [next] : [];
  });
}

/** The lines `NAME=value` of a file of the repository or the runner, without quotes and comments. */
function variablesIn(call: Call, path: Text): ReadonlyMap<string, Text> {
  const found = new Map<string, Text>();
  for (const line of linesOf(fileAt(call, path)?.text ?? [])) {
    const [, name, value = ""] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/s.exec(leading(line)) ?? [];
    if (name !== undefined) found.set(name, unquoted(concat([value], line.slice(1))));
  }
  return found;
}

function unquoted(text: Text): Text {
  const known = literalOf(text);
  return known === null ? text : literal(/^(["'])(.*)\1\s*$/s.exec(known)?.[2] ?? known.trim());
}

/** By the programs' names. */
export const envFileWrappers: Readonly<Record<string, Runner>> = table(
  Object.fromEntries(Object.entries(PROGRAMS).map(([name, program]) => [name, envFileRunner(program)])),
);
