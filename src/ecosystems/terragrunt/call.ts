import { envOf, narrowed, type Call } from "../../catalogue/call.ts";
import { flagValue, flagValues, readWords, type CommandLine, type Grammar } from "../../catalogue/command-line.ts";
import { splitText } from "../../catalogue/pieces.ts";
import { enumerate } from "../../values/enumerate.ts";
import { literalOf, type Text } from "../../values/text.ts";
import { SUBCOMMANDS } from "../terraform/commands.ts";
import { below } from "../terraform/paths.ts";

/** A Terragrunt command: what it runs, in one unit or in all below a folder. */
export interface TgCall {
  readonly call: Call;
  /** The Terraform command that it stands for; empty where nothing is known of it. */
  readonly subcommand: string;
  /** Words after it, for Terraform. */
  readonly words: readonly Text[];
  readonly line: CommandLine;
  readonly all: boolean;
  readonly folder: Text;
  /** The unit's file, where another name than `terragrunt.hcl` is given. */
  readonly config: Text | null;
  /** Globs of units that `run --all` takes, or leaves out. */
  readonly only: readonly string[];
  readonly except: readonly string[];
}

/** https://terragrunt.gruntwork.io/docs/reference/cli/ : current names and those they replaced. */
const NAMES = {
  folder: ["--working-dir", "--terragrunt-working-dir"],
  config: ["--config", "--terragrunt-config"],
  only: ["--queue-include-dir", "--terragrunt-include-dir"],
  except: ["--queue-exclude-dir", "--terragrunt-exclude-dir"],
} as const;

/** Terraform's flags have one dash, Terragrunt's two; only these take the next word. */
const GRAMMAR: Grammar = {
  valueFlags: new Set([
    ...Object.values(NAMES).flat(),
    ..."--log-level --log-format --parallelism --source --source-map --download-dir --tf-path --inputs-debug".split(
      " ",
    ),
    ..."--terragrunt-log-level --terragrunt-parallelism --terragrunt-source --terragrunt-iam-role".split(" "),
    ..."--terragrunt-tfpath --iam-assume-role --units-that-include --feature --provider-cache-dir --filter".split(" "),
    ..."--experiment --strict-control".split(" "),
    ..."-var -var-file -target -out -lock-timeout -backend-config -state -replace".split(" "),
  ]),
  booleanFlags: new Set(),
  othersTakeValues: false,
  singleDash: false,
  helpFlags: new Set(["--help", "-h"]),
};

const MOST_SUBCOMMANDS = 16;

/** What a call of terragrunt runs, one for each command that an input or a matrix can make of it. */
export function readTgCalls(call: Call): readonly TgCall[] {
  if (call.program !== "terragrunt") return [];
  const line = readWords(call.words, GRAMMAR);
  const at = line.positionals.findIndex((word) => named(literalOf(word)) !== null);
  const word = line.positionals[at < 0 ? line.positionals.length - 1 : at];
  if (!word) return [];
  return enumerate(call.cube, word, MOST_SUBCOMMANDS).flatMap((branch): readonly TgCall[] => {
    const known = literalOf(branch.text);
    // Terragrunt's own commands (`hcl fmt`, `dag graph`) touch no state.
    if (known !== null && named(known) === null) return [];
    return [readTgCall(narrowed(call, branch.cube), known)];
  });
}

/** `apply`, also behind the old `apply-all`. */
function named(word: string | null): string | null {
  const plain = word?.replace(/-all$/, "") ?? "";
  return SUBCOMMANDS.has(plain) && plain !== "stacks" ? plain : null;
}

function readTgCall(call: Call, word: string | null): TgCall {
  const line = readWords(call.words, GRAMMAR);
  const positionals = line.positionals.map((one) => literalOf(one));
  const at = positionals.indexOf(word);
  const all =
    /-all$/.test(word ?? "") ||
    positionals.slice(0, Math.max(0, at)).some((one) => one === "run-all" || one === "stack") ||
    line.flags.some((flag) => flag.name === "--all" || flag.name === "-a");
  const folder =
    flagValue(line, NAMES.folder) ?? envOf(call, "TG_WORKING_DIR") ?? envOf(call, "TERRAGRUNT_WORKING_DIR");
  const config = flagValue(line, NAMES.config) ?? envOf(call, "TG_CONFIG") ?? envOf(call, "TERRAGRUNT_CONFIG");
  const start = call.words.findIndex((one) => literalOf(one) === word);
  const here = folder ? below(call.cwd, folder) : call.cwd;
  return {
    call,
    subcommand: named(word) ?? "",
    words: withoutOwnFlags(call.words.slice(start + 1)),
    line,
    all,
    folder: here,
    config: config ? below(call.cwd, config) : null,
    only: globs(line, NAMES.only),
    except: globs(line, NAMES.except),
  };
}

/** What is left for Terraform when Terragrunt's flags (two dashes) and their values are taken off. */
function withoutOwnFlags(words: readonly Text[]): readonly Text[] {
  return words.filter((one, index) => {
    const flag = literalOf(one) ?? "";
    const before = literalOf(words[index - 1] ?? []) ?? "";
    const isOwn = typeof one[0] === "string" && one[0].startsWith("--") && flag !== "--help";
    return !isOwn && !(before.startsWith("--") && GRAMMAR.valueFlags.has(before));
  });
}

function globs(line: CommandLine, names: readonly string[]): readonly string[] {
  return flagValues(line, names).flatMap((value) => splitText(value, ",").flatMap((one) => literalOf(one) ?? []));
}
