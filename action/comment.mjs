// One review comment for each pull request: found by the marker in its first line, written once, updated afterwards.

/** The same as the first line of the Markdown report. */
export const MARKER = "<!-- signalbox:review -->";
/** The headline of a report without errors and warnings. */
export const QUIET = "\n## signalbox: nothing in the way\n";
const PER_PAGE = 100;
const MAX_PAGES = 30;

/**
 * @param {ReturnType<typeof import("./api.mjs").apiOf>} api
 * @param {{ repository: string, number: number }} pull
 * @param {string} body the Markdown report
 * @param {boolean} quiet nothing to say: an old comment is brought up to date, a new one is not made
 * @returns {Promise<string | null>} address of the comment
 */
export async function updateComment(api, pull, body, quiet) {
  const comments = `/repos/${pull.repository}/issues/${pull.number}/comments`;
  const own = await findComment(api, comments);
  if (own === null) return quiet ? null : addressOf(await api.call("POST", comments, { body }));
  if (own.body.replaceAll("\r\n", "\n").trimEnd() === body.trimEnd()) return addressOf(own);
  return addressOf(await api.call("PATCH", `/repos/${pull.repository}/issues/comments/${own.id}`, { body }));
}

/** Only our own comment counts: anybody could write the marker, and a person's words are not ours to replace. */
async function findComment(api, comments) {
  let me;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const list = await api.call("GET", `${comments}?per_page=${PER_PAGE}&page=${page}`);
    if (!Array.isArray(list)) return null;
    for (const one of list.filter((each) => String(each?.body ?? "").startsWith(MARKER))) {
      if (!isPerson(one.user)) return { ...one, body: String(one.body) };
      // With a token of a person's own, the comment is that person's.
      me ??= await ownLogin(api);
      if (one.user.login === me) return { ...one, body: String(one.body) };
    }
    if (list.length < PER_PAGE) return null;
  }
  return null;
}

function isPerson(user) {
  return user !== undefined && user !== null && user.type !== "Bot" && !String(user.login ?? "").endsWith("[bot]");
}

/** Whom the token belongs to; empty for a job's token, which belongs to nobody. */
async function ownLogin(api) {
  const user = await api.call("GET", "/user").catch(() => null);
  return typeof user?.login === "string" ? user.login : "";
}

function addressOf(comment) {
  return typeof comment?.html_url === "string" ? comment.html_url : null;
}
