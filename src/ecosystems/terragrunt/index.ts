import { callOf, type Call } from "../../catalogue/call.ts";
import { splitText } from "../../catalogue/pieces.ts";
import type { Resolution, Resolver, Role } from "../../catalogue/resolution.ts";
import { callsOf } from "../../catalogue/unwrap.ts";
import type { Act } from "../../interpret/machine.ts";
import type { Tree } from "../../model/tree.ts";
import { literalOf, type Text } from "../../values/text.ts";
import { inOwnCheckout } from "../terraform/checkout.ts";
import { roleOf } from "../terraform/commands.ts";
import { below } from "../terraform/paths.ts";
import { readTgCalls } from "./call.ts";
import { resolveTgCall } from "./resolve.ts";

/** What the audit knows as `resolver: terragrunt`; the states are those of `terraform-state`. */
export const terragrunt: Resolver = {
  resolve: (act: Act, role: Role, tree: Tree) => {
    const calls = act.kind === "action" ? [callOf(act)] : callsOf(act);
    return calls.flatMap((call) => resolveTerragrunt(call, role, tree));
  },
};

/** Actions that run Terragrunt: folder, then command. https://github.com/gruntwork-io/terragrunt-action */
export const TERRAGRUNT_ACTIONS: readonly string[] = ["gruntwork-io/terragrunt-action"];

/** The states that a call of terragrunt, or of an action that runs it, touches: one for each unit. */
export function resolveTerragrunt(given: Call, role: Role, tree: Tree): readonly Resolution[] {
  const call = inOwnCheckout(given);
  if (call.act.kind === "glimpse") {
    return [{ id: null, why: "the step's language is not interpreted, so its folder is unknown", role }];
  }
  const commands = (call.action === null ? [call] : actionCalls(call)).flatMap(readTgCalls);
  const fitting = commands.filter((tg) => roleOf(tg.subcommand, literalOf(tg.words[0] ?? [])) === role);
  return (fitting.length > 0 ? fitting : commands).flatMap((tg) => resolveTgCall(tg, tree));
}

function actionCalls(call: Call): readonly Call[] {
  if (!TERRAGRUNT_ACTIONS.includes(call.action ?? "")) return [];
  const [folder, command] = [call.inputs.get("tg_dir"), call.inputs.get("tg_command")];
  if (!command) return [];
  const words = splitText(command, /\s+/).filter((word: Text) => word.length > 0);
  return [{ ...call, program: "terragrunt", action: null, words, cwd: folder ? below(call.cwd, folder) : call.cwd }];
}
