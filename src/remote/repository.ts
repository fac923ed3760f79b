import { asking } from "../github/explain.ts";
import type { GitHub } from "../github/types.ts";
import type { RemoteName } from "./name.ts";
import type { RepositoryFacts } from "./types.ts";

/**
 * Asks what a repository is called now and what its default branch is. One request.
 *
 * @throws UserError where it is not there, or this token may not see it
 */
export async function readRepository({ owner, repo }: RemoteName, github: GitHub): Promise<RepositoryFacts> {
  const asked = `${owner}/${repo}`;
  const { data } = await asking(`repository ${asked}`, github, () => github.rest.repos.get({ owner, repo }));
  const [nowOwner = owner, nowRepo = repo] = data.full_name.split("/");
  const isRenamed = data.full_name.toLowerCase() !== asked.toLowerCase();
  return { owner: nowOwner, repo: nowRepo, defaultBranch: data.default_branch, renamedFrom: isRenamed ? asked : null };
}
