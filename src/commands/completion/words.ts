import type { Command } from "commander";

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

function optionsOf(command: Command): readonly OptionWords[] {
  const own = command.options.filter((option) => !option.hidden).map((option): OptionWords => ({
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    description: option.description,
    value: option.argChoices ?? (FILES.test(option.flags) ? "file" : option.required || option.optional ? "text" : "none"),
  }));
  return [...own, { flags: ["-h", "--help"], description: "display help for command", value: "none" }];
}

/** All commands of the program, in the order of its help. */
export function commandWords(program: Command): readonly CommandWords[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.summary() === "" ? command.description() : command.summary(),
    options: optionsOf(command),
    words: command.registeredArguments[0]?.argChoices ?? [],
  }));
}
