// The revision that a pull request is compared with. A shallow checkout has it not, so that one commit is fetched.
import { spawnSync } from "node:child_process";

function git(...args) {
  return spawnSync("git", args, { encoding: "utf8" });
}

function has(revision) {
  return git("rev-parse", "--verify", "--quiet", `${revision}^{commit}`).status === 0;
}

/**
 * The base that is really in the checkout. GitHub merges a pull request into the branch as it is now, which may be ahead
 * of the event's base: what others brought in meanwhile would be blamed on this change. A shallow clone has the merge
 * commit's own text too, and so the names of its parents.
 */
function mergedInto(headSha) {
  const commit = git("cat-file", "commit", "HEAD").stdout ?? "";
  const parents = [...commit.split("\n\n", 1)[0].matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map((match) => match[1]);
  return parents.length === 2 && parents[1] === headSha ? parents[0] : null;
}

/**
 * @param {string} wanted `auto`, `none` or a revision
 * @param {{ baseSha: string, headSha: string } | null} change
 * @returns {string | null} a revision that is in the clone, or null to report everything
 * @throws {Error} when the base is not there and cannot be fetched
 */
export function baseRevision(wanted, change) {
  if (wanted === "none") return null;
  const revision = wanted === "auto" ? ((change && mergedInto(change.headSha)) ?? change?.baseSha ?? "") : wanted;
  if (revision === "") return null;
  if (revision.startsWith("-")) throw new Error(`the input base is "${revision}", which is no revision.`);
  if (has(revision)) return revision;
  git("fetch", "--no-tags", "--depth=1", "origin", "--", revision);
  if (has(revision)) return revision;
  const remote = `origin/${revision}`;
  if (has(remote)) return remote;
  throw new Error(
    `the base ${revision} is not in this clone and cannot be fetched. Give actions/checkout fetch-depth: 0.`,
  );
}
