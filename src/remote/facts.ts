import { reasonFor } from "../github/explain.ts";
import type { GitHub } from "../github/types.ts";
import type { OnlineEnvironment, OnlineFacts } from "../model/online.ts";
import type { RepositoryFacts } from "./types.ts";

/** Facts, and a line for each that could not be read. */
export interface ReadFacts {
  readonly facts: OnlineFacts;
  readonly gaps: readonly string[];
}

type Name = Pick<RepositoryFacts, "owner" | "repo">;

/** One thing that is asked for; where it cannot be had the line is noted and the answer is null. */
type Attempt = <T>(what: string, exchange: () => Promise<T>) => Promise<T | null>;

function attempts(github: GitHub, gaps: string[]): Attempt {
  return async (what, exchange) => {
    try {
      return await exchange();
    } catch (error) {
      const reason = reasonFor(what, error, github);
      if (reason === null) throw error;
      gaps.push(reason);
      return null;
    }
  };
}

const PAGE = 100;

function byName(list: readonly { readonly name: string; readonly value: string }[]): ReadonlyMap<string, string> {
  return new Map(list.map(({ name, value }) => [name.toUpperCase(), value]));
}

/** Variables that every job sees: the organisation's that reach this repository, and its own over them. */
async function readVariables(name: Name, github: GitHub, attempt: Attempt): Promise<ReadonlyMap<string, string> | null> {
  const { actions } = github.rest;
  const own = await attempt("the repository's variables", () => github.paginate(actions.listRepoVariables, { ...name, per_page: 30 }));
  const above = await attempt("the organisation's variables", () => github.paginate(actions.listRepoOrganizationVariables, { ...name, per_page: 30 }));
  return own === null || above === null ? null : new Map([...byName(above), ...byName(own)]);
}

type ApiEnvironment = NonNullable<Awaited<ReturnType<GitHub["rest"]["repos"]["getAllEnvironments"]>>["data"]["environments"]>[number];

function reviewersOf({ protection_rules: rules }: ApiEnvironment): readonly string[] {
  return (rules ?? []).flatMap((rule) => ("reviewers" in rule ? (rule.reviewers ?? []) : [])).flatMap(({ reviewer }) => {
    if (!reviewer) return [];
    if ("login" in reviewer) return [`@${reviewer.login}`];
    return "slug" in reviewer ? [`team ${reviewer.slug}`] : [];
  });
}

function waitOf({ protection_rules: rules }: ApiEnvironment): number {
  return Math.max(0, ...(rules ?? []).map((rule) => ("wait_timer" in rule ? (rule.wait_timer ?? 0) : 0)));
}

function fullRef(name: string, type: string | undefined): string {
  if (name.startsWith("refs/")) return name;
  return type === "tag" ? `refs/tags/${name}` : `refs/heads/${name}`;
}

/** Refs that an environment takes deployments from; undefined: they could not be read, so any may. */
async function refsOf(name: Name, environment: ApiEnvironment, branches: readonly string[] | null, github: GitHub, attempt: Attempt): Promise<readonly string[] | null> {
  const policy = environment.deployment_branch_policy;
  if (!policy) return null;
  if (policy.protected_branches) return branches?.map((branch) => `refs/heads/${branch}`) ?? null;
  const list = await attempt(`deployment branches of environment ${environment.name}`, () =>
    github.paginate(github.rest.repos.listDeploymentBranchPolicies, { ...name, environment_name: environment.name, per_page: PAGE }));
  // Octokit's paginate unpacks the list by its key; the type keeps the page.
  const policies = list as unknown as readonly { readonly name?: string; readonly type?: string }[] | null;
  return policies?.flatMap((one) => (one.name === undefined ? [] : [fullRef(one.name, one.type)])) ?? null;
}

async function readEnvironment(name: Name, environment: ApiEnvironment, branches: readonly string[] | null, github: GitHub, attempt: Attempt): Promise<OnlineEnvironment> {
  const own = await attempt(`variables of environment ${environment.name}`, () =>
    github.paginate(github.rest.actions.listEnvironmentVariables, { ...name, environment_name: environment.name, per_page: 30 }));
  return {
    name: environment.name,
    reviewers: reviewersOf(environment),
    waitMinutes: waitOf(environment),
    refs: await refsOf(name, environment, branches, github, attempt),
    variables: own && byName(own),
  };
}

/**
 * Reads what GitHub knows beside the files: environments with reviewers, timers, branches and variables, the
 * repository's variables, protected branches. Names and values of variables; of secrets nothing.
 */
export async function readFacts(repository: RepositoryFacts, github: GitHub): Promise<ReadFacts> {
  const gaps: string[] = [];
  const attempt = attempts(github, gaps);
  const name = { owner: repository.owner, repo: repository.repo };
  const { repos } = github.rest;
  const protectedBranches = await attempt("protected branches", async () =>
    (await github.paginate(repos.listBranches, { ...name, protected: true, per_page: PAGE })).map((branch) => branch.name));
  const list = await attempt("environments", () => github.paginate(repos.getAllEnvironments, { ...name, per_page: PAGE }));
  const found = list as unknown as readonly ApiEnvironment[] | null;
  const environments: OnlineEnvironment[] = [];
  for (const one of found ?? []) environments.push(await readEnvironment(name, one, protectedBranches, github, attempt));
  const variables = await readVariables(name, github, attempt);
  return {
    facts: {
      repository: `${name.owner}/${name.repo}`,
      defaultBranch: repository.defaultBranch,
      environments: found && environments,
      variables,
      protectedBranches,
    },
    gaps,
  };
}
