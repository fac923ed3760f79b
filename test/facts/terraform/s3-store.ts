import { createServer, type IncomingMessage } from "node:http";
import { bodyOf, closed, listen } from "./http-state.ts";

export interface S3Store {
  readonly url: string;
  /** Objects by `bucket/key`. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Every object that was ever written, lock objects too. */
  readonly written: ReadonlySet<string>;
  close(): Promise<void>;
}

/** As much of S3 as the backend uses: objects, conditional writes, listings. Signatures are not looked at. */
export async function s3Store(): Promise<S3Store> {
  const objects = new Map<string, Buffer>();
  const written = new Set<string>();
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", "http://s3");
      const path = decodeURIComponent(url.pathname).replace(/^\//, "");
      const body = decoded(request, await bodyOf(request));
      const answer = (status: number, content: Buffer | string = ""): void => {
        const size = Buffer.byteLength(content);
        response
          .writeHead(status, { "content-length": size, etag: '"1"' })
          .end(request.method === "HEAD" ? "" : content);
      };
      if (!path.includes("/")) return answer(200, listing(path, url.searchParams.get("prefix") ?? "", objects));
      const found = objects.get(path);
      switch (request.method) {
        case "PUT":
          if (request.headers["if-none-match"] === "*" && found) return answer(412, error("PreconditionFailed"));
          objects.set(path, body);
          written.add(path);
          return answer(200);
        case "DELETE":
          objects.delete(path);
          return answer(204);
        default:
          if (!found) return answer(404, error("NoSuchKey"));
          // A client that asks for ranges and gets none asks for ever.
          if (request.headers.range) response.setHeader("content-range", `bytes 0-${found.length - 1}/${found.length}`);
          return answer(request.headers.range ? 206 : 200, found);
      }
    })();
  });
  return { url: await listen(server), objects, written, close: () => closed(server) };
}

function error(code: string): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}

function listing(bucket: string, prefix: string, objects: ReadonlyMap<string, Buffer>): string {
  const keys = [...objects.keys()]
    .filter((path) => path.startsWith(`${bucket}/${prefix}`))
    .map((path) => path.slice(bucket.length + 1));
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join("");
  const head = `<Name>${bucket}</Name><IsTruncated>false</IsTruncated>`;
  return `<?xml version="1.0"?><ListBucketResult>${head}${contents}</ListBucketResult>`;
}

/** The client may send a body in signed chunks. */
function decoded(request: IncomingMessage, body: Buffer): Buffer {
  if (!`${request.headers["content-encoding"] ?? ""}`.includes("aws-chunked")) return body;
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const line = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.subarray(at, line).toString("latin1"), 16);
    if (!(size > 0)) break;
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
