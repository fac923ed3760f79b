import { createServer, type IncomingMessage, type Server } from "node:http";

export interface StateServer {
  readonly url: string;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

/**
 * A server for the http backend: any path is a state, `LOCK` and `UNLOCK` are honoured.
 * https://developer.hashicorp.com/terraform/language/backend/http
 */
export async function httpStateServer(): Promise<StateServer> {
  const states = new Map<string, Buffer>();
  const locks = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
      const body = await bodyOf(request);
      requests.push(`${request.method ?? ""} ${path}`);
      const answer = (status: number, content: Buffer | string = ""): void =>
        void response.writeHead(status).end(content);
      const held = locks.get(path);
      if (request.method === "LOCK" && held) answer(423, held);
      else if (request.method === "LOCK") answer(200, changed(locks.set(path, body)));
      else if (request.method === "UNLOCK") answer(200, changed(locks.delete(path)));
      else if (request.method === "POST") answer(200, changed(states.set(path, body)));
      else if (states.has(path)) answer(200, states.get(path) ?? "");
      else answer(404);
    })();
  });
  return { url: await listen(server), requests, close: () => closed(server) };
}

export async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

export { bodyOf };

/** The empty body of an answer to something that has been done. */
function changed(_done: unknown): string {
  return "";
}
