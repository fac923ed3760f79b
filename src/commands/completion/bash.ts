import type { CommandWords } from "./words.ts";

/** What may stand after an option that takes a value. */
function valueCases({ name, options }: CommandWords): readonly string[] {
  return options
    .filter(({ value }) => value !== "none")
    .map(({ flags, value }) => {
      const pattern = flags.map((flag) => `${name}:${flag}`).join("|");
      if (value === "file") return `    ${pattern}) COMPREPLY=($(compgen -f -- "$word")); return ;;`;
      const words = value === "text" || value === "none" ? "" : value.join(" ");
      return `    ${pattern}) COMPREPLY=($(compgen -W "${words}" -- "$word")); return ;;`;
    });
}

function commandCase({ name, options, words }: CommandWords): string {
  const flags = options.flatMap((option) => option.flags).join(" ");
  return `    ${name}) flags="${flags}"; words="${words.join(" ")}" ;;`;
}

/** https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html */
export function bashScript(commands: readonly CommandWords[]): string {
  return `# signalbox: completion for bash
_signalbox() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" flags words
  COMPREPLY=()
  # \`--format=s\` comes as three words.
  if [[ "$word" == "=" ]]; then
    word=""
  elif [[ "$before" == "=" ]]; then
    before="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} help --help --version" -- "$word"))
    return
  fi
  case "$command:$before" in
${commands.flatMap(valueCases).join("\n")}
  esac
  case "$command" in
${commands.map(commandCase).join("\n")}
    *) return ;;
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [[ -n "$words" ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _signalbox signalbox
`;
}
