import type { CompiledEntry } from "../../catalogue/compile.ts";
import { machineOf } from "../../catalogue/call.ts";
import { dataOf, isRecord, valueAt } from "../../catalogue/data-file.ts";
import { evaluate, extract, type Site } from "../../catalogue/extract.ts";
import { pathInRepository } from "../../catalogue/filters.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import type { SourceFile } from "../../model/span.ts";
import { WORKSPACE } from "../../interpret/machine.ts";
import { concat, literal } from "../../values/text.ts";
import { resolvePackage } from "./resolve.ts";

/** A plugin and its options, as far as they are data. */
interface Plugin {
  readonly name: string;
  readonly publishes: boolean;
}

const DATA = [".releaserc", ".releaserc.json", ".releaserc.yaml", ".releaserc.yml"];
const CODE = [
  ...["release.config.js", "release.config.cjs", "release.config.mjs", "release.config.ts"],
  ...[".releaserc.js", ".releaserc.cjs"],
];
/** https://semantic-release.gitbook.io/semantic-release/usage/plugins#default-plugins */
const USUAL: readonly Plugin[] = ["npm", "github"].map((name) => ({
  name: `@semantic-release/${name}`,
  publishes: true,
}));
/** What releases on other platforms are called does not matter here: each is a release of the next version. */
const RELEASES = /^@semantic-release\/(?:github|gitlab|gitea)$|^semantic-release-(?:github|gitlab|gitea)/;
/** As the other tools that choose the version call it. */
const NEXT = "the next version";

/**
 * What semantic-release writes by its plugins: the package with `npm`, a release with `github`, the branch with `git`;
 * without any of them only the tag. https://semantic-release.gitbook.io/semantic-release/usage/configuration
 */
export function resolveSemanticRelease(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const plugins = pluginsOf(site, entry);
  const has = (name: string): boolean =>
    plugins.some((one) => one.name === `@semantic-release/${name}` && one.publishes);
  const packages = has("npm") ? resolvePackage(site, entry).filter(({ id }) => id !== null) : [];
  const branch = has("git") ? evaluate({ source: { op: "ref" }, filters: [] }, site) : null;
  const pushed: readonly Resolution[] = branch ? [{ id: branch, kind: "git-branch" }] : [];
  const released = plugins.some(({ name }) => RELEASES.test(name));
  const kind = released ? "github-release" : "git-tag";
  const release: readonly Resolution[] = packages.length > 0 ? [] : [{ id: literal(NEXT), kind, perCommit: true }];
  return [...packages, ...release, ...pushed];
}

function pluginsOf(site: Site, entry: CompiledEntry): readonly Plugin[] {
  const folder = extract(entry.details().parts.get("folder") ?? [], site);
  const base = concat(literal(`${WORKSPACE}/`), pathInRepository(folder ?? literal("."), site.call));
  const fileAt = (name: string): SourceFile | null => readFile(machineOf(site.call), site.tree, base, name);
  for (const name of DATA) {
    const file = fileAt(name);
    if (file) return fromData(dataOf(file)[0]);
  }
  for (const name of CODE) {
    const file = fileAt(name);
    if (file) return fromCode(file.text);
  }
  const manifest = fileAt("package.json");
  return fromData(manifest ? valueAt(dataOf(manifest)[0], "release") : null);
}

/** `plugins: [name, [name, options]]`; a configuration without plugins has the usual ones. */
function fromData(config: unknown): readonly Plugin[] {
  const list = isRecord(config) ? config["plugins"] : null;
  if (!Array.isArray(list)) return USUAL;
  return (list as readonly unknown[]).flatMap((one): readonly Plugin[] => {
    const [name, options] = Array.isArray(one) ? (one as readonly unknown[]) : [one, null];
    if (typeof name !== "string") return [];
    return [{ name, publishes: !(isRecord(options) && options["npmPublish"] === false) }];
  });
}

/** Of a program only the names that stand in it are known. */
function fromCode(text: string): readonly Plugin[] {
  if (!/\bplugins\b/.test(text)) return USUAL;
  const found = text.matchAll(/["'`]((?:@semantic-release\/|semantic-release-)[\w-]+)["'`]/g);
  const names = new Set([...found].map(([, name]) => name ?? ""));
  const unpublished = /npmPublish\s*:\s*false/.test(text);
  return [...names].map((name) => ({ name, publishes: !(unpublished && name === "@semantic-release/npm") }));
}
