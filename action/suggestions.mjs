// Proven fixes as suggestions on the lines that a pull request changes: written once, taken away when they are settled.
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { newLines, replacement } from "./hunks.mjs";
import { isOwn, readAll } from "./own.mjs";

const MARKER = "<!-- signalbox:fix -->";

/** More would be noise: the comment has all findings. */
const MOST = 10;

/**
 * @param {ReturnType<typeof import("./api.mjs").apiOf>} api
 * @param {{ repository: string, number: number }} pull
 * @param {string} commit the head of the pull request
 * @param {readonly object[]} fixes as `signalbox patch --format=json` prints them
 * @param {string} root the audited folder
 */
export async function updateSuggestions(api, pull, commit, fixes, root) {
  const address = `/repos/${pull.repository}/pulls/${pull.number}`;
  const [files, comments] = [await readAll(api, `${address}/files`), await readAll(api, `${address}/comments`)];
  const diff = new Map(
    files.filter(({ patch }) => typeof patch === "string").map(({ filename, patch }) => [filename, newLines(patch)]),
  );
  const wanted = fixes.flatMap((fix) => suggestionsOf(fix, diff, root)).slice(0, MOST);
  const old = [];
  for (const comment of comments) {
    if (String(comment.body ?? "").startsWith(MARKER) && (await isOwn(api, comment.user))) old.push(comment);
  }
  const isThere = (one) => old.some((comment) => isSame(comment, one));
  for (const comment of old.filter((each) => !wanted.some((one) => isSame(each, one)))) {
    await api.call("DELETE", `/repos/${pull.repository}/pulls/comments/${comment.id}`);
  }
  for (const one of wanted.filter((each) => !isThere(each)))
    await api.call("POST", `${address}/comments`, { ...one, commit_id: commit });
}

/** An outdated comment has no line any more. */
function isSame(comment, one) {
  const body = String(comment.body ?? "")
    .replaceAll("\r\n", "\n")
    .trimEnd();
  return body === one.body.trimEnd() && comment.path === one.path && comment.line === one.line;
}

/** The comments of one fix; none where a part of it lies outside the diff, since half a fix may be none. */
function suggestionsOf(fix, diff, root) {
  const paths = [...new Set(fix.edits.map(({ file }) => file))];
  const parts = paths.map((path) => suggestionOf(fix, path, diff, root));
  return parts.every((part) => part !== null) ? parts : [];
}

function suggestionOf(fix, file, diff, root) {
  // A folder without workflows of its own stands for the whole repository, and paths are the repository's then.
  const path = [posix.join(root, file), file].find((one) => diff.has(one) && existsSync(one));
  if (path === undefined) return null;
  const lines = diff.get(path);
  const change = replacement(
    readFileSync(path, "utf8"),
    fix.edits.filter((edit) => edit.file === file),
  );
  if (change === null) return null;
  const shown = change.before.map((_line, index) => lines.get(change.first + index));
  // The checkout may be a merge with the base; the lines must be those that the reader of the diff sees.
  const isShown = shown.every((line, index) => line?.text === change.before[index] && line.hunk === shown[0].hunk);
  if (!isShown) return null;
  const range = change.first === change.last ? {} : { start_line: change.first, start_side: "RIGHT" };
  return { path, ...range, line: change.last, side: "RIGHT", body: bodyOf(fix, change.after) };
}

/** Text of the repository stands between fences that it cannot close. */
function bodyOf({ rule, message, title }, after) {
  const text = after.join("\n");
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const words = `**${rule}**: ${message} Suggested: ${title}.`
    .replaceAll(/[<>@]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll("\n", " ");
  return `${MARKER}\n${words}\n\n${fence}suggestion\n${text}\n${fence}\n`;
}
