// One review comment for each pull request: found by the marker in its first line, written once, updated
// afterwards, taken away when there is nothing left to say.
import { isOwn, readAll } from "./own.mjs";

/** The same as the first line of the Markdown report. */
export const MARKER = "<!-- signalbox:review -->";
/** The headline of a report without errors and warnings. */
export const QUIET = "\n## signalbox: nothing in the way\n";

/**
 * @param {ReturnType<typeof import("./api.mjs").apiOf>} api
 * @param {{ repository: string, number: number }} pull
 * @param {string} body the Markdown report
 * @param {boolean} quiet nothing to say: an old comment is taken away, a new one is not made
 * @returns {Promise<string | null>} address of the comment
 */
export async function updateComment(api, pull, body, quiet) {
  const comments = `/repos/${pull.repository}/issues/${pull.number}/comments`;
  const own = await findComment(api, comments);
  if (own === null) return quiet ? null : addressOf(await api.call("POST", comments, { body }));
  const address = `/repos/${pull.repository}/issues/comments/${own.id}`;
  if (quiet) {
    await api.call("DELETE", address);
    return null;
  }
  if (own.body.replaceAll("\r\n", "\n").trimEnd() === body.trimEnd()) return addressOf(own);
  return addressOf(await api.call("PATCH", address, { body }));
}

async function findComment(api, comments) {
  for (const one of await readAll(api, comments)) {
    const body = String(one?.body ?? "");
    if (body.startsWith(MARKER) && (await isOwn(api, one.user))) return { ...one, body };
  }
  return null;
}

function addressOf(comment) {
  return typeof comment?.html_url === "string" ? comment.html_url : null;
}
