import { statusOf } from "../github/explain.ts";
import type { GitHub } from "../github/types.ts";
import type { LockedRefs } from "../model/online.ts";
import type { Attempt } from "./attempt.ts";
import type { RepositoryFacts } from "./types.ts";

type Protection = Awaited<ReturnType<GitHub["rest"]["repos"]["getBranchProtection"]>>["data"];

/** A branch that is protected today. */
export interface ProtectedBranch {
  readonly name: string;
  /** By a branch protection rule, or perhaps by one; false: by rulesets alone. */
  readonly byRule: boolean;
}

/** What protections say about who may reach branches. */
export interface Protections {
  readonly locked: readonly LockedRefs[];
  readonly reach: readonly string[];
}

const PAGE = 100;

/** Of so many protected branches the protection itself is read; of the rest nothing is concluded. */
const MOST_READ = 10;

/** Branches that are protected today, the default branch first: one request for each hundred. */
export async function readProtectedBranches(
  { owner, repo, defaultBranch }: RepositoryFacts,
  github: GitHub,
  attempt: Attempt,
): Promise<readonly ProtectedBranch[] | null> {
  const list = await attempt("protected branches", () =>
    github.paginate(github.rest.repos.listBranches, { owner, repo, protected: true, per_page: PAGE }),
  );
  const branches = list?.map(({ name, protection }) => ({ name, byRule: protection?.enabled !== false })) ?? null;
  return branches && [...branches].sort((a, b) => Number(b.name === defaultBranch) - Number(a.name === defaultBranch));
}

/**
 * Reads who may push to protected branches: one request for each, for which a token needs *Administration* read. The
 * first refusal is noted and ends it; nothing is concluded for branches whose protection is not seen.
 */
export async function readProtections(
  branches: readonly ProtectedBranch[],
  { owner, repo }: RepositoryFacts,
  github: GitHub,
  attempt: Attempt,
): Promise<Protections> {
  const locked: LockedRefs[] = [];
  const reach: string[] = [];
  for (const { name } of branches.filter(({ byRule }) => byRule).slice(0, MOST_READ)) {
    const answer = await attempt(`who may push to ${name}`, () => protectionOf(owner, repo, name, github));
    if (answer === null) break;
    if (answer === "none") continue;
    reach.push(`branch ${name}: ${reachOf(answer)}`);
    if (isLocked(answer)) locked.push(lockFor(name, answer));
  }
  return { locked, reach };
}

async function protectionOf(owner: string, repo: string, branch: string, github: GitHub): Promise<Protection | "none"> {
  try {
    return (await github.rest.repos.getBranchProtection({ owner, repo, branch })).data;
  } catch (error) {
    // What a ruleset protects has no protection of its own; GitHub says so in these words.
    if (statusOf(error) === 404 && error instanceof Error && /branch not protected/iu.test(error.message))
      return "none";
    throw error;
  }
}

/** Read-only for administrators too, and not kept up with a parent. */
function isLocked({ lock_branch: lock, enforce_admins: admins, allow_fork_syncing: syncing }: Protection): boolean {
  return lock?.enabled === true && admins?.enabled === true && syncing?.enabled !== true;
}

function lockFor(name: string, { allow_deletions: deletions }: Protection): LockedRefs {
  return {
    kind: "branch",
    include: [name],
    exclude: [],
    existing: [name],
    creation: false,
    update: true,
    deletion: deletions?.enabled !== true,
  };
}

function reachOf(protection: Protection): string {
  const { restrictions, required_pull_request_reviews: reviews, enforce_admins: admins } = protection;
  const people =
    restrictions === undefined
      ? null
      : [
          ...restrictions.users.map(({ login }) => `@${login ?? "?"}`),
          ...restrictions.teams.map(({ slug }) => `team ${slug}`),
          ...restrictions.apps.map(({ slug }) => `app ${slug ?? "?"}`),
        ];
  if (isLocked(protection)) return "read-only, for administrators too";
  const who =
    people === null ? "everybody who may write" : people.length === 0 ? "nobody but administrators" : people.join(", ");
  const how = reviews === undefined ? "" : " by pull requests";
  return `moved${how} by ${who}${admins?.enabled === true || people?.length === 0 ? "" : " and administrators"}`;
}
