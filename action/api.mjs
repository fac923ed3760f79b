// Calls to the REST API. https://docs.github.com/en/rest
import { setTimeout as pause } from "node:timers/promises";

const TRIES = 3;

/**
 * @param {Record<string, string | undefined>} env
 * @param {string} token
 */
export function apiOf(env, token) {
  const root = (env["GITHUB_API_URL"] ?? "https://api.github.com").replace(/\/+$/, "");

  /**
   * One call; a failure of the server is tried again, anything else is an error that names what to do.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  async function call(method, path, body) {
    if (token === "") throw new Error("there is no token. Leave the input `token` at its default.");
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(method, path, body).catch((error) => error);
      if (answer instanceof Response && answer.ok) return answer.status === 204 ? null : answer.json();
      const again = !(answer instanceof Response) || answer.status >= 500;
      if (!again || attempt === TRIES) throw await explained(answer, method, path, token);
      // A second call after a lost answer could make a second comment, so writes wait for the reader to look first.
      if (method === "POST") throw await explained(answer, method, path, token);
      await pause(500 * 2 ** attempt);
    }
  }

  function send(method, path, body) {
    return fetch(`${root}${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "user-agent": "signalbox",
        "x-github-api-version": "2022-11-28",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
  }

  return { call };
}

/** Whatever a server repeats, the token is not shown. */
async function explained(answer, method, path, token) {
  if (!(answer instanceof Response)) return new Error(`${method} ${path}: no answer (${answer.message}).`);
  const body = await answer.json().catch(() => ({}));
  const said = typeof body.message === "string" ? body.message : answer.statusText;
  const hint =
    answer.status === 403 || answer.status === 404 ? " Does the job have the permission? A fork's token has none." : "";
  return new Error(`${method} ${path}: ${answer.status} ${said.replaceAll(token, "***")}.${hint}`);
}
