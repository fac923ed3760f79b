import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { cutAt, cutAtLast, dropFront, headOf, splitText, trimText } from "../../catalogue/pieces.ts";

/** An image as it is named for a push. */
export interface Reference {
  readonly repository: Text;
  /** `latest` where none is written; empty where it is part of an unknown end; null: named by its content. */
  readonly tag: Text | null;
}

/** Prefixes that say how an image is reached, not which one it is. */
const TRANSPORTS = ["docker://", "oci://", "docker.io/library/", "index.docker.io/", "docker.io/", "https://"];

/**
 * Reads `registry:5000/name:tag`, `docker://name@sha256:…`. Docker Hub's own name is left out, so that both spellings
 * are one. https://github.com/distribution/reference
 */
export function readReference(text: Text): Reference | null {
  const plain = TRANSPORTS.reduce(
    (rest, prefix) => (headOf(rest).startsWith(prefix) ? dropFront(rest, prefix.length) : rest),
    trimText(text),
  );
  if (plain.length === 0) return null;
  const digest = cutAt(plain, "@");
  if (digest) return { repository: (cutTag(digest[0]) ?? [digest[0]])[0], tag: null };
  const tagged = cutTag(plain);
  // What an unknown end holds may be a tag of its own.
  if (!tagged && typeof plain[plain.length - 1] !== "string") return { repository: plain, tag: [] };
  return tagged ? { repository: tagged[0], tag: tagged[1] } : { repository: plain, tag: literal("latest") };
}

/** Repository and tag; a colon before the last slash belongs to a port. */
function cutTag(text: Text): readonly [Text, Text] | null {
  const cut = cutAtLast(text, ":");
  if (!cut || cutAt(cut[1], "/")) return null;
  return cut;
}

/** Lists as actions take them: lines or commas, blanks around, empty ones and comments left out. */
export function listOf(text: Text): readonly Text[] {
  return splitText(text, /[\n,]/)
    .map(trimText)
    .filter((item) => item.length > 0 && !headOf(item).startsWith("#"));
}

/** A registry that runs beside the job. */
export function isLocalRegistry(repository: Text): boolean {
  return /^(?:localhost|127\.0\.0\.1|host\.docker\.internal|kind-registry|registry)(?::\d+)?\//.test(
    headOf(repository),
  );
}

/** `repository:tag` as ids write it. */
export function shownReference({ repository, tag }: Reference): Text {
  return tag === null || tag.length === 0 ? repository : concat(repository, literal(":"), tag);
}

/** Whether two references certainly name one repository. */
export function sameRepository(a: Reference, b: Reference): boolean {
  const [x, y] = [literalOf(a.repository), literalOf(b.repository)];
  return x !== null && x === y;
}
