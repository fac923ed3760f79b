import type { Problem, SourceFile } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { hasHole, isOnlyHoles } from "../../syntax/template/holes.ts";
import { parseHostAddress, isLocalhostName } from "./host-address.ts";
import { addGroup, addHost, finish, newDraft, type Draft, type Inventory } from "./inventory-data.ts";
import { readIniInventory } from "./inventory-ini.ts";
import { readYamlInventory } from "./inventory-yaml.ts";
import { baseName, namesIn, extensionOf, folderOf, isFolder, joinPath } from "../tree-paths.ts";
import type { Settings } from "./settings.ts";
import type { Unknown, Word } from "./types.ts";

export interface LoadedInventory {
  readonly inventory: Inventory;
  /** Folders beside which `group_vars` and `host_vars` are looked for. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

interface Loading {
  readonly tree: Tree;
  readonly settings: Pick<Settings, "ignoredEndings" | "ignoredPatterns">;
  readonly draft: Draft;
  readonly folders: Set<string>;
  readonly files: Set<string>;
  readonly problems: Problem[];
}

/** Folders of a source that hold variables or plugins, not hosts. */
const NO_SOURCES = ["host_vars", "group_vars", "vars_plugins"];

/**
 * Reads the sources of one run, in order: host lists, files (INI, YAML), folders of them. What only the runner or a
 * cloud could answer makes the inventory `open`, with the reason.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html#organizing-inventory-in-a-directory
 */
export function loadInventory(tree: Tree, sources: readonly Word[], settings: Loading["settings"]): LoadedInventory {
  const loading: Loading = { tree, settings, draft: newDraft(), folders: new Set(), files: new Set(), problems: [] };
  for (const source of sources) loadSource(loading, source);
  const { folders, files, problems, draft } = loading;
  return { inventory: finish(draft), folders: [...folders], files: [...files], problems };
}

function loadSource(loading: Loading, source: Word): void {
  if (loading.tree.has(source)) {
    loading.folders.add(folderOf(source));
    loadFile(loading, source);
  } else if (source.includes(",")) {
    loadHostList(loading, source);
  } else if (hasHole(source)) {
    open(loading, { why: `which inventory \`${source}\` is depends on the run` });
  } else if (isFolder(loading.tree, source)) {
    loadFolder(loading, source);
  } else if (!isLocalhostName(baseName(source))) {
    open(loading, { why: `the inventory \`${source}\` is not in the repository` });
  }
}

/** `-i web1,web2,`: each part is a host, ranges are not expanded; an unknown part is one host without a known name. */
function loadHostList(loading: Loading, source: Word): void {
  const { draft } = loading;
  const ungrouped = addGroup(draft, "ungrouped", null);
  const span = { file: source, start: 0, end: 0 };
  for (const part of source.split(",").map((word) => word.trim())) {
    if (part === "") continue;
    const address = part.includes("[") ? null : parseHostAddress(part);
    const name = address?.host ?? part;
    if (!draft.hosts.has(name)) addHost(draft, name, ungrouped, span);
  }
}

function loadFolder(loading: Loading, folder: string): void {
  loading.folders.add(folder);
  const patterns = loading.settings.ignoredPatterns.flatMap((pattern) => toPattern(pattern));
  for (const name of namesIn(loading.tree, folder)) {
    if (name.startsWith(".") || NO_SOURCES.includes(name)) continue;
    if (loading.settings.ignoredEndings.some((ending) => ending !== "" && name.endsWith(ending))) continue;
    if (patterns.some((pattern) => pattern.test(name))) continue;
    const path = joinPath(folder, name);
    if (loading.tree.has(path)) loadFile(loading, path);
    else if (isFolder(loading.tree, path)) loadFolder(loading, path);
  }
}

/** Names are short, so that even a slow expression from a settings file ends. */
function toPattern(source: string): readonly RegExp[] {
  try {
    return source === "" || source.length > 100 ? [] : [new RegExp(source)];
  } catch {
    return [];
  }
}

function loadFile(loading: Loading, path: string): void {
  loading.files.add(path);
  const read = loading.tree.read(path);
  const isScript = loading.tree.executable(path) || (read?.ok === true && read.file.text.startsWith("#!"));
  if (!read?.ok) {
    if (isScript) open(loading, scriptReason(path));
    else refuse(loading, path, read ? read.problem : null);
    return;
  }
  const { file } = read;
  if (isOnlyHoles(file.text))
    return open(loading, { why: `what stands in the inventory \`${path}\` is known only as \`${file.text.trim()}\`` });
  if (file.text.startsWith("#!")) return open(loading, scriptReason(path));
  if (file.text.startsWith("$ANSIBLE_VAULT"))
    return open(loading, { why: `the inventory \`${path}\` is encrypted`, span: startOf(file) });
  if (extensionOf(path) === ".toml")
    return open(loading, { why: `the inventory \`${path}\` is TOML, which is not read here`, span: startOf(file) });
  readFile(loading, file, isScript);
}

/** Ansible tries YAML where the name allows it, then INI. */
function readFile(loading: Loading, file: SourceFile, isScript: boolean): void {
  const yamlEndings = ["", ".yaml", ".yml", ".json"];
  const asYaml = yamlEndings.includes(extensionOf(file.path)) ? readYamlInventory(file, loading.draft) : null;
  if (asYaml?.kind === "read") return;
  if (asYaml?.kind === "plugin") return openByPlugin(loading, file, asYaml.name);
  const asIni = readIniInventory(file, loading.draft);
  if (asIni === null) return;
  if (isScript) return open(loading, scriptReason(file.path));
  refuse(loading, file.path, isYamlName(file.path) && asYaml ? asYaml.problem : asIni);
}

function isYamlName(path: string): boolean {
  return [".yaml", ".yml", ".json"].includes(extensionOf(path));
}

function openByPlugin(loading: Loading, file: SourceFile, plugin: string): void {
  const reason: Unknown = { why: `\`${file.path}\` asks the plugin \`${plugin}\` for hosts`, span: startOf(file) };
  const short = plugin.replace(/^ansible\.builtin\./, "");
  if (short === "constructed")
    loading.draft.openGroups ??= { ...reason, why: `\`${file.path}\` makes groups from variables` };
  else open(loading, reason);
}

function scriptReason(path: string): Unknown {
  return { why: `the inventory \`${path}\` is a program, which is not run here` };
}

function refuse(loading: Loading, path: string, problem: Problem | null): void {
  if (problem) loading.problems.push(problem);
  open(loading, { why: `the inventory \`${path}\` cannot be read`, ...(problem ? { span: problem.span } : {}) });
}

/** The first reason is the one that people get to see. */
function open(loading: Loading, reason: Unknown): void {
  loading.draft.open ??= reason;
}

function startOf(file: SourceFile): Unknown["span"] & object {
  return { file: file.path, start: 0, end: file.text.split("\n", 1)[0]?.length ?? 0 };
}
