import { dataOf, isRecord, textAt, valueAt } from "../../catalogue/data-file.ts";
import type { SourceFile } from "../../model/span.ts";
import { table } from "../../values/table.ts";

/** A package as its manifest names it. */
export interface Manifest {
  readonly name: string;
  /** The manifest says that it is not to be published. */
  readonly private: boolean;
  /** Host of the registry that it is published to, where the manifest says so. */
  readonly registry: string | null;
}

/** Where packages of one kind are named: files by path below the folder, and how they are read. */
export interface Ecosystem {
  readonly files: readonly string[] | RegExp;
  read(file: SourceFile): Manifest | null;
}

function plain(name: string | null | undefined): Manifest | null {
  return name ? { name, private: false, registry: null } : null;
}

function first(file: SourceFile, keys: readonly string[]): Manifest | null {
  const [data] = dataOf(file);
  return plain(keys.map((key) => textAt(data, key)).find((value) => value !== null));
}

/** The text behind the first match; for manifests that are programs or XML, of which only the name is wanted. */
function matched(file: SourceFile, pattern: RegExp): Manifest | null {
  return plain(pattern.exec(file.text)?.[1]?.trim());
}

/** https://docs.npmjs.com/cli/configuring-npm/package-json */
function npm(file: SourceFile): Manifest | null {
  const [data] = dataOf(file);
  const name = textAt(data, "name");
  if (name === null) return null;
  const registry = textAt(data, "publishConfig.registry");
  return {
    name,
    private: valueAt(data, "private") === true,
    registry: registry === null ? null : registry.replace(/^https?:\/\//, "").replace(/\/.*$/, ""),
  };
}

/** https://doc.rust-lang.org/cargo/reference/manifest.html */
function cargo(file: SourceFile): Manifest | null {
  const [data] = dataOf(file);
  const name = textAt(data, "package.name");
  const publish = valueAt(data, "package.publish");
  return name === null ? null : { name, private: publish === false, registry: null };
}

/** https://maven.apache.org/pom.html : the coordinates of the project itself, its parent's group where it has none. */
function maven(file: SourceFile): Manifest | null {
  const own = file.text
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(dependencies|dependencyManagement|build|profiles|reporting)>[\s\S]*?<\/\1>/g, "");
  const parent = /<parent>([\s\S]*?)<\/parent>/.exec(own)?.[1] ?? "";
  const rest = own.replace(/<parent>[\s\S]*?<\/parent>/, "");
  const value = (text: string, tag: string): string | undefined =>
    new RegExp(`<${tag}>\\s*([^<]+?)\\s*</${tag}>`).exec(text)?.[1];
  const artifact = value(rest, "artifactId");
  const group = value(rest, "groupId") ?? value(parent, "groupId");
  return plain(artifact && (group ? `${group}:${artifact}` : artifact));
}

function gradle(file: SourceFile): Manifest | null {
  return matched(file, /rootProject\.name\s*=\s*["']([^"']+)["']/);
}

function nuget(file: SourceFile): Manifest | null {
  const base = /([^/]+)\.(?:cs|fs|vb)proj$/.exec(file.path)?.[1];
  const packable = !/<IsPackable>\s*false/i.test(file.text);
  const name =
    /<PackageId>\s*([^<$]+?)\s*<\/PackageId>/.exec(file.text)?.[1] ??
    /<id>\s*([^<$]+?)\s*<\/id>/.exec(file.text)?.[1] ??
    base;
  return name ? { name, private: !packable, registry: null } : null;
}

/** https://packaging.python.org/en/latest/specifications/pyproject-toml/ ; names are compared in one spelling. */
function python(file: SourceFile): Manifest | null {
  const found = file.path.endsWith(".toml")
    ? first(file, ["project.name", "tool.poetry.name", "tool.flit.metadata.module"])
    : matched(file, /^\s*name\s*=\s*["']?([A-Za-z0-9._-]+)/m);
  return found && { ...found, name: found.name.toLowerCase().replaceAll(/[-_.]+/g, "-") };
}

/** What publishing tools read, by the name that ids begin with. */
export const ECOSYSTEMS: Readonly<Record<string, Ecosystem>> = table({
  npm: { files: ["package.json"], read: npm },
  jsr: { files: ["jsr.json", "deno.json", "deno.jsonc"], read: (file) => first(file, ["name"]) },
  pypi: { files: ["pyproject.toml", "setup.cfg", "setup.py"], read: python },
  conda: { files: /(?:^|\/)meta\.ya?ml$/, read: (file) => matched(file, /^\s*name:\s*["']?([\w.-]+)/m) },
  crates: { files: ["Cargo.toml"], read: cargo },
  maven: { files: ["pom.xml"], read: maven },
  gradle: { files: ["settings.gradle.kts", "settings.gradle"], read: gradle },
  nuget: { files: /\.(?:csproj|fsproj|vbproj|nuspec)$/, read: nuget },
  gem: { files: /^[^/]+\.gemspec$/, read: (file) => matched(file, /\.name\s*=\s*["']([^"']+)["']/) },
  pub: { files: ["pubspec.yaml"], read: (file) => first(file, ["name"]) },
  hex: { files: ["mix.exs"], read: (file) => matched(file, /\bapp:\s*:(\w+)/) },
  pod: {
    files: /^[^/]+\.podspec(?:\.json)?$/,
    read: (file) => matched(file, /\.name\s*=\s*["']([^"']+)["']/) ?? first(file, ["name"]),
  },
  vscode: { files: ["package.json"], read: (file) => vscode(file) },
  helm: { files: ["Chart.yaml"], read: (file) => first(file, ["name"]) },
  rock: { files: /^[^/]+\.rockspec$/, read: (file) => matched(file, /package\s*=\s*["']([^"']+)["']/) },
  hackage: { files: /^[^/]+\.cabal$|^package\.yaml$/, read: (file) => matched(file, /^name:\s*([\w-]+)/m) },
  snap: { files: ["snap/snapcraft.yaml", "snapcraft.yaml"], read: (file) => first(file, ["name"]) },
  chocolatey: { files: /\.nuspec$/, read: nuget },
});

function vscode(file: SourceFile): Manifest | null {
  const [data] = dataOf(file);
  const [publisher, name] = [textAt(data, "publisher"), textAt(data, "name")];
  return plain(name && (publisher ? `${publisher}.${name}` : name));
}

/** Globs of workspaces in a package.json or pnpm-workspace.yaml. */
export function workspaceGlobs(data: unknown): readonly string[] {
  const list =
    valueAt(data, "workspaces.packages") ??
    valueAt(data, "workspaces") ??
    valueAt(data, "packages") ??
    valueAt(data, "workspace.members");
  return Array.isArray(list)
    ? list.filter((item): item is string => typeof item === "string")
    : isRecord(list)
      ? []
      : [];
}
