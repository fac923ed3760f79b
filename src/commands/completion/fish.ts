import type { CommandWords, OptionWords } from "./words.ts";

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function value(option: OptionWords): string {
  if (option.value === "none") return "";
  if (option.value === "file") return " -r -F";
  return option.value === "text" ? " -x" : ` -x -a ${quoted(option.value.join(" "))}`;
}

function optionLine(command: string, option: OptionWords): string {
  const flags = option.flags.map((flag) => (flag.startsWith("--") ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`));
  const text = quoted(option.description);
  return `complete -c signalbox -n '__fish_seen_subcommand_from ${command}'${flags.join("")}${value(option)} -d ${text}`;
}

/** https://fishshell.com/docs/current/completions.html */
export function fishScript(commands: readonly CommandWords[]): string {
  const names = commands.map(
    ({ name, description }) => `complete -c signalbox -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
  );
  const words = commands
    .filter((command) => command.words.length > 0)
    .map(
      (command) =>
        `complete -c signalbox -n '__fish_seen_subcommand_from ${command.name}' -f -a ${quoted(command.words.join(" "))}`,
    );
  const options = commands.flatMap((command) => command.options.map((option) => optionLine(command.name, option)));
  return `# signalbox: completion for fish\n${[...names, ...words, ...options].join("\n")}\n`;
}
