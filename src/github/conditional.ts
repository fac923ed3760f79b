import type { Octokit } from "@octokit/rest";
import { keep, pathFor, readKept } from "./files.ts";
import type { Meter } from "./types.ts";

/** An answer as it is kept. The token is no part of it, nor of its name. */
interface Kept {
  readonly url: string;
  readonly etag: string | null;
  readonly modified: string | null;
  readonly link: string | null;
  readonly data: unknown;
}

interface Answer {
  readonly status: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

function isNotModified(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 304;
}

function load(path: string, url: string): Kept | null {
  const bytes = readKept(path);
  if (bytes === null) return null;
  try {
    const kept = JSON.parse(bytes.toString("utf8")) as Partial<Kept>;
    if (kept.url !== url || !("data" in kept)) return null;
    return { url, etag: kept.etag ?? null, modified: kept.modified ?? null, link: kept.link ?? null, data: kept.data };
  } catch {
    return null;
  }
}

function text(value: string | number | undefined): string | null {
  return value === undefined ? null : String(value);
}

function store(path: string, url: string, { headers, data }: Answer): void {
  const [etag, modified] = [text(headers["etag"]), text(headers["last-modified"])];
  if (etag === null && modified === null) return;
  const kept: Kept = { url, etag, modified, link: text(headers["link"]), data };
  keep(path, Buffer.from(JSON.stringify(kept), "utf8"));
}

function condition({ etag, modified }: Kept): Readonly<Record<string, string>> {
  if (etag !== null) return { "if-none-match": etag };
  return modified === null ? {} : { "if-modified-since": modified };
}

/**
 * Makes every read conditional: what is on disk is asked for with its ETag, and an answer of 304 (which costs no quota)
 * is answered from disk. Streams and writes are left alone.
 */
export function makeConditional(octokit: Octokit, cache: string, meter: Meter): void {
  octokit.hook.wrap("request", async (send, options) => {
    const isPlain = options.method === "GET" && options.request?.["parseSuccessResponseBody"] !== false;
    if (!isPlain) return send(options);
    const { url } = octokit.request.endpoint(options);
    const path = pathFor(cache, "http", url);
    const kept = load(path, url);
    if (kept !== null) Object.assign(options.headers, condition(kept));
    try {
      const answer = (await send(options)) as Answer;
      store(path, url, answer);
      return answer as never;
    } catch (error) {
      if (kept === null || !isNotModified(error)) throw error;
      meter.unchanged += 1;
      const headers = kept.link === null ? {} : { link: kept.link };
      return { status: 200, url, headers, data: kept.data } as never;
    }
  });
}
