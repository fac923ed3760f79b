import type { CommandWords, OptionWords } from "./words.ts";

/** A text inside single quotes in a specification of `_arguments`, where brackets and colons have a meaning. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, "\\$&");
}

function action({ value }: OptionWords): string {
  if (value === "none") return "";
  if (value === "file") return ":file:_files";
  return value === "text" ? ":value: " : `:value:(${value.join(" ")})`;
}

function specification(option: OptionWords): readonly string[] {
  // With `=` both forms are taken, `--format s` and `--format=s`.
  const name = (flag: string): string => (option.value !== "none" && flag.startsWith("--") ? `${flag}=` : flag);
  return option.flags.map((flag) => `      '${name(flag)}[${quoted(option.description)}]${action(option)}' \\`);
}

function commandCase({ name, options, words }: CommandWords): string {
  const argument = words.length > 0 ? `'1:value:(${words.join(" ")})'` : "'*:file:_files'";
  return [`    ${name}) _arguments \\`, ...options.flatMap(specification), `      ${argument} ;;`].join("\n");
}

/** https://zsh.sourceforge.io/Doc/Release/Completion-System.html */
export function zshScript(commands: readonly CommandWords[]): string {
  return `#compdef signalbox
# signalbox: completion for zsh
_signalbox() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    '${name}:${quoted(description)}'`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT -= 1 ))
  case "$command" in
${commands.map(commandCase).join("\n")}
  esac
}
compdef _signalbox signalbox
`;
}
