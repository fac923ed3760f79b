// The revision that a pull request is compared with. A shallow checkout has it not, so that one commit is fetched.
import { spawnSync } from "node:child_process";

function git(...args) {
  return spawnSync("git", args, { encoding: "utf8" });
}

function has(revision) {
  return git("rev-parse", "--verify", "--quiet", `${revision}^{commit}`).status === 0;
}

/**
 * @param {string} wanted `auto`, `none` or a revision
 * @param {{ baseSha: string } | null} pull
 * @returns {string | null} a revision that is in the clone, or null to report everything
 * @throws {Error} when the base is not there and cannot be fetched
 */
export function baseRevision(wanted, pull) {
  if (wanted === "none") return null;
  const revision = wanted === "auto" ? (pull?.baseSha ?? "") : wanted;
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
