import { asking, statusOf } from "../github/explain.ts";
import type { GitHub } from "../github/types.ts";

/** A repository as the list of its owner names it. */
export interface ListedRepository {
  readonly owner: string;
  readonly repo: string;
  /** Null where the list does not say; `HEAD` stands for it then. */
  readonly defaultBranch: string | null;
  /** Why it is not audited; null: it is. */
  readonly skip: string | null;
}

interface Listed {
  readonly full_name: string;
  readonly default_branch?: string;
  readonly archived?: boolean;
  readonly disabled?: boolean;
  readonly fork?: boolean;
}

const PAGE = 100;

/** Nothing runs in an archived or disabled repository; a fork's workflows are off, and its targets are its parent's. */
function skipOf({ archived, disabled, fork }: Listed, forks: boolean): string | null {
  if (archived) return "archived";
  if (disabled) return "disabled";
  return fork && !forks ? "a fork (--with-forks audits it too)" : null;
}

function listed(one: Listed, forks: boolean): ListedRepository {
  const [owner = "", repo = ""] = one.full_name.split("/");
  return { owner, repo, defaultBranch: one.default_branch ?? null, skip: skipOf(one, forks) };
}

/**
 * Lists an organisation's repositories, or a user's: one request for each hundred. Of each page only what is needed
 * stays in memory.
 *
 * @throws UserError where the list cannot be read
 */
export async function listOrganization(
  name: string,
  forks: boolean,
  github: GitHub,
): Promise<readonly ListedRepository[]> {
  const small = ({ data }: { readonly data: readonly Listed[] }): ListedRepository[] =>
    data.map((one) => listed(one, forks));
  const { repos } = github.rest;
  const list = await asking(`repositories of ${name}`, github, async () => {
    try {
      return await github.paginate(repos.listForOrg, { org: name, per_page: PAGE, type: "all" }, small);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      return github.paginate(repos.listForUser, { username: name, per_page: PAGE }, small);
    }
  });
  const key = ({ owner, repo }: ListedRepository): string => `${owner}/${repo}`.toLowerCase();
  return list.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
