import { UserError } from "../io/user-error.ts";

const GITHUB = "https://api.github.com";

/** Names of this machine, for which a connection without encryption gives nothing away. */
const LOCAL = /^(?:(?:.+\.)?localhost|0\.0\.0\.0|127(?:\.\d+){3}|\[::1\])$/u;

/**
 * Root of the REST API: the flag, else `GITHUB_API_URL` as runners set it, else GitHub's own. The web address of
 * GitHub stands for its API.
 *
 * @throws UserError for what is no URL, has a user or password in it, or would send the token unencrypted
 */
export function apiUrlOf(flag: string | undefined, environment: NodeJS.ProcessEnv = process.env): string {
  const given = flag ?? (environment["GITHUB_API_URL"] || GITHUB);
  const url = URL.canParse(given) ? new URL(given) : null;
  const example = "Write the root of the REST API, such as https://ghe.example.com/api/v3.";
  if (url === null || !/^https?:$/u.test(url.protocol)) throw new UserError(`--api-url ${given} is no URL. ${example}`);
  if (url.username !== "" || url.password !== "") {
    throw new UserError("--api-url holds a user or a password. Leave it out, and set GITHUB_TOKEN instead.");
  }
  if (url.protocol === "http:" && !LOCAL.test(url.hostname)) {
    throw new UserError(
      `--api-url ${url.origin} is not encrypted, so the token would be readable on the way. Use https.`,
    );
  }
  if (url.hostname === "github.com" || url.hostname === "www.github.com") return GITHUB;
  return `${url.origin}${url.pathname.replace(/\/+$/u, "")}`;
}
