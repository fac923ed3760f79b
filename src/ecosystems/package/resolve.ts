import type { CompiledEntry } from "../../catalogue/compile.ts";
import { machineOf } from "../../catalogue/call.ts";
import { dataOf } from "../../catalogue/data-file.ts";
import { extract, type Site } from "../../catalogue/extract.ts";
import { pathInRepository } from "../../catalogue/filters.ts";
import { normalPath, readFile } from "../../catalogue/repo-file.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import type { SourceFile } from "../../model/span.ts";
import { WORKSPACE } from "../../interpret/machine.ts";
import { packageNamed } from "../../interpret/scripts/package/find.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { ECOSYSTEMS, workspaceGlobs, type Ecosystem, type Manifest } from "./manifests.ts";
import { isMember } from "./workspace.ts";

/** Packages of a monorepo that are named one by one; more are one entry. */
const MOST = 40;

/**
 * The packages that a command publishes: `npm/@acme/ui`. The name is the entry's, else that of the manifest in the
 * folder it is told, else of the working directory; `every` publishes all packages of the workspace.
 */
export function resolvePackage(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const part = (name: string): Text | null => extract(entry.details().parts.get(name) ?? [], site);
  const ecosystem = literalOf(part("ecosystem") ?? []) ?? "npm";
  const named = part("name");
  const qualifier = registryOf(part("registry"), null);
  if (named) return [{ id: concat(literal(`${ecosystem}/`), named, qualifier) }];
  const workspace = part("workspace");
  const chosen = workspace && chosenPackage(site, workspace);
  if (chosen && !chosen.folder) return [{ id: concat(literal(`${ecosystem}/`), chosen.name, qualifier) }];
  const folder = chosen?.folder ?? part("folder");
  const path = pathInRepository(folder ?? literal("."), site.call);
  const reader = ECOSYSTEMS[ecosystem];
  const known = literalOf(path);
  if (!reader || known === null) return [{ id: null, why: "which package is published only turns out in the run" }];
  const manifests = part("every") ? wholeWorkspace(site, reader, known) : one(site, reader, known);
  const published = manifests.filter((manifest) => !manifest.private);
  // A private package is refused by the tool itself.
  if (manifests.length > 0 && published.length === 0) return [];
  if (published.length === 0)
    return [{ id: null, why: `no manifest of ${known === "." ? "the root folder" : known} names the package` }];
  return published.slice(0, MOST).map((manifest) => ({
    id: concat(
      literal(`${ecosystem === "gradle" ? "maven" : ecosystem}/${manifest.name}`),
      registryOf(part("registry"), manifest),
    ),
    root: known,
  }));
}

/** The package of a workspace that an option chooses: its folder, or its name where the repository has none such. */
function chosenPackage(site: Site, workspace: Text): { readonly name: Text; readonly folder: Text | null } {
  const wanted = literalOf(workspace);
  const found = wanted === null ? null : packageNamed(site.tree, wanted);
  return { name: workspace, folder: found && literal(`${WORKSPACE}/${found.folder}`) };
}

function registryOf(given: Text | null, manifest: Manifest | null): Text {
  const registry = given ?? (manifest?.registry ? literal(manifest.registry) : null);
  return registry && registry.length > 0 ? concat(literal("?registry="), registry) : [];
}

/** The manifest of a folder; of the root where the folder is only made by the build (`dist`). */
function one(site: Site, reader: Ecosystem, folder: string): readonly Manifest[] {
  const own = manifestsIn(site, reader, folder);
  if (own.length > 0 || folder === "." || site.tree.paths.some((path) => path.startsWith(`${folder}/`))) return own;
  const parent = normalPath(`${folder}/..`);
  return parent === null ? own : one(site, reader, parent === "" ? "." : parent);
}

function manifestsIn(site: Site, reader: Ecosystem, folder: string): readonly Manifest[] {
  const prefix = folder === "." ? "" : `${folder}/`;
  const paths = Array.isArray(reader.files)
    ? (reader.files as readonly string[]).map((name) => prefix + name)
    : matching(site, reader.files as RegExp, prefix);
  return paths
    .flatMap((path) => {
      const file = fileAt(site, path);
      return (file && reader.read(file)) ?? [];
    })
    .slice(0, Array.isArray(reader.files) ? 1 : MOST);
}

function matching(site: Site, pattern: RegExp, prefix: string): readonly string[] {
  return site.tree.paths.filter(
    (path) => path.startsWith(prefix) && pattern.test(path.slice(prefix.length)) && !/(?:^|\/)tests?\//i.test(path),
  );
}

function fileAt(site: Site, path: string): SourceFile | null {
  return readFile(machineOf(site.call), site.tree, literal(WORKSPACE), path);
}

/** All packages of a workspace: by its globs, else every manifest that the repository has. */
function wholeWorkspace(site: Site, reader: Ecosystem, folder: string): readonly Manifest[] {
  const prefix = folder === "." ? "" : `${folder}/`;
  const roots = ["package.json", "pnpm-workspace.yaml", "lerna.json", "Cargo.toml"].flatMap(
    (name) => fileAt(site, prefix + name) ?? [],
  );
  const globs = roots.flatMap((file) => dataOf(file)).flatMap(workspaceGlobs);
  const name = Array.isArray(reader.files)
    ? ((reader.files as readonly string[])[0] ?? "package.json")
    : "package.json";
  const member = globs.length === 0 ? () => true : isMember(globs);
  const paths = site.tree.paths.filter(
    (path) =>
      path.startsWith(prefix) && path.endsWith(`/${name}`) && member(path.slice(prefix.length, -name.length - 1)),
  );
  const found = paths.flatMap((path) => {
    const file = fileAt(site, path);
    return (file && reader.read(file)) ?? [];
  });
  return found.length > 0 ? found : manifestsIn(site, reader, folder);
}
