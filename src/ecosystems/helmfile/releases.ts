import { dataOf, isRecord, recordsOf, textAt, valueAt } from "../../catalogue/data-file.ts";
import { normalPath } from "../../catalogue/repo-file.ts";
import type { SourceFile } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";

/** A release of a helmfile as it is written; `{{ … }}` stands as `⟦…⟧`. */
export interface Release {
  readonly name: string;
  readonly namespace: string | null;
  readonly context: string | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly installed: boolean;
  readonly file: string;
}

export interface Releases {
  readonly releases: readonly Release[];
  /** Something could not be read: a template around releases, a remote helmfile. */
  readonly partial: boolean;
}

const USUAL = ["helmfile.yaml", "helmfile.yaml.gotmpl", "helmfile.yml"];
const DEEPEST = 6;

/** The releases of a helmfile, of a folder of them, and of the helmfiles that they include. */
export function releasesAt(tree: Tree, path: string, depth = 0): Releases | null {
  if (depth > DEEPEST) return { releases: [], partial: true };
  const files = filesAt(tree, path);
  if (files.length === 0) return null;
  const parts = files.map((file) => fromFile(tree, file, depth));
  return { releases: parts.flatMap((part) => part.releases), partial: parts.some((part) => part.partial) };
}

function filesAt(tree: Tree, path: string): readonly SourceFile[] {
  const folder = path === "." ? "" : `${path}/`;
  const direct = tree.has(path) ? [path] : USUAL.map((name) => folder + name).filter((name) => tree.has(name)).slice(0, 1);
  const inFolder = tree.paths.filter((name) => new RegExp(`^${escaped(folder)}(?:helmfile\\.d/)?[^/]+\\.ya?ml(?:\\.gotmpl)?$`).test(name));
  const names = direct.length > 0 ? direct : path.endsWith(".d") ? inFolder : inFolder.filter((name) => name.includes("helmfile.d/"));
  return names.flatMap((name) => {
    const read = tree.read(name);
    return read?.ok ? [read.file] : [];
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Templates are masked; lines that hold nothing but one (loops, conditions) are left out, and make it partial. */
function fromFile(tree: Tree, file: SourceFile, depth: number): Releases {
  let partial = false;
  const masked = file.text.replaceAll(/^[ \t]*\{\{-?[^\n]*?-?\}\}[ \t]*$/gm, (line) => {
    partial ||= /\b(?:range|if|with|readFile|template|include)\b/.test(line);
    return "";
  }).replaceAll(/\{\{-?\s*(.*?)\s*-?\}\}/g, (_all, expression: string) => `⟦${expression.replaceAll(/["':#]/g, "")}⟧`);
  const documents = dataOf({ path: "helmfile.yaml", text: masked });
  const defaults = documents.map((data) => textAt(data, "helmDefaults.kubeContext")).find((value) => value !== null) ?? null;
  const own = documents.flatMap((data) => recordsOf(valueAt(data, "releases"))).flatMap((entry) => releaseOf(entry, defaults, file.path));
  const nested = documents.flatMap((data) => included(data)).map((path) => nestedReleases(tree, file.path, path, depth));
  return {
    releases: [...own, ...nested.flatMap((part) => part?.releases ?? [])],
    partial: partial || documents.length === 0 || nested.some((part) => part === null || part.partial),
  };
}

function releaseOf(entry: Readonly<Record<string, unknown>>, defaults: string | null, file: string): readonly Release[] {
  const name = textAt(entry, "name");
  if (name === null) return [];
  const labels = isRecord(entry["labels"]) ? entry["labels"] : {};
  return [{
    name,
    namespace: textAt(entry, "namespace"),
    context: textAt(entry, "kubeContext") ?? defaults,
    labels: Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)])),
    installed: textAt(entry, "installed") !== "false",
    file,
  }];
}

function included(data: unknown): readonly string[] {
  const list = valueAt(data, "helmfiles");
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => (typeof item === "string" ? [item] : (textAt(item, "path") ?? [])));
}

function nestedReleases(tree: Tree, from: string, path: string, depth: number): Releases | null {
  if (/::|:\/\/|⟦/.test(path)) return null;
  const folder = from.includes("/") ? from.slice(0, from.lastIndexOf("/")) : "";
  const target = normalPath(`${folder}/${path}`);
  if (target === null) return null;
  if (!target.includes("*")) return releasesAt(tree, target, depth + 1);
  const pattern = new RegExp(`^${target.split("*").map(escaped).join("[^/]*")}$`);
  const parts = tree.paths.filter((name) => pattern.test(name)).map((name) => releasesAt(tree, name, depth + 1));
  return { releases: parts.flatMap((part) => part?.releases ?? []), partial: parts.includes(null) };
}
