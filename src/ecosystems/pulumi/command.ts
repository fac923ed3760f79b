import { envOf, narrowed, type Call } from "../../catalogue/call.ts";
import { flagValue, readWords, type Grammar } from "../../catalogue/command-line.ts";
import type { Role } from "../../catalogue/resolution.ts";
import { enumerate } from "../../values/enumerate.ts";
import { literal, literalOf, type Text } from "../../values/text.ts";
import { below } from "../terraform/paths.ts";

/** A Pulumi command, of the tool itself or of the action that runs it. */
export interface PulumiCommand {
  readonly call: Call;
  /** `up`, `stack rm`; empty where nothing is known of it. */
  readonly name: string;
  readonly args: readonly Text[];
  /** As given to this command; null where an earlier selection counts. */
  readonly stack: Text | null;
  readonly folder: Text;
  readonly backend: Text | null;
}

const GRAMMAR: Grammar = {
  valueFlags: new Set(
    (
      "-s --stack -C --cwd -p --parallel -m --message -c --config --config-file -t --target -r --replace --plan " +
      "--target-replace --save-plan --secrets-provider --refresh-interval --policy-pack --color --verbose -v " +
      "--tracing -o --out --file"
    ).split(" "),
  ),
  booleanFlags: new Set(["--target-dependents", "--yes", "-y", "--skip-preview", "-f"]),
  othersTakeValues: false,
  singleDash: false,
  helpFlags: new Set(["--help", "-h"]),
};

/** https://www.pulumi.com/docs/iac/cli/commands/ : groups whose second word says what is done. */
const GROUPS = new Set(["stack", "state", "config", "org"]);
const WRITES = new Set([
  ...["up", "update", "destroy", "refresh", "import", "watch", "stack rm", "stack import", "stack rename"],
  ...["delete", "rename", "move", "protect", "unprotect", "repair", "edit", "taint", "untaint"].map(
    (word) => `state ${word}`,
  ),
]);

const MOST_COMMANDS = 16;

/** The commands behind a call of pulumi or of its action, one for each that an input can choose. */
export function readPulumiCommands(call: Call): readonly PulumiCommand[] {
  const chosen =
    call.action === "pulumi/actions" ? call.inputs.get("command") : readWords(call.words, GRAMMAR).positionals[0];
  if (!chosen) return [];
  return enumerate(call.cube, chosen, MOST_COMMANDS).flatMap((branch) => readPulumi(narrowed(call, branch.cube)) ?? []);
}

function readPulumi(call: Call): PulumiCommand | null {
  if (call.action === "pulumi/actions") return fromAction(call);
  if (call.program !== "pulumi") return null;
  const line = readWords(call.words, GRAMMAR);
  if (line.flags.some((flag) => GRAMMAR.helpFlags.has(flag.name))) return null;
  const [first, second] = line.positionals.map((word) => literalOf(word));
  if (first === undefined) return null;
  const grouped = first !== null && GROUPS.has(first) && second;
  const folder = flagValue(line, ["-C", "--cwd"]);
  return {
    call,
    name: first === null ? "" : grouped ? `${first} ${second}` : first,
    args: line.positionals.slice(grouped ? 2 : 1),
    stack: flagValue(line, ["-s", "--stack"]) ?? envOf(call, "PULUMI_STACK"),
    folder: folder ? below(call.cwd, folder) : call.cwd,
    backend: envOf(call, "PULUMI_BACKEND_URL"),
  };
}

/** https://github.com/pulumi/actions */
function fromAction(call: Call): PulumiCommand | null {
  const folder = call.inputs.get("work-dir");
  const command = call.inputs.get("command");
  if (!command || command.length === 0) return null;
  const url = call.inputs.get("cloud-url");
  return {
    call,
    name: literalOf(command) ?? "",
    args: [],
    stack: call.inputs.get("stack-name") ?? null,
    folder: folder && folder.length > 0 ? below(call.cwd, folder) : call.cwd,
    backend: url && url.length > 0 ? url : envOf(call, "PULUMI_BACKEND_URL"),
  };
}

/** What a command does to its stack; `preview` takes no lock. https://www.pulumi.com/docs/iac/cli/commands/ */
export function roleOfPulumi(command: PulumiCommand): Role {
  if (command.name === "cancel") return "lock-breaker";
  return command.name === "" || WRITES.has(command.name) ? "write" : "read";
}

/** The stack of the few commands that take it as their argument. */
export function stackArgument({ name, args }: PulumiCommand): Text | null {
  return name === "stack rm" || name === "cancel" ? (args[0] ?? null) : null;
}

/** The stack that a command selects for those after it; null for every other command. */
export function selectedStack(command: PulumiCommand): Text | null {
  if (command.name !== "stack select" && command.name !== "stack init") return null;
  return command.args[0] ?? command.stack;
}

/** Where `pulumi login` goes: a URL, or the platform. */
export function loginTarget(command: PulumiCommand): Text | null {
  if (command.name !== "login") return null;
  const words = command.call.words.map((word) => literalOf(word));
  if (words.includes("--local") || words.includes("-l")) return literal("file://~");
  return command.args[0] ?? [];
}
