import type { Command } from "commander";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { commandWords } from "./words.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The completion script of one shell, made from the program's own commands and options. */
export function completionScript(program: Command, shell: keyof typeof SCRIPTS): string {
  return SCRIPTS[shell](commandWords(program));
}
