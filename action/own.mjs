// Which comments are ours: anybody could write the marker, and a person's words are not ours to replace.

const PER_PAGE = 100;
const MAX_PAGES = 30;

/** All pages of a list. */
export async function readAll(api, path) {
  const all = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const list = await api.call("GET", `${path}?per_page=${PER_PAGE}&page=${page}`);
    if (!Array.isArray(list)) return all;
    all.push(...list);
    if (list.length < PER_PAGE) break;
  }
  return all;
}

const logins = new WeakMap();

/** Whether a comment's author is this token: a bot, or with a person's own token that person. */
export async function isOwn(api, user) {
  if (!isPerson(user)) return true;
  if (!logins.has(api)) logins.set(api, await ownLogin(api));
  return user.login === logins.get(api);
}

function isPerson(user) {
  return user !== undefined && user !== null && user.type !== "Bot" && !String(user.login ?? "").endsWith("[bot]");
}

/** Whom the token belongs to; empty for a job's token, which belongs to nobody. */
async function ownLogin(api) {
  const user = await api.call("GET", "/user").catch(() => null);
  return typeof user?.login === "string" ? user.login : "";
}
