import { getProxyForUrl } from "proxy-from-env";
import { redact } from "../io/redact.ts";
import { UserError } from "../io/user-error.ts";
import { ExchangeError } from "./exchange-error.ts";
import type { GitHub } from "./types.ts";

interface Failure {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly cause: Error | null;
}

function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  const response =
    "response" in error ? (error.response as { readonly headers?: Failure["headers"] } | undefined) : undefined;
  const status = "status" in error && response !== undefined ? Number(error.status) : 0;
  const cause = error.cause instanceof Error ? error.cause : null;
  return { status, message: error.message.replace(/ - https?:\S+$/u, ""), headers: response?.headers ?? {}, cause };
}

/** The innermost reason of a request that got no answer, with the code that says which it is. */
function rootOf(error: Error): { readonly code: string; readonly message: string } {
  const code = "code" in error ? String(error.code) : "";
  if (error.cause instanceof Error) return rootOf(error.cause);
  return { code, message: error.message };
}

/** What went wrong at a proxy, by its host alone: its address may hold a password. Null where it was not the proxy. */
function proxyTrouble(apiUrl: string, reason: string): string | null {
  const address = getProxyForUrl(apiUrl);
  if (!URL.canParse(address)) return null;
  const { host } = new URL(address);
  const [, status] = /Proxy response \((\d+)\)/u.exec(reason) ?? [];
  if (status === "407") return `the proxy ${host} refused (407). Does its address need a user and a password?`;
  if (status !== undefined) return `the proxy ${host} refused (${status}). Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`;
  if (!/ECONNREFUSED|ENOTFOUND|EAI_AGAIN/u.test(reason)) return null;
  return `the proxy ${host} takes no connections. Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`;
}

function unanswered(what: string, error: Error, { apiUrl, timeout }: GitHub): string {
  const { code, message } = rootOf(error);
  const { host } = new URL(apiUrl);
  const seconds = timeout / 1_000;
  const proxy = proxyTrouble(apiUrl, `${code} ${message}`);
  if (proxy !== null) return `${what}: ${proxy}`;
  if (/HEADERS_TIMEOUT|BODY_TIMEOUT/u.test(code))
    return `${what}: ${host} was silent for ${seconds} s. Try again, or give it longer with --timeout.`;
  if (/CONNECT_TIMEOUT|ETIMEDOUT/u.test(code))
    return `${what}: no connection to ${host} within ${seconds} s. Is a proxy missing (HTTPS_PROXY)?`;
  if (/ENOTFOUND|EAI_AGAIN/u.test(code)) return `${what}: there is no host ${host}. Check --api-url and the network.`;
  if (code === "ECONNREFUSED") return `${what}: ${host} takes no connections. Check --api-url and the network.`;
  if (/UND_ERR_SOCKET|ECONNRESET|EPIPE|terminated|other side closed|aborted/iu.test(`${code} ${message}`)) {
    return `${what}: the connection to ${host} was cut before the answer was complete. Try again.`;
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/u.test(code))
    return `${what}: the certificate of ${host} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS.`;
  return `${what}: no answer from ${host} (${message}).`;
}

function tokenHint({ token }: GitHub): string {
  return token.source === null
    ? "No token was given: set GITHUB_TOKEN, or run gh auth login."
    : `The token came from ${token.source}.`;
}

function refused(what: string, { message, headers }: Failure, github: GitHub): string {
  const sso = /url=(\S+)/u.exec(String(headers["x-github-sso"] ?? ""));
  if (sso) return `${what}: the organisation wants single sign-on for this token. Authorise it at ${sso[1] ?? ""}`;
  return `${what}: 403 ${message}. May this token do that? ${tokenHint(github)}`;
}

function statusLine(what: string, failure: Failure, github: GitHub): string {
  const { status, message } = failure;
  if (status === 401) {
    const why = "it was revoked, has expired, or is another server's";
    return `${what}: GitHub refused the token (401 ${message}): ${why}. ${tokenHint(github)}`;
  }
  if (status === 403) return refused(what, failure, github);
  if (status === 404) return `${what}: not found at ${github.apiUrl}, or hidden from this token. ${tokenHint(github)}`;
  if (status === 409) return `${what}: 409 ${message}`;
  if (status === 429)
    return `${what}: GitHub still refuses for the rate of requests (429 ${message}). Try again later.`;
  if (status === 451) return `${what}: taken down for legal reasons (451).`;
  if (status >= 500)
    return `${what}: GitHub answered ${status} three times (${message.slice(0, 120)}). Try again later.`;
  return `${what}: ${status} ${message.slice(0, 200)}`;
}

/** The HTTP status of what octokit threw; 0 where there was no answer. */
export function statusOf(error: unknown): number {
  return failureOf(error)?.status ?? 0;
}

/** Whether this is a failure of the exchange with GitHub, not of this program. */
export function isExchangeFailure(error: unknown): boolean {
  if (error instanceof UserError || error instanceof ExchangeError) return true;
  return (
    error instanceof Error &&
    ("status" in error || /terminated|timeout|socket/iu.test(`${error.name} ${error.message}`))
  );
}

/** Why an exchange failed, in one line without the token; `what` was wanted. Null for faults of this program. */
export function reasonFor(what: string, error: unknown, github: GitHub): string | null {
  const failure = failureOf(error);
  if (failure === null || !isExchangeFailure(error)) return null;
  const inner = error instanceof UserError ? error : failure.cause instanceof UserError ? failure.cause : null;
  if (inner !== null) return redact(`${what}: ${inner.message}`);
  if (error instanceof ExchangeError) return redact(`${what}: ${error.message}`);
  if (failure.status !== 0) return redact(statusLine(what, failure, github));
  return redact(unanswered(what, error as Error, github));
}

/**
 * Runs one exchange; what fails is thrown as a line that says what was wanted, what happened and what to do.
 *
 * @throws UserError
 */
export async function asking<T>(what: string, github: GitHub, exchange: () => Promise<T>): Promise<T> {
  try {
    return await exchange();
  } catch (error) {
    const reason = reasonFor(what, error, github);
    throw reason === null ? error : new UserError(reason);
  }
}
