import type { Command, Option } from "commander";
import { code, table } from "./table.ts";

/** The README's table of commands, in the order of `--help`. */
export function commandsTable(program: Command): string {
  const rows = program.commands.map((command) => [code(usage(command)), command.summary() || command.description()]);
  return table(["command", "what it does"], rows);
}

/** The flags of one command. Throws when the program has no such command. */
export function flagsTable(program: Command, name: string): string {
  const command = program.commands.find((one) => one.name() === name);
  if (!command) throw new Error(`The program has no command ${name}.`);
  return table(
    ["flag", "meaning", "default"],
    command.options.map((option) => flagRow(option)),
  );
}

/** `docs/commands.md`: every command with its arguments and flags. */
export function commandsPage(program: Command): string {
  const parts = [
    "# Commands",
    "Generated from the program by `npm run docs`. `signalbox COMMAND --help` has examples too.",
    ...program.commands.flatMap((command) => section(program, command)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function section(program: Command, command: Command): readonly string[] {
  const flags = command.options.length === 0 ? [] : [flagsTable(program, command.name())];
  return [`## ${command.name()}`, code(`signalbox ${usage(command)}`), sentence(command.description()), ...flags];
}

function usage(command: Command): string {
  const names = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...names].join(" ");
}

function flagRow(option: Option): readonly string[] {
  const choices = option.argChoices ? `: ${option.argChoices.map(code).join(", ")}` : "";
  const usual: unknown = option.defaultValue;
  const shown = typeof usual === "string" || typeof usual === "number" ? code(String(usual)) : "";
  return [code(option.flags), `${option.description}${choices}`, shown];
}

function sentence(text: string): string {
  const first = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return first.endsWith(".") ? first : `${first}.`;
}
