import type { CompiledEntry } from "../../catalogue/compile.ts";
import { flagValue } from "../../catalogue/command-line.ts";
import { extract, type Site } from "../../catalogue/extract.ts";
import { renderQualifiers } from "../../catalogue/identity.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { splitText, trimText } from "../../catalogue/pieces.ts";
import { pathInRepository } from "../../catalogue/filters.ts";
import type { Answers } from "../../model/answers.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { pathsSharing } from "../kubernetes/applied.ts";
import { manifestsAt, objectsOf, type Manifests } from "./manifests.ts";
import { objectsIn } from "./objects.ts";
import { createdObject, sourcesOf, type Source } from "./sources.ts";

const SMALL_SET = 50;

/**
 * What a kubectl command changes: `cluster/namespace/PATH` for what it applies from files, `cluster/namespace/TYPE/NAME`
 * for one object. An apply reaches into the objects of its manifests.
 */
export function resolveKubectl(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const sources = sourcesOf(site);
  if (sources.length > 0) return sources.flatMap((source) => fromSource(source, site, entry));
  const verb = literalOf(site.line.positionals[0] ?? []);
  if (verb === "create") return fromSource(createdObject(site.args), site, entry);
  const objects = objectsIn(objectWords(site, verb), flagValue(site.line, ["-l", "--selector"]));
  return objects.map((object) => single(identity(site, entry, null, object)));
}

/** An action that applies a list of manifests. */
export function resolveManifestAction(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const list = extract(entry.details().parts.get("manifests") ?? [], site);
  const paths = list
    ? splitText(list, /[\n,]/)
        .map(trimText)
        .filter((path) => path.length > 0)
    : [];
  if (paths.length === 0) return [{ id: null, why: "the action does not say which manifests it applies" }];
  return paths.flatMap((path) =>
    fromSource({ kind: "path", path: pathInRepository(path, site.call), kustomize: true }, site, entry),
  );
}

/** The words that name objects: `set image deployment/api a=b` has the container's image behind it. */
function objectWords(site: Site, verb: string | null): readonly Text[] {
  const words = site.args;
  if (verb === "set") return takeObjects(words);
  if (["annotate", "label", "taint"].includes(verb ?? "")) return takeObjects(words);
  if (verb === "drain" || verb === "cordon" || verb === "uncordon") return [literal("node"), ...words];
  if (verb === "run") return [literal("pod"), ...words.slice(0, 1)];
  return words;
}

/** Words up to the first `name=value`, `key-`. */
function takeObjects(words: readonly Text[]): readonly Text[] {
  const end = words.findIndex(
    (word, index) => index > 0 && word.some((part) => typeof part === "string" && /=|-$/.test(part)),
  );
  return end < 0 ? words : words.slice(0, end);
}

function fromSource(source: Source, site: Site, entry: CompiledEntry): readonly Resolution[] {
  switch (source.kind) {
    case "objects":
      return source.objects.map((object) => single(identity(site, entry, null, object)));
    case "text":
      return fromText(source.text, site, entry);
    case "path":
      return [fromPath(source.path, source.kustomize, site, entry)];
    case "unknown":
      return [{ id: null, why: "what is applied comes out of a command that is not understood" }];
  }
}

/** A manifest that is written in the step itself: its objects. */
function fromText(text: Text, site: Site, entry: CompiledEntry): readonly Resolution[] {
  const known = text.map((part) => (typeof part === "string" ? part : "unknown-part")).join("");
  const { objects } = objectsOf(known);
  const shared = objects.filter((one) => !one.object.startsWith("namespace/") && !one.object.includes("unknown-part"));
  if (objects.length === 0 || objects.some((one) => one.object.includes("unknown-part"))) {
    return [{ id: null, why: "the manifest that is applied is put together in the run" }];
  }
  return shared.map((one) => single(identity(site, entry, one.namespace, literal(one.object))));
}

function fromPath(path: Text, kustomize: boolean, site: Site, entry: CompiledEntry): Resolution {
  const known = literalOf(path);
  const recursive = site.line.flags.some(({ name }) => name === "-R" || name === "--recursive");
  const manifests = known === null ? null : manifestsAt(site.tree, known, kustomize, recursive);
  const count = manifests && !manifests.partial ? manifests.objects.length : null;
  const inside =
    manifests?.objects.map((one) => identity(site, entry, one.namespace ?? manifests.namespace, literal(one.object))) ??
    [];
  const paths = manifests ? sharingPaths(manifests, path, site, entry) : [];
  return {
    id: identity(site, entry, manifests?.namespace ?? null, path),
    answers: shapeAnswer(count, manifests),
    overlapsWith: [...inside, ...paths],
    ...(known === null ? {} : { root: known }),
  };
}

/** Other files, folders and overlays of the repository that hold one of the same objects. */
function sharingPaths(manifests: Manifests, path: Text, site: Site, entry: CompiledEntry): readonly Text[] {
  const fallback = literalOf(extract(entry.kind.details().parts.get("namespace") ?? [], site) ?? []) || "default";
  const paths = pathsSharing(site.tree, manifests.set, fallback).filter((other) => other !== literalOf(path));
  return paths.map((other) => identity(site, entry, manifests.namespace, literal(other)));
}

function shapeAnswer(count: number | null, manifests: Manifests | null): Partial<Answers> {
  const value = count === 1 ? "single" : count !== null && count <= SMALL_SET ? "small-set" : "large-set";
  const note =
    count === null ? "an unknown number of objects" : `${count} object${count === 1 ? "" : "s"} in the manifests`;
  return {
    shape: { value, count, source: manifests && count !== null ? "detected" : "assumed", evidence: [{ note }] },
  };
}

function single(id: Text): Resolution {
  return {
    id,
    answers: { shape: { value: "single", count: 1, source: "detected", evidence: [{ note: "one object" }] } },
  };
}

/** `cluster/namespace/rest?region=…`; the flag names the namespace before the manifests do. */
function identity(site: Site, entry: CompiledEntry, namespace: string | null, rest: Text): Text {
  const own = entry.details().parts;
  const { parts, qualifiers } = entry.kind.details();
  const part = (name: string): Text | null => extract(own.get(name) ?? parts.get(name) ?? [], site);
  const where =
    part("namespace") ??
    (namespace === null ? null : literal(namespace)) ??
    part("namespaceFallback") ??
    literal("default");
  const known = [...qualifiers].map(([name, rules]) => [name, extract(rules, site)] as const);
  return concat(part("cluster") ?? literal("-"), literal("/"), where, literal("/"), rest, renderQualifiers(known));
}
