import { flagValue } from "../../catalogue/command-line.ts";
import type { Resolution, Role, Wait } from "../../catalogue/resolution.ts";
import type { Tree } from "../../model/tree.ts";
import { settle, type Cube } from "../../values/cube.ts";
import { literalOf } from "../../values/text.ts";
import { machineOf } from "../../catalogue/call.ts";
import { unknownBackend } from "./backend-versions.ts";
import { shownCommand, switchOf, type TfCall } from "./call.ts";
import { foreignCheckout } from "./checkout.ts";
import { roleOf } from "./commands.ts";
import { isEphemeral } from "./ephemeral.ts";
import { identify } from "./identity.ts";
import { lockOf, type LockFound } from "./lock.ts";
import { readModule, type Module } from "./module.ts";
import { below, inRepository, knownPaths, onRunner, shownFolder } from "./paths.ts";
import { killedOf, recoveryOf } from "./recovery.ts";
import { rootsOf } from "./roots.ts";
import { moduleScope } from "./scope.ts";
import { settingsOf, type Settings } from "./settings.ts";
import { pinOf } from "./tool-version.ts";
import { givenVariables } from "./variables.ts";
import { refuses, TOOL_NAMES, type Pinned } from "./versions.ts";
import { workspaceOf } from "./workspace.ts";

/** What a command does to its state, its flags considered; null where it touches none (`-help`, `fmt`, `show`). */
export function effectiveRole(tf: TfCall): Role | null {
  if (tf.line.flags.some((flag) => flag.name === "-help" || flag.name === "-h" || flag.name === "-version"))
    return null;
  if (tf.subcommand === "init") {
    return switchOf(tf, "-migrate-state") === true || switchOf(tf, "-force-copy") === true ? "write" : null;
  }
  const role = roleOf(tf.subcommand, literalOf(tf.args[0] ?? []));
  if (role === "read") return null;
  return role === "lock-reader" && switchOf(tf, "-lock") === false ? "read" : role;
}

/**
 * The states that a command touches: one for each folder, backend file and workspace that its runs may have. A writer
 * whose state cannot be told has a null id and a reason; a reader of such a state is left out.
 */
export function resolveCall(tf: TfCall, tree: Tree): readonly Resolution[] {
  const role = effectiveRole(tf);
  if (!role) return [];
  const all = foldersOf(tf, tree).flatMap((place): readonly Resolution[] =>
    "why" in place
      ? [{ cube: tf.call.cube, id: null, why: place.why, role }]
      : resolveIn(tf, role, place.cube, place.path, tree),
  );
  return role === "read" || role === "lock-reader" ? all.filter((one) => one.id !== null) : all;
}

type Place = { readonly cube: Cube; readonly path: string } | { readonly why: string };

function foldersOf(tf: TfCall, tree: Tree): readonly Place[] {
  const known = knownPaths(tf.folder, tf.call.cube, () => rootsOf(tree).map((root) => onRunner(root.folder)));
  if (known) return known;
  return [{ why: `the folder that \`${shownCommand(tf)}\` works in (${shownFolder(tf.folder)}) cannot be told` }];
}

function resolveIn(tf: TfCall, role: Role, cube: Cube, folder: string, tree: Tree): readonly Resolution[] {
  const module = readModule(folder, tf.tool, machineOf(tf.call), tree);
  if (!module) return [{ cube, id: null, why: whyEmpty(folder), role }];
  const workspace = workspaceOf(tf, cube);
  const scope = moduleScope(module, givenVariables(tf, folder, tree), workspace ?? ["default"]);
  const read = (other: string): Module | null => readModule(other, tf.tool, machineOf(tf.call), tree);
  return settingsOf(tf, module, cube, scope, tree).flatMap((settings): readonly Resolution[] => {
    if ("why" in settings) return [{ cube: settings.cube, id: null, why: settings.why, role }];
    if (isEphemeral(settings, module, read)) return [];
    return [resolveState(tf, role, module, settings, tree)];
  });
}

function whyEmpty(folder: string): string {
  const foreign = foreignCheckout(folder);
  if (foreign !== null) return `it works in a checkout of another repository (${foreign}), whose files are not here`;
  const shown = inRepository(folder) ?? folder;
  return `there are no Terraform files in ${shown === "" ? "the root folder" : shown}`;
}

/** One state with everything that is known of it, for some runs. */
export function resolveState(tf: TfCall, role: Role, module: Module, settings: Settings, tree: Tree): Resolution {
  const { cube } = settings;
  const { call } = tf;
  const root = inRepository(module.folder);
  const required = module.required.map((requirement) => requirement.text);
  const pin = pinOf(call, tf.tool, module.folder, tree);
  const lock = lockOf({ settings, call, tool: tf.tool, required, pin });
  const recovery = recoveryOf(settings, lock.answer.value, tree);
  const stateFile = flagValue(tf.line, ["-state"]);
  const identity = identify({ settings, call, folder: module.folder, workspace: workspaceOf(tf, cube), stateFile });
  const shape = { value: "single", count: 1, source: "detected", evidence: [settings.block] } as const;
  const what = refusal(tf, module, required, pin) ?? unknownBackend(settings.type, tf.tool, required, pin);
  return {
    cube,
    ...("id" in identity ? { id: settle(identity.id, cube) } : { id: null, why: identity.why }),
    role,
    answers: { shape, lock: lock.answer, recovery: recovery.answer },
    lockAvailable: lock.available,
    killed: killedOf(settings, lock.answer.value),
    recoveryEvidence: recovery.evidence,
    ...(root === null ? {} : { root: root === "" ? "." : root }),
    ...(what ? { refused: { what, span: call.act.span } } : {}),
    ...lockFlags(tf, role, settings, lock),
    ...planOf(tf),
  };
}

/** Whether every root that the command can work in refuses the version that is installed. */
export function refusedEverywhere(tf: TfCall, tree: Tree): boolean {
  const places = foldersOf(tf, tree);
  return places.length > 0 && places.every((place) => "path" in place && isRefusedIn(tf, place.path, tree));
}

function isRefusedIn(tf: TfCall, folder: string, tree: Tree): boolean {
  const module = readModule(folder, tf.tool, machineOf(tf.call), tree);
  if (!module || module.required.length === 0) return false;
  const pin = pinOf(tf.call, tf.tool, folder, tree);
  return (
    pin !== null &&
    refuses(
      module.required.map(({ text }) => text),
      pin,
    )
  );
}

function refusal(tf: TfCall, module: Module, required: readonly string[], pin: Pinned | null): string | null {
  if (!pin || !refuses(required, pin)) return null;
  const folder = inRepository(module.folder) ?? module.folder;
  const where = folder === "" ? "the root folder" : folder;
  return `${TOOL_NAMES[tf.tool]} ${pin.text} is refused by ${where}, which requires ${required.join(" and ")}`;
}

/** `-lock=false` breaks a lock that is there, `-lock-timeout` waits for one; neither means anything without one. */
function lockFlags(tf: TfCall, role: Role, settings: Settings, lock: LockFound): Partial<Resolution> {
  const { span } = tf.call.act;
  if (lock.answer.value === "none") return role === "lock-breaker" ? { bypass: null } : {};
  if (role === "lock-breaker") return { bypass: { what: shownCommand(tf), span } };
  if (switchOf(tf, "-lock") === false) return role === "write" ? { bypass: { what: "-lock=false", span } } : {};
  const timeout = literalOf(flagValue(tf.line, ["-lock-timeout"]) ?? []);
  // For HCP Terraform the flag cancels a run that waits too long; the queue is the platform's.
  const remote = settings.type === "cloud" || settings.type === "remote";
  if (!timeout || /^0+(?:[a-zµ]+)?$/.test(timeout) || remote) return {};
  const waits: Wait = { what: `-lock-timeout=${timeout}`, span };
  return { waits };
}

/** The plan file that is saved for later, or that is carried out. */
function planOf(tf: TfCall): Partial<Resolution> {
  const out = tf.subcommand === "plan" ? flagValue(tf.line, ["-out"]) : null;
  if (out) return { plan: { saves: below(tf.folder, out) } };
  const [file] = tf.args;
  return tf.subcommand === "apply" && file ? { plan: { applies: below(tf.folder, file) } } : {};
}
