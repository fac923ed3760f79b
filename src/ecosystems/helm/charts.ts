import type { Tree } from "../../model/tree.ts";
import type { Span } from "../../model/span.ts";
import { itemsAt, parseYaml, stringAt, valueAt } from "../../syntax/yaml/index.ts";
import { baseName, folderOf } from "../tree-paths.ts";

export interface Chart {
  /** The chart's folder, `""` for the root. */
  readonly path: string;
  readonly name: string | null;
  readonly span: Span;
  /** Names of the charts that it brings along. */
  readonly dependencies: readonly string[];
  /** `library`: it has no release of its own. */
  readonly type: "application" | "library";
}

/**
 * The charts of a tree by their `Chart.yaml`, sorted by path. Charts inside another one's `charts/` are parts of that
 * one. A file that is no YAML still makes a chart, without a name. https://helm.sh/docs/topics/charts/
 */
export function chartsOf(tree: Tree): readonly Chart[] {
  const folders = new Set(tree.paths.filter((path) => baseName(path) === "Chart.yaml").map(folderOf));
  return [...folders]
    .filter((folder) => !isPart(folder, folders))
    .sort()
    .map((folder) => chartAt(tree, folder));
}

function isPart(folder: string, charts: ReadonlySet<string>): boolean {
  for (let at = folder.lastIndexOf("/charts/"); at > 0; at = folder.lastIndexOf("/charts/", at - 1)) {
    if (charts.has(folder.slice(0, at))) return true;
  }
  return folder.startsWith("charts/") && charts.has("");
}

function chartAt(tree: Tree, folder: string): Chart {
  const path = folder === "" ? "Chart.yaml" : `${folder}/Chart.yaml`;
  const read = tree.read(path);
  const root = read?.ok ? (parseYaml(read.file).documents[0]?.root ?? null) : null;
  const name = valueAt(root, "name");
  return {
    path: folder,
    name: stringAt(root, "name"),
    span: name?.span ?? { file: path, start: 0, end: 0 },
    dependencies: itemsAt(root, "dependencies").flatMap((item) => stringAt(item, "name") ?? []),
    type: stringAt(root, "type") === "library" ? "library" : "application",
  };
}

/** State files of helmfile under their usual names, sorted: `helmfile.yaml`, and what stands in `helmfile.d`. */
export function helmfilesOf(tree: Tree): readonly string[] {
  return tree.paths.filter((path) => /(?:^|\/)(?:helmfile|helmfile\.d\/[^/]+)\.ya?ml(?:\.gotmpl)?$/.test(path));
}
