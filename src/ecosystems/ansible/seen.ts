import type { Tree } from "../../model/tree.ts";
import { readIniInventory } from "./inventory-ini.ts";
import { finish, newDraft } from "./inventory-data.ts";
import { readYamlInventory } from "./inventory-yaml.ts";
import { baseName, extensionOf, folderOf } from "../tree-paths.ts";
import { readPlaybook } from "./playbook.ts";

export interface SeenAnsible {
  readonly kind: "inventory" | "playbook";
  readonly path: string;
}

const YAML = [".yml", ".yaml"];
/** Folders whose YAML files are parts of something else. */
const PARTS =
  /(?:^|\/)(?:roles|tasks|handlers|group_vars|host_vars|vars|defaults|meta|molecule|templates|collections|\.github)\//;
/** Files and folders that inventories usually have as names. */
const INVENTORY_NAMES = /^(?:hosts|inventory|inventories)(?:[._-].*)?$/i;
const PLAY_MARKER = /^\s*-?\s*(?:hosts|(?:ansible\.builtin\.)?import_playbook)\s*:/m;

/**
 * Inventories and playbooks that the tree has, by path: what is neither written nor read by a run is "seen, not
 * written" in the report. Files are told by name and marker words first and parsed only then. Sorted as the tree is.
 */
export function seenAnsible(tree: Tree): readonly SeenAnsible[] {
  return tree.paths.flatMap((path): readonly SeenAnsible[] => {
    if (PARTS.test(path)) return [];
    if (isInventory(tree, path)) return [{ kind: "inventory", path }];
    return isPlaybook(tree, path) ? [{ kind: "playbook", path }] : [];
  });
}

function isInventory(tree: Tree, path: string): boolean {
  const folders = folderOf(path).split("/");
  const named = [baseName(path), ...folders].some((name) => INVENTORY_NAMES.test(name));
  if (!named || !["", ".ini", ".cfg", ...YAML].includes(extensionOf(path))) return false;
  const read = tree.read(path);
  if (!read?.ok || read.file.text.startsWith("#!")) return false;
  const draft = newDraft();
  const yaml = YAML.includes(extensionOf(path)) ? readYamlInventory(read.file, draft) : null;
  if (yaml) return yaml.kind === "plugin" || (yaml.kind === "read" && finish(draft).hosts.size > 0);
  // A file of plain words is an INI inventory to Ansible; without a section or a variable nobody can tell.
  return (
    /^\[[^\]]+\]|\bansible_\w+=/m.test(read.file.text) &&
    readIniInventory(read.file, draft) === null &&
    draft.hosts.size > 0
  );
}

function isPlaybook(tree: Tree, path: string): boolean {
  if (!YAML.includes(extensionOf(path))) return false;
  const read = tree.read(path);
  if (!read?.ok || !PLAY_MARKER.test(read.file.text)) return false;
  return readPlaybook(read.file).entries.length > 0;
}
