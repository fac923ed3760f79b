import { envOf, narrowed, type Call } from "../../catalogue/call.ts";
import { flagValue, readWords, type CommandLine, type Grammar } from "../../catalogue/command-line.ts";
import { splitText } from "../../catalogue/pieces.ts";
import { enumerate } from "../../values/enumerate.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { SUBCOMMANDS } from "./commands.ts";
import { below } from "./paths.ts";
import type { Tool } from "./versions.ts";

/** A Terraform or OpenTofu command: subcommand, flags with those from the environment, and where it works. */
export interface TfCall {
  readonly call: Call;
  readonly tool: Tool;
  /** Empty: nothing is known of it. */
  readonly subcommand: string;
  /** Positional words after the subcommand. */
  readonly args: readonly Text[];
  readonly line: CommandLine;
  /** The root's folder on the runner, `-chdir` included. */
  readonly folder: Text;
  /** Where `.terraform` is. */
  readonly dataDir: Text;
}

/** https://developer.hashicorp.com/terraform/cli/commands : flags with a value, which may be the next word. */
const GRAMMAR: Grammar = {
  valueFlags: new Set([
    "-chdir",
    "-backend-config",
    "-var",
    "-var-file",
    "-state",
    "-state-out",
    "-backup",
    "-lock-timeout",
    "-parallelism",
    "-target",
    "-target-file",
    "-exclude",
    "-exclude-file",
    "-replace",
    "-out",
    "-plugin-dir",
    "-from-module",
    "-lockfile",
    "-generate-config-out",
    "-config",
    "-filter",
    "-test-directory",
    "-provider",
    "-backup-out",
    "-platform",
  ]),
  booleanFlags: new Set(),
  othersTakeValues: false,
  singleDash: true,
  helpFlags: new Set(["-help", "-h"]),
};

const MOST_SUBCOMMANDS = 16;

/** What a call of terraform or tofu is, one for each subcommand that an input or a matrix can make of it. */
export function readTfCalls(call: Call): readonly TfCall[] {
  if (call.program !== "terraform" && call.program !== "tofu") return [];
  const tool = call.program;
  const plain = readWords(call.words, GRAMMAR);
  const named = plain.positionals.findIndex((word) => SUBCOMMANDS.has(literalOf(word) ?? ""));
  const word = plain.positionals[Math.max(named, 0)];
  if (!word) return [];
  const branches = enumerate(call.cube, word, MOST_SUBCOMMANDS);
  return branches.map((branch) => readTfCall(narrowed(call, branch.cube), tool, literalOf(branch.text) ?? ""));
}

function readTfCall(call: Call, tool: Tool, subcommand: string): TfCall {
  const line = readWords([...environmentWords(call, subcommand), ...call.words], GRAMMAR);
  const at = line.positionals.findIndex((word) => literalOf(word) === subcommand);
  const chdir = flagValue(line, ["-chdir"]);
  const folder = chdir ? below(call.cwd, chdir) : call.cwd;
  return {
    call,
    tool,
    subcommand,
    args: line.positionals.slice(at < 0 ? 1 : at + 1),
    line,
    folder,
    dataDir: below(folder, envOf(call, "TF_DATA_DIR") ?? literal(".terraform")),
  };
}

/** `TF_CLI_ARGS` and `TF_CLI_ARGS_apply`: https://developer.hashicorp.com/terraform/cli/config/environment-variables */
function environmentWords(call: Call, subcommand: string): readonly Text[] {
  return ["TF_CLI_ARGS", `TF_CLI_ARGS_${subcommand}`].flatMap((name) => {
    const value = envOf(call, name);
    return value ? splitText(value, /\s+/).filter((word) => word.length > 0) : [];
  });
}

/** Whether a switch is on, off, or not given: `-lock=false`, `-auto-approve`. Unknown values count as not given. */
export function switchOf(tf: TfCall, name: string): boolean | null {
  const flags = tf.line.flags.filter((flag) => flag.name === name);
  const last = flags[flags.length - 1];
  if (!last) return null;
  const value = last.value === null ? "true" : literalOf(last.value);
  if (value === null) return null;
  return !/^(?:false|f|0)$/i.test(value);
}

/** The command as people would read it in a message. */
export function shownCommand(tf: TfCall): string {
  return `${tf.tool} ${tf.subcommand}`;
}

/** A call of terraform that an action or a wrapper stands for. */
export function asTerraform(call: Call, tool: Tool, folder: Text, words: readonly (Text | string)[]): Call {
  const texts = words.map((word) => (typeof word === "string" ? literal(word) : concat(word)));
  return { ...call, program: tool, action: null, cwd: folder, words: texts };
}
