import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Header } from "tar-stream";
import { ExchangeError } from "../github/exchange-error.ts";
import type { GitHub } from "../github/types.ts";
import type { Mode } from "../io/entries.ts";
import { isVendored } from "../io/vendored.ts";
import { blobName } from "./blob-name.ts";
import type { Place } from "./listing.ts";
import type { Blobs, RemoteFile } from "./types.ts";

/** An archive that unpacks to more is not read to its end. */
const MOST_BYTES = 4 * 1024 * 1024 * 1024;

/** Larger files are only listed: an audit does not read them. */
const LARGEST = 5 * 1024 * 1024;

/** What an archive held, as far as it was wanted. */
export interface Archive {
  readonly files: readonly RemoteFile[];
  readonly blobs: Blobs;
}

/** The path below the folder that GitHub puts around everything; null for what is no file of the repository. */
function pathOf({ name }: Header): string | null {
  const path = name.slice(name.indexOf("/") + 1);
  const isSound =
    name.includes("/") && path !== "" && !path.split("/").some((part) => part === "" || part === "." || part === "..");
  return isSound && !isVendored(path) ? path : null;
}

function modeOf({ type, mode }: Header): Mode | null {
  if (type === "symlink") return "link";
  if (type !== "file" && type !== "contiguous-file") return null;
  return ((mode ?? 0) & 0o111) !== 0 ? "executable" : "file";
}

async function bytesOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function readEntries(source: Readable, wants: (file: Omit<RemoteFile, "sha">) => boolean): Promise<Archive> {
  const files: RemoteFile[] = [];
  const blobs: Blobs = new Map();
  const tar = extract();
  let total = 0;
  const done = (async () => {
    for await (const entry of tar) {
      const { header } = entry;
      const [path, mode, size] = [pathOf(header), modeOf(header), header.size ?? 0];
      if ((total += size) > MOST_BYTES) throw new Error(`the archive unpacks to more than ${MOST_BYTES} bytes`);
      if (path === null || mode === null || size > LARGEST) {
        if (path !== null && mode !== null) files.push({ path, mode, sha: `large:${path}`, size });
        entry.resume();
        continue;
      }
      const bytes = mode === "link" ? Buffer.from(header.linkname ?? "", "utf8") : await bytesOf(entry);
      if (mode === "link") entry.resume();
      const file = { path, mode, sha: blobName(bytes), size: bytes.length };
      files.push(file);
      if (wants(file)) blobs.set(file.sha, bytes);
    }
  })();
  const [unpacked, read] = await Promise.allSettled([pipeline(source, createGunzip(), tar), done]);
  if (unpacked.status === "rejected") throw unpacked.reason;
  if (read.status === "rejected") throw read.reason;
  return { files, blobs };
}

/**
 * Streams the archive of a ref: one request (its storage answers another, which is no call of the API). Only what is
 * wanted is held in memory.
 *
 * @throws what the exchange, unpacking or a cut connection throws
 */
export async function readArchive(
  { owner, repo, ref }: Place,
  github: GitHub,
  wants: (file: Omit<RemoteFile, "sha">) => boolean,
): Promise<Archive> {
  const { data } = await github.request("GET /repos/{owner}/{repo}/tarball/{ref}", {
    owner,
    repo,
    ref,
    request: { parseSuccessResponseBody: false },
  });
  const body = data as unknown as Parameters<typeof Readable.fromWeb>[0] | null;
  if (body === null || typeof body !== "object") throw new ExchangeError("the archive was empty");
  return readEntries(Readable.fromWeb(body), wants);
}
