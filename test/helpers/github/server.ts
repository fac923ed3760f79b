import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { archiveOf } from "./archive.ts";
import { filesAt, repositoryAnswer, type Address } from "./answers.ts";
import { violations } from "./openapi.ts";
import { routeFor, type Pages } from "./routes.ts";
import type { FakeRepository } from "./state.ts";

/** How the server fails: an answer, a connection that is cut before or within it, silence. */
export interface Trouble {
  /** Which requests: part of the path with its query. */
  readonly on: RegExp;
  readonly status?: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly how?: "cut" | "cut-within" | "silent" | "slow";
  /** So often; 1 where it is left out. */
  times?: number;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly conditional: boolean;
  status: number;
}

/** A GitHub API on this machine. What a test changes counts from the next request on. */
export interface FakeApi {
  readonly url: string;
  readonly repositories: Map<string, FakeRepository>;
  /** Old names and the new one: answered with 301, as GitHub does. */
  readonly renamed: Map<string, string>;
  readonly asked: Asked[];
  readonly troubles: Trouble[];
  /** What was wrong with an answer by GitHub's own description. */
  readonly violations: string[];
  /** The only token that is taken; null: any, or none. */
  token: string | null;
  /** Whether answers are held against GitHub's description; switched off where time is measured. */
  checks: boolean;
  /** Requests that are left and when there are more, in milliseconds; null: no limit. */
  quota: { limit: number; remaining: number; reset: number } | null;
  readonly close: () => Promise<void>;
}

type Mutable = FakeApi & { url: string };

/** Starts the server on a free port of the loopback address. */
export async function fakeApi(repositories: Readonly<Record<string, FakeRepository>> = {}): Promise<FakeApi> {
  const api: Mutable = {
    url: "",
    repositories: new Map(Object.entries(repositories)),
    renamed: new Map(),
    asked: [],
    troubles: [],
    violations: [],
    token: null,
    checks: true,
    quota: null,
    close: () => Promise.resolve(),
  };
  const server = createServer((request, response) => {
    void answer(api, request, response).catch((error: unknown) => {
      api.violations.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(api, {
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

async function answer(api: Mutable, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", api.url);
  const path = `${url.pathname}${url.search}`;
  const asked: Asked = {
    method: request.method ?? "",
    path,
    token: request.headers.authorization ?? "",
    conditional: request.headers["if-none-match"] !== undefined,
    status: 0,
  };
  api.asked.push(asked);
  response.on("finish", () => (asked.status = response.statusCode));
  const trouble = api.troubles.find(({ on, times = 1 }) => times > 0 && on.test(path));
  if (trouble !== undefined) {
    trouble.times = (trouble.times ?? 1) - 1;
    if (await fail(trouble, response)) return;
  }
  if (
    api.token !== null &&
    ![`token ${api.token}`, `Bearer ${api.token}`].includes(asked.token) &&
    !url.pathname.startsWith("/codeload/")
  ) {
    return send(response, 401, { message: "Bad credentials", documentation_url: "https://docs.github.com/rest" });
  }
  if (!spend(api, response)) return;
  await route(api, url, request, response);
}

async function fail({ how, status, message, headers }: Trouble, response: ServerResponse): Promise<boolean> {
  if (how === "cut") response.destroy();
  else if (how === "cut-within") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"half":');
    setTimeout(() => response.destroy(), 20);
  } else if (how === "slow") {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return false;
  } else if (how !== "silent") send(response, status ?? 500, { message: message ?? "trouble" }, headers);
  return true;
}

/** Takes one from the quota; refuses where nothing is left. */
function spend({ quota }: FakeApi, response: ServerResponse): boolean {
  if (quota === null) return true;
  if (Date.now() >= quota.reset) Object.assign(quota, { remaining: quota.limit, reset: Date.now() + 3_600_000 });
  const left = quota.remaining;
  quota.remaining = Math.max(0, left - 1);
  response.setHeader("x-ratelimit-limit", String(quota.limit));
  response.setHeader("x-ratelimit-remaining", String(quota.remaining));
  response.setHeader("x-ratelimit-reset", String(Math.ceil(quota.reset / 1_000)));
  if (left > 0) return true;
  send(response, 403, { message: "API rate limit exceeded for user ID 1." });
  return false;
}

async function route(api: Mutable, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const organization = /^\/orgs\/([^/]+)\/repos$/.exec(url.pathname)?.[1];
  if (organization !== undefined)
    return sendList(api, "/orgs/{org}/repos", { list: ownedBy(api, organization), key: null }, url, request, response);
  const [, prefix = "", owner = "", name = "", below = ""] =
    /^(\/repos|\/codeload)\/([^/]+)\/([^/]+)(.*)$/.exec(url.pathname) ?? [];
  const current = api.renamed.get(`${owner}/${name}`);
  if (current !== undefined) {
    return send(
      response,
      301,
      { message: "Moved Permanently" },
      { location: `${api.url}${prefix}/${current}${below}${url.search}` },
    );
  }
  const repository = api.repositories.get(`${owner}/${name}`);
  if (repository === undefined) return send(response, 404, { message: "Not Found" });
  const address: Address = { owner, name, repository, server: api.url };
  const ref = decodeURIComponent(/^\/tarball\/(.+)$/.exec(below)?.[1] ?? "");
  if (prefix === "/codeload") return sendArchive(address, ref, response);
  if (ref !== "")
    return send(
      response,
      repository.noArchive ? 404 : 302,
      {},
      { location: `${api.url}/codeload/${owner}/${name}${below}` },
    );
  if (repository.empty === true && below.startsWith("/git/"))
    return send(response, 409, { message: "Git Repository is empty." });
  const found = routeFor(below);
  const answered = found?.answer(address, url.searchParams) ?? null;
  if (found === null || answered === null) return send(response, 404, { message: "Not Found" });
  if ("refused" in answered) return send(response, 404, { message: answered.refused });
  if ("pages" in answered) return sendList(api, found.template, answered.pages, url, request, response);
  sendChecked(api, found.template, answered.json, request, response);
}

function ownedBy(api: FakeApi, organization: string): readonly unknown[] {
  return [...api.repositories]
    .filter(([name]) => name.startsWith(`${organization}/`))
    .map(([name, repository]) =>
      repositoryAnswer({ owner: organization, name: name.split("/")[1] ?? "", repository, server: api.url }, "minimal"),
    );
}

async function sendArchive(address: Address, ref: string, response: ServerResponse): Promise<void> {
  const files = filesAt(address, ref);
  if (files === null) return send(response, 404, { message: "Not Found" });
  const bytes = await archiveOf(`${address.owner}-${address.name}-0123456`, files, address.repository.notInArchive);
  response.writeHead(200, { "content-type": "application/x-gzip" }).end(bytes);
}

function sendList(
  api: FakeApi,
  template: string,
  { list, key }: Pages,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const [page, size] = [Number(url.searchParams.get("page") ?? 1), Number(url.searchParams.get("per_page") ?? 30)];
  const part = list.slice((page - 1) * size, page * size);
  if (page * size < list.length) {
    const next = new URL(url);
    next.searchParams.set("page", String(page + 1));
    response.setHeader("link", `<${next.href}>; rel="next"`);
  }
  sendChecked(api, template, key === null ? part : { total_count: list.length, [key]: part }, request, response);
}

/** Checks the answer against GitHub's description, and answers 304 where the caller has it already. */
function sendChecked(
  api: FakeApi,
  template: string,
  body: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (api.checks) api.violations.push(...violations("GET", template, 200, body));
  const text = JSON.stringify(body);
  const etag = `"${createHash("sha1").update(text).digest("hex")}"`;
  if (request.headers["if-none-match"] === etag) {
    if (api.quota !== null) api.quota.remaining += 1;
    response.writeHead(304, { etag }).end();
    return;
  }
  response.writeHead(200, { "content-type": "application/json; charset=utf-8", etag }).end(text);
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
    .end(JSON.stringify(body));
}
