import { git } from "../../io/git.ts";
import { UserError } from "../../io/user-error.ts";
import { parseRemoteName, type RemoteName } from "../../remote/name.ts";

/** `https://HOST/o/r.git`, `git@HOST:o/r.git`, `ssh://git@HOST/o/r`: the last two parts. */
const ADDRESS = /^(?:[a-z+]+:\/\/[^/]+\/|[^/:]+:)\/?(?:.*\/)?([^/]+\/[^/]+?)(?:\.git)?\/?$/u;

/**
 * The repository on GitHub that a checkout belongs to: `GITHUB_REPOSITORY` as runners set it, else its remote `origin`.
 *
 * @throws UserError where neither says so
 */
export async function originOf(root: string, environment: NodeJS.ProcessEnv = process.env): Promise<RemoteName> {
  const given = environment["GITHUB_REPOSITORY"] ?? "";
  if (given !== "") return parseRemoteName(given);
  const found = await git(root, ["config", "--get", "remote.origin.url"]);
  const [, name] = ADDRESS.exec(found.stdout.toString("utf8").trim()) ?? [];
  if (name !== undefined) return parseRemoteName(name);
  throw new UserError(
    `--online needs to know the repository on GitHub, and ${root} has no remote origin. Set GITHUB_REPOSITORY=OWNER/REPO.`,
  );
}
