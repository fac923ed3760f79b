import { spawnSync } from "node:child_process";
import { protect } from "../io/redact.ts";
import { UserError } from "../io/user-error.ts";
import type { Token } from "./types.ts";

/** GitHub's own host has another name for its API. */
const HOST = "github.com";
const GH_TIMEOUT_MS = 10_000;

/** The host that `gh` knows an API by. */
export function hostOf(apiUrl: string): string {
  const { host } = new URL(apiUrl);
  return host === "api.github.com" ? HOST : host.replace(/^api\./u, "");
}

/** Asks the `gh` that is installed, where there is one and it has logged in to this host. */
function askGh(host: string, environment: NodeJS.ProcessEnv): string {
  const { GITHUB_TOKEN: _own, GH_TOKEN: _other, ...env } = environment;
  const result = spawnSync("gh", ["auth", "token", "--hostname", host], {
    env,
    encoding: "utf8",
    timeout: GH_TIMEOUT_MS,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return result.status === 0 ? result.stdout.trim() : "";
}

/**
 * The token for an API: `GITHUB_TOKEN`, `GH_TOKEN`, else what `gh auth token` says. From here on it is never printed.
 *
 * @throws UserError for a token that cannot be sent in a header; it is not shown
 */
export function findToken(apiUrl: string, environment: NodeJS.ProcessEnv = process.env): Token {
  for (const source of ["GITHUB_TOKEN", "GH_TOKEN"] as const) {
    const value = (environment[source] ?? "").trim();
    if (value !== "") return checked({ value, source });
  }
  const value = askGh(hostOf(apiUrl), environment);
  return value === "" ? { value: null, source: null } : checked({ value, source: "gh auth token" });
}

function checked(token: { readonly value: string; readonly source: Token["source"] }): Token {
  protect(token.value);
  if (/^[\x21-\x7e]+$/u.test(token.value)) return token;
  throw new UserError(`the token from ${token.source} holds a blank or a character that no token has. Set it anew.`);
}
