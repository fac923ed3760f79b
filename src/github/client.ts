import { Octokit } from "@octokit/rest";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { makeConditional } from "./conditional.ts";
import { ExchangeError } from "./exchange-error.ts";
import { politeFetch } from "./fetch.ts";
import type { ClientOptions, GitHub, Meter } from "./types.ts";
import { keepWithinQuota } from "./waits.ts";

/** Answers that stay what they are, however often one asks; 403 and 429 are waited for elsewhere. */
const FINAL = [400, 401, 403, 404, 409, 410, 422, 429, 451];
const RETRIES = 2;

/** The version of the API that the answers below are read as. */
const API_VERSION = "2022-11-28";

const Polite = Octokit.plugin(throttling, retry);

/** Octokit reports deprecations on the console; nothing of ours goes there but what we say. */
const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * A client for one API: octokit, which spaces requests and repeats those that failed on the server's side, with
 * proxies and time limits, conditional reads from the cache, and a quota that is never exceeded.
 */
export function makeClient(options: ClientOptions): GitHub {
  const { apiUrl, token, cache, timeout } = options;
  const meter: Meter = { requests: 0, unchanged: 0, waited: 0, quota: null };
  const count = (): void => void (meter.requests += 1);
  const octokit = new Polite({
    baseUrl: apiUrl,
    userAgent: "signalbox",
    log: SILENT,
    ...(token.value === null ? {} : { auth: token.value }),
    request: { fetch: politeFetch({ origin: new URL(apiUrl).origin, timeout, count }) },
    retry: { doNotRetry: FINAL, retries: RETRIES, retryAfterBaseValue: options.pause ?? 1_000 },
    // Spaces requests only. What is refused is waited for in one place, for everybody at once.
    throttle: { id: apiUrl, onRateLimit: () => false, onSecondaryRateLimit: () => false },
  });
  octokit.hook.before("request", (request) => {
    request.headers["x-github-api-version"] = API_VERSION;
  });
  octokit.hook.after("request", (answer, request) => {
    const isStream = request.request?.["parseSuccessResponseBody"] === false;
    if (!isStream && typeof answer.data === "string" && answer.data !== "")
      throw new ExchangeError("the answer was not the API's: is --api-url right?");
  });
  keepWithinQuota(octokit, meter, options);
  if (cache !== null) makeConditional(octokit, cache, meter);
  return {
    rest: octokit.rest,
    request: octokit.request,
    paginate: octokit.paginate,
    apiUrl,
    token,
    cache,
    timeout,
    meter,
  };
}
