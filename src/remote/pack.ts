import { keep, pathFor, readKept } from "../github/files.ts";
import type { GitHub } from "../github/types.ts";
import type { Blobs, Listing } from "./types.ts";

/** Everything that was read of a repository, for the next time. */
export interface Pack {
  /** A listing that took more than one request to make; null where GitHub's own answer is enough. */
  readonly listing: Listing | null;
  readonly blobs: Blobs;
}

interface Header {
  readonly version: 1;
  readonly listing: Listing | null;
  /** Name and length of each content that follows, in order. */
  readonly blobs: readonly (readonly [sha: string, length: number])[];
}

function packPath({ apiUrl, cache }: GitHub, owner: string, repo: string): string | null {
  return cache === null ? null : pathFor(cache, "packs", `${apiUrl}\n${owner.toLowerCase()}/${repo.toLowerCase()}`);
}

/** What was kept of a repository; empty where nothing was, or nothing that can be read. */
export function loadPack(github: GitHub, owner: string, repo: string): Pack {
  const path = packPath(github, owner, repo);
  const bytes = path === null ? null : readKept(path);
  if (bytes === null) return { listing: null, blobs: new Map() };
  try {
    const end = bytes.indexOf(10);
    const header = JSON.parse(bytes.toString("utf8", 0, end)) as Header;
    const blobs: Blobs = new Map();
    let at = end + 1;
    for (const [sha, length] of header.version === 1 ? header.blobs : []) {
      blobs.set(sha, Buffer.from(bytes.subarray(at, at + length)));
      at += length;
    }
    return { listing: header.listing, blobs };
  } catch {
    return { listing: null, blobs: new Map() };
  }
}

/** Keeps what was read of a repository in place of what was kept before. */
export function savePack(github: GitHub, owner: string, repo: string, { listing, blobs }: Pack): void {
  const path = packPath(github, owner, repo);
  if (path === null) return;
  const header: Header = { version: 1, listing, blobs: [...blobs].map(([sha, bytes]) => [sha, bytes.length]) };
  keep(path, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`, "utf8"), ...blobs.values()]));
}
