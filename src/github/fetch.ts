import { getProxyForUrl } from "proxy-from-env";
import { Agent, fetch as undiciFetch, ProxyAgent, type Dispatcher } from "undici";
import { UserError } from "../io/user-error.ts";

export interface FetchOptions {
  /** The only origin that the token is sent to. */
  readonly origin: string;
  /** Longest silence, in milliseconds. */
  readonly timeout: number;
  /** Told of every request that goes out. */
  readonly count: () => void;
}

type Fetch = typeof globalThis.fetch;
type FetchArguments = Parameters<Fetch>;

/** Redirects that are followed: a renamed repository is one, an archive another. */
const MOST_REDIRECTS = 5;

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

function isJson({ headers }: Response): boolean {
  return headers.get("content-type")?.includes("json") === true;
}

/** The answer once all of it is here: half of one is a failure to be repeated, not an answer. */
async function complete(answer: Response): Promise<Response> {
  const { status, statusText, headers } = answer;
  const bytes = await answer.arrayBuffer();
  const whole = new Response(status === 204 || status === 304 ? null : bytes, {
    status,
    statusText,
    headers: Object.fromEntries(headers),
  });
  // A made answer has no address, and pages are told by it.
  return Object.defineProperty(whole, "url", { value: answer.url });
}

const HOLDER = Symbol("the answer that a body belongs to");

/** The client ends a body whose answer nobody holds any more, although somebody is about to read it. */
function held(answer: Response): Response {
  if (answer.body !== null) Object.defineProperty(answer.body, HOLDER, { value: answer });
  return answer;
}

/** One dispatcher for each proxy, by `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`. */
function dispatchers(timeout: number): (url: string) => Dispatcher {
  const limits = { headersTimeout: timeout, bodyTimeout: timeout, connect: { timeout } };
  const known = new Map<string, Dispatcher>();
  return function dispatcherFor(url) {
    const proxy = getProxyForUrl(url);
    const found = known.get(proxy);
    if (found !== undefined) return found;
    if (proxy !== "" && !/^https?:\/\//u.test(proxy)) {
      throw new UserError(
        `the proxy for ${new URL(url).host} has a scheme that is not spoken here. Use http:// or https://.`,
      );
    }
    const made = proxy === "" ? new Agent(limits) : new ProxyAgent({ uri: proxy, ...limits });
    known.set(proxy, made);
    return made;
  };
}

/**
 * A `fetch` with time limits and proxies that hands the token to nobody but the API: redirects (an archive's storage, a
 * renamed repository) and links to a next page are followed without it where they leave the origin.
 */
export function politeFetch({ origin, timeout, count }: FetchOptions): Fetch {
  const dispatcherFor = dispatchers(timeout);

  async function send(address: string, init: RequestInit, left: number): Promise<Response> {
    const url = new URL(address);
    const headers = new Headers(init.headers);
    if (url.origin !== origin) headers.delete("authorization");
    count();
    const sent = {
      ...init,
      headers: Object.fromEntries(headers),
      redirect: "manual",
      dispatcher: dispatcherFor(address),
    };
    const answer = (await undiciFetch(address, sent as Parameters<typeof undiciFetch>[1])) as unknown as Response;
    const location = answer.headers.get("location");
    if (!isRedirect(answer.status) || location === null) return isJson(answer) ? complete(answer) : held(answer);
    await answer.body?.cancel();
    if (left === 0) throw new TypeError(`more than ${MOST_REDIRECTS} redirects`);
    // A write is never repeated at another address: who moved may have moved on purpose.
    if ((init.method ?? "GET") !== "GET") throw new TypeError(`a redirect (${answer.status}) in answer to a write`);
    return send(new URL(location, url).href, { ...init, headers: Object.fromEntries(headers) }, left - 1);
  }

  return (...[input, init]: FetchArguments) => send(String(input), init ?? {}, MOST_REDIRECTS);
}
