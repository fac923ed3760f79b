import { machineOf } from "../../catalogue/call.ts";
import type { Resolution, Role } from "../../catalogue/resolution.ts";
import type { Tree } from "../../model/tree.ts";
import type { Cube } from "../../values/cube.ts";
import type { TfCall } from "../terraform/call.ts";
import { readModule, type Module } from "../terraform/module.ts";
import { folderOf, inRepository, knownPaths, onRunner, shownFolder } from "../terraform/paths.ts";
import { effectiveRole, resolveState } from "../terraform/resolve.ts";
import { treeNames } from "../terraform/files.ts";
import { isEphemeral } from "../terraform/ephemeral.ts";
import { moduleScope } from "../terraform/scope.ts";
import { settingsOf } from "../terraform/settings.ts";
import { givenVariables } from "../terraform/variables.ts";
import { prepared } from "./backend.ts";
import type { TgCall } from "./call.ts";
import { readUnit, type Config } from "./config.ts";
import { flagsFor, requiredVersions, terraformCall } from "./terraform-call.ts";
import { remoteState } from "./remote-state.ts";
import { sourceFolder } from "./source.ts";
import { unitFiles } from "./units.ts";

/** The states that a Terragrunt command touches: one for each unit that it runs. */
export function resolveTgCall(tg: TgCall, tree: Tree): readonly Resolution[] {
  const role = effectiveRole(terraformCall(tg, tg.folder, [], null));
  if (!role) return [];
  const folders = knownPaths(tg.folder, tg.call.cube, () => unitFolders(tree));
  if (!folders) {
    const why = `the folder that terragrunt works in (${shownFolder(tg.folder)}) cannot be told`;
    return [{ cube: tg.call.cube, id: null, why, role }];
  }
  return folders.flatMap(({ cube, path }) => resolveFolder(tg, role, cube, path, tree));
}

function unitFolders(tree: Tree): readonly string[] {
  return [...treeNames(tree)].flatMap(([path, names]) => (names.includes("terragrunt.hcl") ? [onRunner(path)] : []));
}

function resolveFolder(tg: TgCall, role: Role, cube: Cube, folder: string, tree: Tree): readonly Resolution[] {
  const files = tg.config ? configFiles(tg, cube) : unitFiles(tg, folder, tree);
  const shown = inRepository(folder) ?? folder;
  if (files.length === 0)
    return [{ cube, id: null, why: `there is no terragrunt.hcl in ${shown === "" ? "the root folder" : shown}`, role }];
  return files.flatMap((file) => resolveUnit(tg, role, cube, file, tree));
}

function configFiles(tg: TgCall, cube: Cube): readonly string[] {
  return (tg.config ? (knownPaths(tg.config, cube, () => []) ?? []) : []).map(({ path }) => path);
}

function resolveUnit(tg: TgCall, role: Role, cube: Cube, file: string, tree: Tree): readonly Resolution[] {
  const unit = readUnit(file, tg.call, tree);
  if (!unit) return [{ cube, id: null, why: `${inRepository(file) ?? file} cannot be read`, role }];
  const folder = folderOf(file);
  const tf = terraformCall(tg, [folder], flagsFor(unit, tg.subcommand), unit);
  const unitRole = effectiveRole(tf) ?? role;
  const settings = remoteState(unit, cube);
  return settings
    ? [resolveState(tf, unitRole, emptyModule(unit, folder), settings, tree)]
    : withoutRemoteState(tf, unitRole, unit, cube, tree);
}

/** A unit as a module: only what it requires and where it is matter to its state. */
function emptyModule(unit: Config, folder: string): Module {
  const required = requiredVersions(unit);
  const nothing = { files: [], blocks: [], problems: [], unknownFiles: [] };
  return { ...nothing, folder, backend: null, required, variables: new Map(), locals: new Map() };
}

/** The backend of the unit's own code or of a module in the repository, generated files among it. */
function withoutRemoteState(tf: TfCall, role: Role, unit: Config, cube: Cube, tree: Tree): readonly Resolution[] {
  const source = sourceFolder(unit);
  const folder = folderOf(unit.path);
  // Code from elsewhere is copied into a folder of its own; what is generated is all that is known of it.
  const codeFolder = source.kind === "here" ? source.folder : `${folder}/.terragrunt-cache/code`;
  const machine = prepared(machineOf(tf.call), codeFolder, unit, tf);
  const module = readModule(codeFolder, tf.tool, machine, tree);
  if (!module || (source.kind === "elsewhere" && !module.backend)) {
    const name = source.kind === "elsewhere" ? source.name : (inRepository(codeFolder) ?? codeFolder);
    return [
      {
        cube,
        id: null,
        why: `no remote_state says where the state is, and the code of ${name} is not in the repository`,
        role,
      },
    ];
  }
  const call = { ...tf.call, act: { ...tf.call.act, machine } };
  const here: TfCall = { ...tf, call };
  const scope = moduleScope(module, givenVariables(here, codeFolder, tree), ["default"]);
  const read = (other: string): Module | null => readModule(other, tf.tool, machine, tree);
  return settingsOf(here, module, cube, scope, tree).flatMap((settings): readonly Resolution[] => {
    if ("why" in settings) return [{ cube: settings.cube, id: null, why: settings.why, role }];
    if (isEphemeral(settings, module, read)) return [];
    const required = [...module.required, ...requiredVersions(unit)];
    return [resolveState(here, role, { ...module, folder, required }, settings, tree)];
  });
}
