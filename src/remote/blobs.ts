import { reasonFor } from "../github/explain.ts";
import { ExchangeError } from "../github/exchange-error.ts";
import type { GitHub } from "../github/types.ts";
import { blobName } from "./blob-name.ts";
import type { Blobs, RemoteFile } from "./types.ts";

/** Requests that are under way at once; more would look like an attack. */
const AT_ONCE = 6;

/** What became of a request for files. */
export interface Fetched {
  readonly blobs: Blobs;
  /** Files that could not be read, each with its reason. */
  readonly failed: ReadonlyMap<string, string>;
}

async function readBlob(owner: string, repo: string, { sha, path }: RemoteFile, github: GitHub): Promise<Buffer> {
  const { data } = await github.rest.git.getBlob({ owner, repo, file_sha: sha });
  const bytes = Buffer.from(data.content, data.encoding === "base64" ? "base64" : "utf8");
  if (blobName(bytes, sha) !== sha && /^[0-9a-f]{40,64}$/u.test(sha) && bytes.length !== data.size) {
    throw new ExchangeError(`${path} came incomplete`);
  }
  return bytes;
}

/** Runs the work of a list, so many at once, in its order. */
export async function eachAtOnce<T>(
  list: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < list.length; at = next++) await work(list[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker));
}

/** Reads files one by one: one request for each content. A file that cannot be read costs itself. */
export async function fetchBlobs(
  owner: string,
  repo: string,
  files: readonly RemoteFile[],
  github: GitHub,
): Promise<Fetched> {
  const blobs: Blobs = new Map();
  const failed = new Map<string, string>();
  const unique = [...new Map(files.map((file) => [file.sha, file])).values()];
  await eachAtOnce(unique, AT_ONCE, async (file) => {
    try {
      blobs.set(file.sha, await readBlob(owner, repo, file, github));
    } catch (error) {
      const reason = reasonFor(file.path, error, github);
      if (reason === null) throw error;
      failed.set(file.path, reason);
    }
  });
  return { blobs, failed };
}
