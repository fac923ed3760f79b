import type { Commit } from "../../drift/change.ts";
import { git } from "../../io/git.ts";
import { UserError } from "../../io/user-error.ts";

const FIELD = "\u001f";

/** The commit that is checked out; null outside git or before the first commit. */
export async function headCommit(root: string): Promise<string | null> {
  const result = await git(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  return result.ok ? result.stdout.toString("utf8").trim() : null;
}

/**
 * The last commit of the checked-out branch on or before a day. Only first parents count: a day's state is what the
 * branch had, not what waited in a pull request.
 *
 * @throws UserError when the branch is younger than that, or the clone does not reach back so far
 */
export async function commitOn(root: string, day: string): Promise<string> {
  const query = ["rev-list", "-1", "--first-parent", `--before=${day}T23:59:59Z`, "HEAD"];
  const result = await git(root, query);
  const commit = result.stdout.toString("utf8").trim();
  if (result.ok && commit !== "") return commit;
  throw new UserError(
    `no commit of this branch is as old as ${day}. ` +
      "Give a later day, or fetch more history (actions/checkout: fetch-depth: 0).",
  );
}

/** Whether the work tree or the index differs from the last commit, new files included. */
export async function hasUncommitted(root: string): Promise<boolean> {
  const result = await git(root, ["status", "--porcelain", "--untracked-files=normal", "."]);
  return result.ok && result.stdout.length > 0;
}

/** Commits after `from` that touched any of the files, oldest first; null when `from` is not in this clone. */
export async function commitsTouching(root: string, from: string, files: readonly string[]): Promise<Commit[] | null> {
  const format = `--format=%H${FIELD}%as${FIELD}%aN${FIELD}%s`;
  const paths = files.map((file) => `:(literal)${file}`);
  const result = await git(root, ["log", "--first-parent", "-z", "--reverse", format, `${from}..HEAD`, "--", ...paths]);
  if (!result.ok) return null;
  return result.stdout
    .toString("utf8")
    .split("\0")
    .filter((record) => record !== "")
    .map(toCommit);
}

function toCommit(record: string): Commit {
  const [hash = "", day = "", author = "", ...subject] = record.split(FIELD);
  return { hash, day, author, subject: subject.join(FIELD) };
}
