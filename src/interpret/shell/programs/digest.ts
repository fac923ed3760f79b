import { createHash } from "node:crypto";

/** The checksum of a text in UTF-8, in hexadecimal. */
export function createDigest(name: "sha256" | "sha1" | "md5", text: string): string {
  return createHash(name).update(text, "utf8").digest("hex");
}
