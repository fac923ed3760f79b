import type { Identity } from "./identity.ts";

/** What is known already, to be asked whether it covers a finding. */
export interface Known {
  /** The known entries that cover the finding; empty when it is new. */
  covering(found: Identity): readonly Identity[];
}

function keyOf({ rule, target, cause }: Identity): string {
  return JSON.stringify([rule, target, cause]);
}

/**
 * A finding with writers is known when every one of them was in a known finding of the same rule, target and cause: a
 * third writer that joins an old collision is news. One without writers is known by its fingerprint, which survives
 * moved lines.
 */
export function makeKnown(identities: readonly Identity[]): Known {
  const byKey = new Map<string, Identity[]>();
  for (const identity of identities) {
    const same = byKey.get(keyOf(identity));
    if (same === undefined) byKey.set(keyOf(identity), [identity]);
    else same.push(identity);
  }
  return {
    covering(found) {
      const same = byKey.get(keyOf(found)) ?? [];
      if (found.writers.length === 0) return same.filter(({ fingerprint }) => fingerprint === found.fingerprint);
      const writers = new Set(same.flatMap((identity) => identity.writers));
      if (!found.writers.every((writer) => writers.has(writer))) return [];
      return same.filter((identity) => identity.writers.some((writer) => found.writers.includes(writer)));
    },
  };
}
