import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeComment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string; readonly login?: string } | null;
  readonly html_url: string;
}

export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A GitHub API on this machine that keeps comments and takes SARIF. `failures`: statuses to answer first. */
export interface FakeGitHub {
  readonly url: string;
  readonly comments: FakeComment[];
  /** Files of the pull request with their patches, and comments on its lines. */
  readonly files: { readonly filename: string; readonly patch: string }[];
  readonly inline: (FakeComment & {
    readonly path: string;
    readonly line: number;
    readonly start_line?: number;
    readonly commit_id: string;
  })[];
  readonly calls: FakeCall[];
  readonly failures: number[];
  /** The token is a fork's: it reads, and whatever it writes is refused. */
  readOnly: boolean;
  /** What refusals say. */
  refusal: string;
  readonly close: () => Promise<void>;
}

/** Starts the server on a free port of the loopback address. */
export async function fakeGitHub(
  existing: readonly Omit<FakeComment, "html_url">[] = [],
  person: string | null = null,
): Promise<FakeGitHub> {
  const comments = existing.map((one) => ({ ...one, html_url: `https://github.test/c/${one.id}` }));
  const calls: FakeCall[] = [];
  const failures: number[] = [];
  const files: FakeGitHub["files"] = [];
  const inline: FakeGitHub["inline"] = [];
  const state = { readOnly: false, refusal: "Resource not accessible by integration" };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { method = "", url = "" } = request;
      const token = request.headers.authorization ?? "";
      calls.push({ method, path: url, token, body });
      const failure = failures.shift() ?? (state.readOnly && method !== "GET" ? 403 : undefined);
      if (failure !== undefined) return send(response, failure, { message: state.refusal });
      const where = new URL(url, "http://api.test");
      if (where.pathname.includes("/pulls/")) return answerPulls(response, method, where, body, files, inline);
      return answer(response, method, where, body, comments, person);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    comments,
    files,
    inline,
    calls,
    failures,
    close: () => close(server),
  });
}

/** The diff of pull request 7, and comments on its lines. */
function answerPulls(
  response: ServerResponse,
  method: string,
  url: URL,
  body: Readonly<Record<string, unknown>>,
  files: FakeGitHub["files"],
  inline: FakeGitHub["inline"],
): void {
  const id = Number(/\/pulls\/comments\/(\d+)$/.exec(url.pathname)?.[1]);
  if (method === "DELETE" && inline.some((one) => one.id === id)) {
    inline.splice(
      inline.findIndex((one) => one.id === id),
      1,
    );
    response.writeHead(204).end();
    return;
  }
  if (method === "GET" && url.pathname === "/repos/acme/platform/pulls/7/files") return send(response, 200, files);
  if (method === "GET" && url.pathname === "/repos/acme/platform/pulls/7/comments") return send(response, 200, inline);
  if (method !== "POST" || url.pathname !== "/repos/acme/platform/pulls/7/comments")
    return send(response, 404, { message: "Not Found" });
  const made = {
    ...body,
    id: inline.length + 5_000,
    user: { type: "Bot" },
    html_url: "https://github.test/i",
  } as unknown as FakeGitHub["inline"][number];
  inline.push(made);
  return send(response, 201, made);
}

function answer(
  response: ServerResponse,
  method: string,
  url: URL,
  body: Readonly<Record<string, unknown>>,
  comments: FakeComment[],
  person: string | null,
): void {
  const text = String(body["body"] ?? "");
  if (method === "GET" && url.pathname === "/repos/acme/platform/issues/7/comments") {
    const [page, size] = [Number(url.searchParams.get("page")), Number(url.searchParams.get("per_page"))];
    return send(response, 200, comments.slice((page - 1) * size, page * size));
  }
  if (method === "POST" && url.pathname === "/repos/acme/platform/issues/7/comments") {
    const id = comments.length + 1_000;
    comments.push({ id, body: text, user: { type: "Bot" }, html_url: `https://github.test/c/${id}` });
    return send(response, 201, comments.at(-1));
  }
  const edited = /^\/repos\/acme\/platform\/issues\/comments\/(\d+)$/.exec(url.pathname);
  const comment = comments.find((one) => one.id === Number(edited?.[1]));
  if (method === "DELETE" && comment !== undefined) {
    comments.splice(comments.indexOf(comment), 1);
    response.writeHead(204).end();
    return;
  }
  if (method === "PATCH" && comment !== undefined) {
    comment.body = text;
    return send(response, 200, comment);
  }
  // A job's token belongs to nobody, a person's own to that person.
  if (method === "GET" && url.pathname === "/user") {
    return person === null ? send(response, 403, { message: "Forbidden" }) : send(response, 200, { login: person });
  }
  if (method === "POST" && url.pathname === "/repos/acme/platform/code-scanning/sarifs") {
    return send(response, 202, { id: "sarif-1" });
  }
  return send(response, 404, { message: "Not Found" });
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
