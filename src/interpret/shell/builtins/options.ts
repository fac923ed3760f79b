import { literalOf } from "../../../values/text.ts";
import type { Builtin } from "../call.ts";
import { literalWords } from "../words.ts";
import type { Options } from "../world.ts";
import { table } from "../../../values/table.ts";

const LETTERS: Readonly<Record<string, keyof Options>> = table({
  e: "errexit",
  u: "nounset",
  a: "allexport",
  f: "noglob",
  n: "noexec",
});
const NAMES = new Set<string>(["errexit", "pipefail", "nounset", "allexport", "noglob", "noexec"]);
const SHOPT = new Set<string>(["nullglob", "globstar", "nocasematch", "dotglob", "failglob"]);

/** `set -euo pipefail -- args`. https://www.gnu.org/software/bash/manual/bash.html#The-Set-Builtin */
const setOptions: Builtin = ({ world, argv }) => {
  const options: Record<keyof Options, boolean> = { ...world.options };
  for (let at = 1; at < argv.length; at += 1) {
    const word = literalOf(argv[at] ?? []);
    if (word === "--" || word === "-" || word === null || !/^[-+][a-zA-Z]+$/.test(word)) {
      const from = word === "--" || word === "-" ? at + 1 : at;
      return [{ ...world, options, args: argv.slice(from), status: 0 }];
    }
    const on = word.startsWith("-");
    for (const letter of word.slice(1)) {
      const option = LETTERS[letter];
      if (option) options[option] = on;
      if (letter !== "o") continue;
      at += 1;
      const name = literalOf(argv[at] ?? []) ?? "";
      if (NAMES.has(name)) options[name as keyof Options] = on;
    }
  }
  return [{ ...world, options, status: 0 }];
};

const shopt: Builtin = ({ world, argv }) => {
  const words = literalWords(argv.slice(1));
  const flags = words.filter((word) => word.startsWith("-")).join("");
  const options: Record<keyof Options, boolean> = { ...world.options };
  for (const word of words)
    if (SHOPT.has(word) || (flags.includes("o") && NAMES.has(word)))
      options[word as keyof Options] = flags.includes("s")
        ? true
        : flags.includes("u")
          ? false
          : options[word as keyof Options];
  return [{ ...world, options, status: 0 }];
};

export const optionBuiltins: Readonly<Record<string, Builtin>> = table({ set: setOptions, shopt });
