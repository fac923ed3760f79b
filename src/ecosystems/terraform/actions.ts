import type { Call } from "../../catalogue/call.ts";
import { splitText, trimText } from "../../catalogue/pieces.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { asTerraform } from "./call.ts";
import { below } from "./paths.ts";
import type { Tool } from "./versions.ts";
import { table } from "../../values/table.ts";

/** The commands that an action stands for, in order: `init`, a workspace, and what it is there for. */
type Translate = (call: Call) => readonly Call[];

/** Subcommands behind the names of dflook's actions. https://github.com/dflook/terraform-github-actions */
const DFLOOK: Readonly<Record<string, readonly string[]>> = table({
  apply: ["apply"],
  destroy: ["destroy"],
  // Neither takes the lock since 1.19: https://github.com/dflook/terraform-github-actions/pull/107
  plan: ["plan", "-lock=false"],
  check: ["plan", "-lock=false"],
  refresh: ["apply", "-refresh-only"],
  "destroy-workspace": ["destroy"],
  "new-workspace": ["workspace", "new"],
  "unlock-state": ["force-unlock"],
  test: ["test"],
  output: ["output"],
  validate: ["validate"],
  fmt: ["fmt"],
  version: ["version"],
  import: ["import"],
});

/** What an action does with Terraform, as commands; null where it is none that is known here. */
export function translateAction(call: Call): readonly Call[] | null {
  const action = call.action ?? "";
  const dflook = /^dflook\/(terraform|tofu)-([a-z-]+)$/.exec(action);
  if (dflook) return dflookCalls(call, dflook[1] as Tool, dflook[2] ?? "");
  return ACTIONS[action]?.(call) ?? null;
}

const ACTIONS: Readonly<Record<string, Translate>> = table({
  "op5dev/tf-via-pr": tfViaPr,
  "devsectop/tf-via-pr": tfViaPr,
  "hashicorp/terraform-github-actions": legacyCalls,
});

/** Every action that `translateAction` knows. */
export const TERRAFORM_ACTIONS: readonly string[] = [
  ...Object.keys(ACTIONS),
  ...(["terraform", "tofu"] as const).flatMap((tool) => Object.keys(DFLOOK).map((name) => `dflook/${tool}-${name}`)),
];

function input(call: Call, ...names: readonly string[]): Text | null {
  const found = names.map((name) => call.inputs.get(name)).find((value) => value !== undefined && value.length > 0);
  return found ?? null;
}

/** Lists in one input: lines or commas. */
function items(value: Text | null): readonly Text[] {
  return value
    ? splitText(value, /[\n,]/)
        .map(trimText)
        .filter((item) => item.length > 0)
    : [];
}

function folderOf(call: Call, value: Text | null): Text {
  return value ? below(call.cwd, value) : call.cwd;
}

function dflookCalls(call: Call, tool: Tool, name: string): readonly Call[] | null {
  const command = DFLOOK[name];
  if (!command) return null;
  const folder = folderOf(call, input(call, "path"));
  const settings = [
    ...items(input(call, "backend_config")).map((item) => concat(["-backend-config="], item)),
    // Files are named from the workspace's root, not from the module.
    ...items(input(call, "backend_config_file")).map((item) => concat(["-backend-config="], below(call.cwd, item))),
  ];
  const workspace = input(call, "workspace");
  const selected = workspace ? [asTerraform(call, tool, folder, ["workspace", "select", workspace])] : [];
  const words: readonly (Text | string)[] = name === "new-workspace" ? [...command, workspace ?? "default"] : command;
  return [asTerraform(call, tool, folder, ["init", ...settings]), ...selected, asTerraform(call, tool, folder, words)];
}

/** https://github.com/OP5dev/TF-via-PR : `arg-NAME` inputs are flags. */
function tfViaPr(call: Call): readonly Call[] {
  const tool: Tool = literalOf(input(call, "tool") ?? []) === "tofu" ? "tofu" : "terraform";
  const folder = folderOf(call, input(call, "working-directory", "arg-chdir"));
  const config = items(input(call, "arg-backend-config")).map((item) => concat(["-backend-config="], item));
  const workspace = input(call, "arg-workspace");
  const flags = (["lock", "lock-timeout", "destroy"] as const).flatMap((name): readonly Text[] => {
    const value = input(call, `arg-${name}`);
    return value ? [concat(literal(`-${name}=`), value)] : [];
  });
  return [
    asTerraform(call, tool, folder, ["init", ...config]),
    ...(workspace ? [asTerraform(call, tool, folder, ["workspace", "select", workspace])] : []),
    asTerraform(call, tool, folder, [input(call, "command") ?? "plan", ...flags]),
  ];
}

/** The archived official action: `tf_actions_subcommand` in `tf_actions_working_dir`. */
function legacyCalls(call: Call): readonly Call[] {
  const folder = folderOf(call, input(call, "tf_actions_working_dir"));
  const words = input(call, "args") ? splitText(input(call, "args") as Text, /\s+/) : [];
  return [asTerraform(call, "terraform", folder, [input(call, "tf_actions_subcommand") ?? "plan", ...words])];
}
