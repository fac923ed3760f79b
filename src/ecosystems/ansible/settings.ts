import type { Problem, Span } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { hole } from "../../syntax/template/holes.ts";
import { baseName, extensionOf, folderOf, isFolder, joinPath } from "../tree-paths.ts";
import { readSettingsFile, type SettingsFile } from "./settings-file.ts";
import type { Word } from "./types.ts";

/** A setting that is in force, and where it was made. */
export interface InForce<V> {
  readonly value: V;
  readonly from: string;
  readonly span: Span | null;
}

/** The settings of one run that decide which hosts it is on, and how many of them at once. */
export interface Settings {
  /** Paths relative to the root, or host lists; null where nothing but the default `/etc/ansible/hosts` is left. */
  readonly inventory: InForce<readonly Word[]> | null;
  /** Null: set, but not known. */
  readonly forks: InForce<number | null>;
  readonly ignoredEndings: readonly string[];
  readonly ignoredPatterns: readonly string[];
  readonly problems: readonly Problem[];
  readonly file: string | null;
}

export interface SettingsQuery {
  readonly cwd: string;
  readonly env: ReadonlyMap<string, Word>;
}

/** https://docs.ansible.com/ansible/latest/reference_appendices/config.html#default-forks */
const DEFAULT_FORKS = 5;

/** https://docs.ansible.com/ansible/latest/reference_appendices/config.html#inventory-ignore-exts */
const IGNORED_ENDINGS = [
  ".pyc",
  ".pyo",
  ".swp",
  ".bak",
  "~",
  ".rpm",
  ".md",
  ".txt",
  ".rst",
  ".orig",
  ".ini",
  ".cfg",
  ".retry",
];

/**
 * The settings in force: environment over file; the file is the one that `ANSIBLE_CONFIG` names, else `ansible.cfg` in
 * the working directory. The files of the home folder and of `/etc` are the runner's and not known here.
 * https://docs.ansible.com/ansible/latest/reference_appendices/config.html#the-configuration-file
 */
export function settingsOf(tree: Tree, query: SettingsQuery): Settings {
  const file = findFile(tree, query);
  const read = file === null ? null : tree.read(file);
  const parsed = read?.ok ? readSettingsFile(read.file) : null;
  return {
    inventory: inventorySetting(query, parsed),
    forks: forksSetting(query, parsed),
    ignoredEndings:
      list(parsed, "inventory.ignore_extensions", "defaults.inventory_ignore_extensions") ?? IGNORED_ENDINGS,
    ignoredPatterns: list(parsed, "inventory.ignore_patterns", "defaults.inventory_ignore_patterns") ?? [],
    problems: read?.ok === false ? [read.problem] : (parsed?.problems ?? []),
    file,
  };
}

function findFile(tree: Tree, { cwd, env }: SettingsQuery): string | null {
  const named = env.get("ANSIBLE_CONFIG") ?? "";
  if (named !== "") {
    const path = joinPath(cwd, named);
    const inFolder = joinPath(path, "ansible.cfg");
    if (isFolder(tree, path) && tree.has(inFolder)) return inFolder;
    if (tree.has(path) && [".cfg", ".ini"].includes(extensionOf(path))) return path;
  }
  const local = joinPath(cwd, "ansible.cfg");
  return tree.has(local) ? local : null;
}

function inventorySetting({ cwd, env }: SettingsQuery, file: SettingsFile | null): InForce<readonly Word[]> | null {
  const named = env.get("ANSIBLE_INVENTORY") ?? "";
  if (named !== "")
    return { value: pathsIn(named).map((part) => joinPath(cwd, part)), from: "ANSIBLE_INVENTORY", span: null };
  const setting = file?.settings.get("defaults.inventory");
  if (!setting || !file || setting.value === "") return null;
  const words = pathsIn(setting.value).map((part) => settingPath(part, cwd, folderOf(file.path)));
  return { value: words, from: baseName(file.path), span: setting.span };
}

/** Commas separate paths here; a host list is not taken. */
function pathsIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Paths are relative to the file's folder; `{{CWD}}` is the working directory, `$VAR` the runner's environment. */
function settingPath(part: string, cwd: string, folder: string): Word {
  if (part.includes("{{CWD}}")) return joinPath(cwd, part.replaceAll("{{CWD}}", "."));
  const named = part.replaceAll(/\$\{?(\w+)\}?/g, (_all, name: string) => hole(name));
  return joinPath(folder, named);
}

function forksSetting({ env }: SettingsQuery, file: SettingsFile | null): InForce<number | null> {
  const named = env.get("ANSIBLE_FORKS") ?? "";
  if (named !== "") return { value: wholeNumber(named), from: `ANSIBLE_FORKS=${named}`, span: null };
  const setting = file?.settings.get("defaults.forks");
  if (setting) return { value: wholeNumber(setting.value), from: `forks = ${setting.value}`, span: setting.span };
  return { value: DEFAULT_FORKS, from: `forks: ${DEFAULT_FORKS} (Ansible's default)`, span: null };
}

/** A count of at least one, null for anything else (Ansible would stop there). */
export function wholeNumber(text: string): number | null {
  const value = /^\s*\+?\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) && value >= 1 ? value : null;
}

function list(file: SettingsFile | null, ...keys: readonly string[]): readonly string[] | null {
  const setting = keys.map((key) => file?.settings.get(key)).find((found) => found !== undefined);
  if (!setting) return null;
  return setting.value.split(",").map((part) => part.trim().replace(/^(["'])(.*)\1$/, "$2"));
}
