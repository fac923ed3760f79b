import type { Command, Option } from "commander";
import { RULES } from "../../rules/index.ts";

/** An option as a shell needs it. */
export interface OptionWords {
  readonly flags: readonly string[];
  readonly description: string;
  /** `none`: a switch. `file`: a path. A list: these words. `text`: anything. */
  readonly value: "none" | "file" | "text" | readonly string[];
}

/** A command as a shell needs it. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** Words that its first argument may be; empty where it is a path or anything else. */
  readonly words: readonly string[];
}

const FILES = /<(?:file|path|dir)>/;

const HELP: OptionWords = { flags: ["-h", "--help"], description: "display help for command", value: "none" };

function valueOf(option: Option): OptionWords["value"] {
  if (option.argChoices !== undefined) return option.argChoices;
  if (option.long === "--rule") return Object.keys(RULES);
  if (FILES.test(option.flags)) return "file";
  return option.required || option.optional ? "text" : "none";
}

/** The options of a command and of those below it: `queue reconcile --store` is completed as one of `queue`. */
function optionsOf(command: Command): readonly OptionWords[] {
  const own = command.options
    .filter((option) => !option.hidden)
    .map(
      (option): OptionWords => ({
        flags: [option.short, option.long].filter((flag) => flag !== undefined),
        description: option.description,
        value: valueOf(option),
      }),
    );
  const all = [...own, ...command.commands.flatMap(optionsOf)];
  return all.filter(({ flags }, index) => all.findIndex((other) => other.flags.at(-1) === flags.at(-1)) === index);
}

function wordsOf(command: Command): readonly string[] {
  const below = command.commands.map((sub) => sub.name());
  const rules = command.name() === "explain" ? Object.keys(RULES) : [];
  return [...(command.registeredArguments[0]?.argChoices ?? []), ...below, ...rules];
}

/** All commands of the program, in the order of its help. */
export function commandWords(program: Command): readonly CommandWords[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.summary() === "" ? command.description() : command.summary(),
    options: [...optionsOf(command), HELP],
    words: wordsOf(command),
  }));
}
