import { createHash } from "node:crypto";

/** Which ids were seen in more than one repository. */
export interface Sightings {
  readonly add: (id: string, repository: string) => void;
  /** Repositories that share an id with another one, by name. */
  readonly repositories: () => readonly string[];
  readonly isShared: (id: string) => boolean;
}

/** A name of fixed length, so that long ids, and the files that they were cut from, need not stay in memory. */
function short(id: string): string {
  return createHash("sha256").update(id).digest().toString("base64url", 0, 16);
}

/** Counts ids over repositories: what stays in memory is some hundred bytes for each id. */
export function sightings(): Sightings {
  const first = new Map<string, string>();
  const shared = new Set<string>();
  const together = new Set<string>();
  return {
    add(id, repository) {
      const key = short(id);
      const other = first.get(key);
      if (other === undefined) first.set(key, repository);
      if (other === undefined || other === repository) return;
      shared.add(key);
      together.add(other).add(repository);
    },
    repositories: () => [...together].sort(),
    isShared: (id) => shared.has(short(id)),
  };
}
