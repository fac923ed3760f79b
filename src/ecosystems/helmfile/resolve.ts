import type { CompiledEntry } from "../../catalogue/compile.ts";
import { flagValue, flagValues } from "../../catalogue/command-line.ts";
import { envOf } from "../../catalogue/call.ts";
import { extract, type Site } from "../../catalogue/extract.ts";
import { pathInRepository } from "../../catalogue/filters.ts";
import { renderQualifiers } from "../../catalogue/identity.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { concat, literal, literalOf, mention, type Text } from "../../values/text.ts";
import { releasesAt, type Release } from "./releases.ts";

/**
 * The releases that `helmfile apply` (sync, destroy) writes: those of the file, its includes and the selector. A release
 * whose name comes out of a template keeps it as an unknown part.
 */
export function resolveHelmfile(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const given = flagValue(site.line, ["-f", "--file"]);
  const path = pathInRepository(given ?? literal("."), site.call);
  const known = literalOf(path);
  const found = known === null ? null : releasesAt(site.tree, known);
  if (!found) return [unknown(site, known === null ? "which helmfile it reads only turns out in the run" : `there is no helmfile in ${known}`)];
  const releases = found.releases.filter((release) => selected(release, site) && isConcerned(release, site));
  const resolutions = releases.map((release): Resolution => ({ id: identity(release, site, entry), root: release.file }));
  return found.partial && resolutions.length === 0 ? [unknown(site, "its releases come out of a template")] : resolutions;
}

function unknown(site: Site, why: string): Resolution {
  return { cube: site.call.cube, id: null, why };
}

/** `installed: false` is only written by what uninstalls. */
function isConcerned(release: Release, site: Site): boolean {
  return release.installed || site.line.positionals.some((word) => ["destroy", "delete"].includes(literalOf(word) ?? ""));
}

/** `-l name=api,tier!=db`; what is not known of a release or a selector counts as selected. */
function selected(release: Release, site: Site): boolean {
  const selectors = flagValues(site.line, ["-l", "--selector"]).map(literalOf);
  if (selectors.length === 0 || selectors.includes(null)) return true;
  return (selectors as readonly string[]).some((selector) => selector.split(",").every((term) => {
    const found = /^([^=!]+)(!?=)(.*)$/.exec(term.trim());
    if (!found) return true;
    const [, key = "", how, value] = found;
    const own = key === "name" ? release.name : key === "namespace" ? (release.namespace ?? "") : release.labels[key];
    if (own?.includes("⟦")) return true;
    return how === "=" ? own === value : own !== value;
  }));
}

function identity(release: Release, site: Site, entry: CompiledEntry): Text {
  const { parts, qualifiers } = entry.kind.details();
  const context = release.context === null ? null : filled(release.context, site);
  const cluster = flagValue(site.line, ["--kube-context"]) ?? context ?? extract(parts.get("cluster") ?? [], site) ?? literal("-");
  const own = release.namespace === null ? null : filled(release.namespace, site);
  const namespace = own ?? extract(parts.get("namespace") ?? [], site) ?? literal("default");
  const known = [...qualifiers].map(([name, rules]) => [name, extract(rules, site)] as const);
  return concat(cluster, literal("/"), namespace, literal("/"), filled(release.name, site), renderQualifiers(known));
}

/** Template expressions that the command line answers; the others are unknown values of the file. */
function filled(text: string, site: Site): Text {
  return concat(...(text.match(/⟦[^⟧]*⟧|[^⟦]+/g) ?? []).map((piece): Text => {
    if (!piece.startsWith("⟦")) return literal(piece);
    const expression = piece.slice(1, -1);
    if (/^\.Environment\.Name$/.test(expression)) return flagValue(site.line, ["-e", "--environment"]) ?? envOf(site.call, "HELMFILE_ENVIRONMENT") ?? literal("default");
    if (/^\.Namespace$/.test(expression)) return flagValue(site.line, ["-n", "--namespace"]) ?? literal("default");
    const variable = /^(?:requiredEnv|env)\s+(\w+)/.exec(expression)?.[1];
    const value = variable === undefined ? null : envOf(site.call, variable);
    const environment = flagValue(site.line, ["-e", "--environment"]) ?? literal("default");
    return value ?? mention({ key: `helmfile ${expression}`, label: expression, base: expression, kind: "output", given: [environment] });
  }));
}
