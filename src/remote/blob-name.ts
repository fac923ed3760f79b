import { createHash } from "node:crypto";

/** git's name for a content (SHA-1, or SHA-256 where the repository uses it). */
export function blobName(bytes: Buffer, like = ""): string {
  const hash = createHash(like.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
