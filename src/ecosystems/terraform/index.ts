import { callOf, machineOf, type Call } from "../../catalogue/call.ts";
import type { Resolution, Resolver, Role } from "../../catalogue/resolution.ts";
import { callsOf } from "../../catalogue/unwrap.ts";
import type { Act, Effect } from "../../interpret/machine.ts";
import type { Tree } from "../../model/tree.ts";
import { literalOf, type Text } from "../../values/text.ts";
import { TERRAFORM_ACTIONS, translateAction } from "./actions.ts";
import { resolveBreaker } from "./breakers.ts";
import { readTfCalls, type TfCall } from "./call.ts";
import { inOwnCheckout } from "./checkout.ts";
import { CLOUD_RUN_ACTIONS, cloudRunFact, resolveCloudRun } from "./cloud-runs.ts";
import { roleOf } from "./commands.ts";
import { initFact } from "./init.ts";
import { effectiveRole, refusedEverywhere, resolveCall } from "./resolve.ts";
import { INSTALLER_ACTIONS, INSTALLER_PROGRAMS, installedVersions } from "./tool-version.ts";
import { workspaceFact, workspaceOf } from "./workspace.ts";
import { installedWrapper, wrapperOutputs } from "./wrapper.ts";

export { rootProblems, rootsOf, seenRoots } from "./roots.ts";

/** What the audit knows as `resolver: terraform`. */
export const terraform: Resolver = {
  resolve: resolveAct,
  effects: {
    programs: ["terraform", "tofu", ...INSTALLER_PROGRAMS],
    actions: [...INSTALLER_ACTIONS, ...TERRAFORM_ACTIONS, ...CLOUD_RUN_ACTIONS],
    effect: terraformEffect,
  },
};

/**
 * The states that an act touches in the role that the catalogue saw in it. A script that holds several commands is
 * asked once for each role; commands of another role are left out, unless none has it.
 */
export function resolveAct(act: Act, role: Role, tree: Tree): readonly Resolution[] {
  if (act.kind === "glimpse") return [{ id: null, why: NOT_INTERPRETED, role }];
  const calls = callsOf(act);
  const fitting = calls.filter((call) => readTfCalls(call).some((tf) => baseRole(tf) === role));
  return (fitting.length > 0 ? fitting : calls).flatMap((call) => resolveTerraform(call, role, tree));
}

const NOT_INTERPRETED = "the step's language is not interpreted, so its folder and settings are unknown";

/**
 * The same for one call, wrappers taken off and narrowed to the runs in question. Of a subcommand that an input
 * chooses, those of another role are left out.
 */
export function resolveTerraform(given: Call, role: Role, tree: Tree): readonly Resolution[] {
  const call = inOwnCheckout(given);
  if (call.act.kind === "glimpse") return [{ id: null, why: NOT_INTERPRETED, role }];
  if (call.action !== null) return resolveAction(call, tree);
  const commands = readTfCalls(call);
  if (commands.length === 0) return resolveBreaker(call, tree);
  const fitting = commands.filter((tf) => baseRole(tf) === role);
  return (fitting.length > 0 ? fitting : commands).flatMap((tf) => resolveCall(tf, tree));
}

function baseRole(tf: TfCall): Role {
  return roleOf(tf.subcommand, literalOf(tf.args[0] ?? []));
}

/** An action is resolved on the machine that its own `init` would leave. */
function resolveAction(call: Call, tree: Tree): readonly Resolution[] {
  const cloud = resolveCloudRun(call);
  if (cloud.length > 0) return cloud;
  let machine = machineOf(call);
  const found: Resolution[] = [];
  for (const step of translateAction(call) ?? []) {
    const here: Call = { ...step, act: { ...step.act, machine } };
    for (const tf of readTfCalls(here)) {
      found.push(...resolveCall(tf, tree));
      const facts = factsOf(tf);
      if (facts.size > 0) machine = { ...machine, facts: new Map([...machine.facts, ...facts]) };
    }
  }
  return found;
}

function factsOf(tf: TfCall): ReadonlyMap<string, Text> {
  const fact = tf.subcommand === "init" ? initFact(tf) : workspaceFact(tf);
  return new Map(fact ? [fact] : []);
}

/**
 * What an act leaves on its machine: settings of an `init`, a selected workspace, a tool's version. A command that
 * the root certainly refuses at this version fails.
 */
export function terraformEffect(act: Act, tree: Tree): Effect {
  if (act.kind === "glimpse") return {};
  const calls = act.kind === "action" ? [callOf(act)] : callsOf(act);
  const effects = calls.map((call) => callEffect(call, tree));
  const facts = new Map(effects.flatMap((effect) => [...(effect.facts ?? [])]));
  const fails = effects.some((effect) => effect.status === "fails");
  const stdout = effects.find((effect) => effect.stdout)?.stdout;
  const files = effects.findLast((effect) => effect.files)?.files;
  return {
    ...(facts.size > 0 ? { facts } : {}),
    ...(files ? { files } : {}),
    ...(stdout ? { stdout } : {}),
    ...(fails ? { status: "fails" as const } : {}),
  };
}

function callEffect(given: Call, tree: Tree): Effect {
  const call = inOwnCheckout(given);
  const installed = installedVersions(call);
  const wrapper = installedWrapper(call);
  if (installed) return { facts: new Map([...installed, ...(wrapper ? [wrapper] : [])]) };
  const cloud = cloudRunFact(call);
  if (cloud) return { facts: new Map([cloud]) };
  const commands = readTfCalls(call);
  const [tf] = commands;
  // A subcommand that an input chooses leaves nothing that is certain.
  if (!tf || commands.length > 1) return {};
  const facts = factsOf(tf);
  const shown = tf.subcommand === "workspace" && literalOf(tf.args[0] ?? []) === "show";
  const files = wrapperOutputs(tf);
  return {
    ...(facts.size > 0 ? { facts } : {}),
    ...(files ? { files } : {}),
    ...(shown ? { stdout: workspaceOf(tf, call.cube) ?? ["default"] } : {}),
    ...(isRefused(tf, tree) ? { status: "fails" as const } : {}),
  };
}

function isRefused(tf: TfCall, tree: Tree): boolean {
  const role = effectiveRole(tf);
  if (role === null || role === "lock-breaker") return false;
  return refusedEverywhere(tf, tree);
}
