import { createHash } from "node:crypto";

/**
 * The fragment of a target: readable, and different for different ids even where the readable part is the same, so
 * that a link from a ticket or a review comment stays right.
 */
export function targetAnchor(id: string): string {
  return `target-${slug(id)}-${createHash("sha256").update(id).digest("hex").slice(0, 6)}`;
}

/** The fragment of a finding: its fingerprint, which does not move with the lines. */
export function findingAnchor(fingerprint: string): string {
  return /^[\w-]+$/.test(fingerprint)
    ? `finding-${fingerprint}`
    : targetAnchor(fingerprint).replace("target", "finding");
}

/** The fragment of a rule's explanation. */
export function ruleAnchor(rule: string): string {
  return `rule-${slug(rule)}`;
}

function slug(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "");
  return plain.slice(0, 60).replace(/-+$/, "");
}
