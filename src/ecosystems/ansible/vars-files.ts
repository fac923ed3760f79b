import type { Tree } from "../../model/tree.ts";
import { setVar, type Vars } from "./inventory-data.ts";
import { isFolder, joinPath, namesIn } from "../tree-paths.ts";
import { entriesOf, readAnsibleYaml, textOf } from "./yaml.ts";

/** Where hosts are, as variables in `group_vars` and `host_vars` beside inventories and playbooks say. */
export interface VarsFiles {
  groupVars(group: string): Vars;
  hostVars(host: string): Vars;
}

const ENDINGS = ["", ".yml", ".yaml", ".json"];
/** Most of these files say nothing about where hosts are, and need not be parsed. */
const MARKER = /ansible_(?:ssh_)?host|ansible_connection/;

/**
 * Looks variables up in `group_vars/NAME` and `host_vars/NAME` (a file or a folder of files) of each folder; a later
 * folder wins. Encrypted and broken files say nothing here.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html#organizing-host-and-group-variables
 */
export function varsFilesOf(tree: Tree, folders: readonly string[]): VarsFiles {
  return {
    groupVars: lookup(tree, folders, "group_vars"),
    hostVars: lookup(tree, folders, "host_vars"),
  };
}

function lookup(tree: Tree, folders: readonly string[], kind: string): (name: string) => Vars {
  const present = [...new Set(folders)]
    .map((folder) => joinPath(folder, kind))
    .filter((folder) => isFolder(tree, folder));
  const cache = new Map<string, Vars>();
  return (name) => {
    const known = cache.get(name);
    if (known) return known;
    const vars = new Map<string, string>();
    for (const folder of present) for (const path of filesFor(tree, folder, name)) readInto(vars, tree, path);
    cache.set(name, vars);
    return vars;
  };
}

function filesFor(tree: Tree, folder: string, name: string): readonly string[] {
  for (const ending of ENDINGS) {
    const path = joinPath(folder, `${name}${ending}`);
    if (tree.has(path)) return [path];
    if (ending === "" && isFolder(tree, path)) return filesIn(tree, path);
  }
  return [];
}

function filesIn(tree: Tree, folder: string): readonly string[] {
  return namesIn(tree, folder).flatMap((name) => {
    const path = joinPath(folder, name);
    if (name.startsWith(".")) return [];
    return tree.has(path) ? [path] : filesIn(tree, path);
  });
}

function readInto(vars: Map<string, string>, tree: Tree, path: string): void {
  const read = tree.read(path);
  if (!read?.ok || !MARKER.test(read.file.text)) return;
  for (const { key, value } of entriesOf(readAnsibleYaml(read.file).root)) setVar({ vars }, key, textOf(value) ?? "");
}
