import type { CompiledEntry } from "../../catalogue/compile.ts";
import { envOf, type Call } from "../../catalogue/call.ts";
import { headOf } from "../../catalogue/pieces.ts";
import { extract, type Site } from "../../catalogue/extract.ts";
import { flagValues } from "../../catalogue/command-line.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { stripped } from "../../values/cube.ts";
import {
  canonical,
  concat,
  isDerived,
  isMention,
  literal,
  literalOf,
  variablesOf,
  type Text,
} from "../../values/text.ts";
import { bakedTags } from "./bake.ts";
import { composeTags } from "./compose.ts";
import { goreleaserTags } from "./goreleaser.ts";
import { namesCommit } from "./commit.ts";
import { localTags } from "./local.ts";
import { isLocalRegistry, listOf, readReference, shownReference, type Reference } from "./reference.ts";

/**
 * The tags that a push writes: each moving tag is an `image-tag`, the tags that name the commit are together one
 * `image-build` of their repository. Where the references come from is the entry's `from`: words, flags, inputs, a bake
 * or compose file.
 */
export function resolveImages(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const found = referencesOf(site, entry);
  if (found === null || found.some(isUnknownList))
    return [{ id: null, why: "which tags are pushed cannot be worked out" }];
  const references = found.flatMap((text) => {
    const reference = readReference(text);
    return reference && !isLocalRegistry(reference.repository) ? [reference] : [];
  });
  return unique(references.flatMap((reference) => resolutionOf(reference, isOfTag(site.call))));
}

/** Whether the run is for a git tag, so that what is named after its ref belongs to one commit. */
function isOfTag(call: Call): boolean {
  const [type, ref, event] = [
    envOf(call, "GITHUB_REF_TYPE"),
    envOf(call, "GITHUB_REF"),
    envOf(call, "GITHUB_EVENT_NAME"),
  ];
  return (
    literalOf(type ?? []) === "tag" ||
    headOf(ref ?? []).startsWith("refs/tags/") ||
    literalOf(event ?? []) === "release"
  );
}

const NAMES_TAG = /(?:^|\.)(?:ref|ref_name|tag|tag_name)$|^tag/i;

/** A tag that is the run's own version: another run never writes it for another commit. `v1` of `v1.2.3` moves. */
function isOwnVersion(tag: Text): boolean {
  return (
    variablesOf(tag).some(({ label }) => NAMES_TAG.test(label)) && ofRelease(tag, "v1.2.3") !== ofRelease(tag, "v1.2.4")
  );
}

function ofRelease(text: Text, release: string): string {
  return text
    .map((part): string => {
      if (typeof part === "string") return part;
      if (isDerived(part)) return part.apply(ofRelease(part.of, release));
      return NAMES_TAG.test(part.variable.label) ? stripped(part, release) : "";
    })
    .join("");
}

function resolutionOf(reference: Reference, ofTag: boolean): readonly Resolution[] {
  if (reference.tag === null) return [];
  if (!namesCommit(reference.tag) && !(reference.tag.length === 0 && namesCommit(reference.repository))) {
    const own = ofTag && isOwnVersion(reference.tag);
    return [
      { id: shownReference(reference), kind: "image-tag", ...(own ? { perCommit: true, everyRunCounts: true } : {}) },
    ];
  }
  return [{ id: reference.repository, kind: "image-build" }];
}

/** `tags: ${{ steps.meta.outputs.tags }}` of a step of which nothing is known: how many there are is open as well. */
function isUnknownList(text: Text): boolean {
  const [only] = text;
  return (
    text.length === 1 &&
    only !== undefined &&
    typeof only !== "string" &&
    (!isMention(only) || only.variable.kind === "output")
  );
}

function unique(resolutions: readonly Resolution[]): readonly Resolution[] {
  const seen = new Map<string, Resolution>();
  for (const resolution of resolutions) seen.set(`${resolution.kind} ${canonical(resolution.id ?? [])}`, resolution);
  return [...seen.values()];
}

/** Everything that is pushed; null where it is not known. */
function referencesOf(site: Site, entry: CompiledEntry): readonly Text[] | null {
  const parts = entry.details().parts;
  const from = literalOf(extract(parts.get("from") ?? [], site) ?? []) ?? "image";
  const registry = extract(parts.get("registry") ?? [], site);
  switch (from) {
    case "bake":
      return bakedTags(site);
    case "compose":
      return composeTags(site);
    case "goreleaser":
      return goreleaserTags(site);
    case "tag-flags":
      return flagValues(site.line, ["-t", "--tag", "--tags", "-d", "--destination"]).flatMap(listOf);
    case "local-tags":
      return localTags(site.call, extract(parts.get("image") ?? [], site) ?? []);
    case "name-and-tags":
      return nameAndTags(extract(parts.get("image") ?? [], site), extract(parts.get("tags") ?? [], site), registry);
    case "given-tags":
      // Without a tag there is nothing that could be pushed.
      return listOf(extract(parts.get("image") ?? [], site) ?? []);
    case "image-and-tags":
      return imageAndTags(extract(parts.get("image") ?? [], site), extract(parts.get("tags") ?? [], site));
    default: {
      const image = extract(parts.get("image") ?? [], site);
      const list = image ? listOf(image) : [];
      return list.length === 0
        ? null
        : list.map((item) => concat(registry ? concat(registry, literal("/")) : [], item));
    }
  }
}

/** `image: app` with `tags: a, b` (some actions and tools split the two). */
function nameAndTags(image: Text | null, tags: Text | null, registry: Text | null): readonly Text[] | null {
  if (!image) return null;
  const name = concat(registry ? concat(registry, literal("/")) : [], image);
  const list = tags ? listOf(tags) : [literal("latest")];
  return list.map((tag) => concat(name, literal(":"), tag));
}

/** An image with its tag, and further tags of the same repository. */
function imageAndTags(image: Text | null, tags: Text | null): readonly Text[] | null {
  const reference = image ? readReference(image) : null;
  if (!image || !reference) return null;
  return [image, ...(tags ? listOf(tags) : []).map((tag) => concat(reference.repository, literal(":"), tag))];
}
