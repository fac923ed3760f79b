import type { GitHub } from "../github/types.ts";
import type { LockedRefs, OnlineEnvironment, OnlineFacts } from "../model/online.ts";
import { attempts, type Attempt } from "./attempt.ts";
import { readProtectedBranches, readProtections, type ProtectedBranch } from "./protections.ts";
import { lockOf, reachOf, readRulesets, type RefRules } from "./rulesets.ts";
import type { RepositoryFacts } from "./types.ts";

/** Facts, and a line for each that could not be read. */
export interface ReadFacts {
  readonly facts: OnlineFacts;
  readonly gaps: readonly string[];
}

type Name = Pick<RepositoryFacts, "owner" | "repo">;

const PAGE = 100;

function byName(list: readonly { readonly name: string; readonly value: string }[]): ReadonlyMap<string, string> {
  return new Map(list.map(({ name, value }) => [name.toUpperCase(), value]));
}

/** Variables that every job sees: the organisation's that reach this repository, and its own over them. */
async function readVariables(
  name: Name,
  github: GitHub,
  attempt: Attempt,
): Promise<ReadonlyMap<string, string> | null> {
  const { actions } = github.rest;
  const own = await attempt("the repository's variables", () =>
    github.paginate(actions.listRepoVariables, { ...name, per_page: 30 }),
  );
  const above = await attempt("the organisation's variables", () =>
    github.paginate(actions.listRepoOrganizationVariables, { ...name, per_page: 30 }),
  );
  return own === null || above === null ? null : new Map([...byName(above), ...byName(own)]);
}

type ApiEnvironment = NonNullable<
  Awaited<ReturnType<GitHub["rest"]["repos"]["getAllEnvironments"]>>["data"]["environments"]
>[number];

function reviewersOf({ protection_rules: rules }: ApiEnvironment): readonly string[] {
  return (rules ?? [])
    .flatMap((rule) => ("reviewers" in rule ? (rule.reviewers ?? []) : []))
    .flatMap(({ reviewer }) => {
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

/** What decides which branches are protected; null: it could not be read. */
interface Protecting {
  readonly branches: readonly ProtectedBranch[] | null;
  readonly rulesets: readonly RefRules[] | null;
}

/**
 * Refs that an environment for protected branches takes: those protected today and those that a ruleset is about.
 * Where no branch has a protection rule, all may deploy (docs "Deployments and environments"). Null: any.
 */
function protectedRefs({ branches, rulesets }: Protecting): readonly string[] | null {
  if (branches === null || rulesets === null || !branches.some(({ byRule }) => byRule)) return null;
  const ruled = rulesets
    .filter(({ kind }) => kind === "branch")
    .flatMap(({ include }) => include.map((name) => (name === "~ALL" ? "*" : name)));
  return [...new Set([...branches.map(({ name }) => name), ...ruled])].map((name) => `refs/heads/${name}`);
}

/** Refs that an environment takes deployments from; null: any, or they could not be read. */
async function refsOf(
  name: Name,
  environment: ApiEnvironment,
  protecting: Protecting,
  github: GitHub,
  attempt: Attempt,
): Promise<readonly string[] | null> {
  const policy = environment.deployment_branch_policy;
  if (!policy) return null;
  if (policy.protected_branches) return protectedRefs(protecting);
  const list = await attempt(`deployment branches of environment ${environment.name}`, () =>
    github.paginate(github.rest.repos.listDeploymentBranchPolicies, {
      ...name,
      environment_name: environment.name,
      per_page: PAGE,
    }),
  );
  // Octokit's paginate unpacks the list by its key; the type keeps the page.
  const policies = list as unknown as readonly { readonly name?: string; readonly type?: string }[] | null;
  return policies?.flatMap((one) => (one.name === undefined ? [] : [fullRef(one.name, one.type)])) ?? null;
}

async function readEnvironment(
  name: Name,
  environment: ApiEnvironment,
  protecting: Protecting,
  github: GitHub,
  attempt: Attempt,
): Promise<OnlineEnvironment> {
  const own = await attempt(`variables of environment ${environment.name}`, () =>
    github.paginate(github.rest.actions.listEnvironmentVariables, {
      ...name,
      environment_name: environment.name,
      per_page: 30,
    }),
  );
  return {
    name: environment.name,
    reviewers: reviewersOf(environment),
    waitMinutes: waitOf(environment),
    refs: await refsOf(name, environment, protecting, github, attempt),
    variables: own && byName(own),
  };
}

/** A rule's pattern is not in the API: which branches it will protect once they are there, nobody can read. */
function assumed(environments: readonly ApiEnvironment[], { branches, rulesets }: Protecting): readonly string[] {
  const refs = protectedRefs({ branches, rulesets });
  if (refs === null) return [];
  const names = environments.filter((one) => one.deployment_branch_policy?.protected_branches).map(({ name }) => name);
  const now = refs.map((ref) => ref.slice("refs/heads/".length)).join(", ");
  return names.map(
    (name) => `environment ${name} takes protected branches: taken for ${now}, which are protected today`,
  );
}

function lockedLine({ kind, include, creation }: LockedRefs): string {
  const names = `${kind === "branch" ? "branches" : "tags"} ${include.join(", ")}`;
  return creation
    ? `nobody may make ${names} any more: only those that are there today count`
    : `nobody may push to ${names} any more`;
}

/**
 * Reads what GitHub knows beside the files: environments with reviewers, timers, branches and variables, the
 * repository's variables, who may reach which branches and tags. Names and values of variables; of secrets nothing.
 */
export async function readFacts(repository: RepositoryFacts, github: GitHub): Promise<ReadFacts> {
  const gaps: string[] = [];
  const attempt = attempts(github, gaps);
  const name = { owner: repository.owner, repo: repository.repo };
  const { repos } = github.rest;
  const branches = await readProtectedBranches(repository, github, attempt);
  const protections = await readProtections(branches ?? [], repository, github, attempt);
  const rulesets = await readRulesets(repository, github, attempt);
  const locks: (LockedRefs | null)[] = [];
  for (const one of rulesets ?? []) locks.push(await lockOf(one, repository, github, attempt));
  const locked = [...protections.locked, ...locks.filter((one) => one !== null)];
  const list = await attempt("environments", () =>
    github.paginate(repos.getAllEnvironments, { ...name, per_page: PAGE }),
  );
  const found = list as unknown as readonly ApiEnvironment[] | null;
  const protecting = { branches, rulesets };
  const environments: OnlineEnvironment[] = [];
  for (const one of found ?? []) environments.push(await readEnvironment(name, one, protecting, github, attempt));
  const variables = await readVariables(name, github, attempt);
  const reach = [...protections.reach, ...(rulesets ?? []).map(reachOf).filter((line) => line !== null)];
  return {
    facts: {
      repository: `${name.owner}/${name.repo}`,
      defaultBranch: repository.defaultBranch,
      environments: found && environments,
      variables,
      locked,
      reach,
      assumptions: [...assumed(found ?? [], protecting), ...locked.map(lockedLine)],
    },
    gaps,
  };
}
