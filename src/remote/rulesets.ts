import type { GitHub } from "../github/types.ts";
import type { LockedRefs } from "../model/online.ts";
import type { Attempt } from "./attempt.ts";
import type { RepositoryFacts } from "./types.ts";

type Ruleset = Awaited<ReturnType<GitHub["rest"]["repos"]["getRepoRuleset"]>>["data"];

/** An active ruleset over branches or tags, as far as it says who may reach what. */
export interface RefRules {
  readonly name: string;
  readonly kind: "branch" | "tag";
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Types of its rules: `creation`, `update`, `deletion`, `pull_request`, … */
  readonly rules: readonly string[];
  /** Who may get by; null: this token may not see it. */
  readonly bypass: readonly string[] | null;
}

const PAGE = 100;
const ROOT = { branch: "refs/heads/", tag: "refs/tags/" } as const;

/** A name as rulesets write it, without the part that says which kind; null for what is of no kind that is known. */
function nameOf(pattern: string, kind: RefRules["kind"], defaultBranch: string): string | null {
  if (pattern === "~ALL") return pattern;
  if (pattern === "~DEFAULT_BRANCH") return defaultBranch;
  return pattern.startsWith(ROOT[kind]) ? pattern.slice(ROOT[kind].length) : null;
}

/** Rules that hold; that a fork may fetch from its parent is a way to move a ref. */
function typesOf({ rules }: Ruleset): readonly string[] {
  return (rules ?? []).flatMap((rule) => {
    const fetches = rule.type === "update" && rule.parameters?.update_allows_fetch_and_merge === true;
    return fetches ? [] : [rule.type];
  });
}

function refRules(ruleset: Ruleset, kind: RefRules["kind"], defaultBranch: string): RefRules {
  const { ref_name: names } = (ruleset.conditions ?? {}) as {
    readonly ref_name?: { readonly include?: string[]; readonly exclude?: string[] };
  };
  const read = (list: readonly string[] | undefined): (string | null)[] =>
    (list ?? []).map((one) => nameOf(one, kind, defaultBranch));
  const exclude = read(names?.exclude);
  const actors =
    ruleset.bypass_actors?.map(({ actor_type: type, actor_id: id }) => `${type}${id ? ` ${id}` : ""}`) ?? null;
  return {
    name: ruleset.name,
    kind,
    bypass: actors,
    // An exception that is not understood may be about any name, so that nothing is certain of the rest.
    rules: exclude.includes(null) ? [] : typesOf(ruleset),
    include: read(names?.include).filter((one) => one !== null),
    exclude: exclude.filter((one) => one !== null),
  };
}

/**
 * Reads the rulesets of a repository and of those above it that are in force: one request for the list and one for
 * each. Null where the list cannot be read.
 */
export async function readRulesets(
  { owner, repo, defaultBranch }: RepositoryFacts,
  github: GitHub,
  attempt: Attempt,
): Promise<readonly RefRules[] | null> {
  const { repos } = github.rest;
  const list = await attempt("rulesets", () =>
    github.paginate(repos.getRepoRulesets, { owner, repo, includes_parents: true, per_page: PAGE }),
  );
  if (list === null) return null;
  const found: RefRules[] = [];
  for (const { id, name, target, enforcement } of list) {
    if (enforcement !== "active" || (target !== "branch" && target !== "tag")) continue;
    const whole = await attempt(`ruleset ${name}`, () =>
      repos.getRepoRuleset({ owner, repo, ruleset_id: id, includes_parents: true }),
    );
    if (whole !== null) found.push(refRules(whole.data, target, defaultBranch));
  }
  return found;
}

/** The beginning that every name of a pattern has. */
function fixedPart(pattern: string): string {
  return pattern === "~ALL" ? "" : (/^[^*?[\\]*/u.exec(pattern)?.[0] ?? "");
}

/** Names of refs that are there today and begin like one of the patterns; null where they cannot be read. */
async function existingRefs(
  { kind, include }: RefRules,
  { owner, repo }: RepositoryFacts,
  github: GitHub,
  attempt: Attempt,
): Promise<readonly string[] | null> {
  const names: string[] = [];
  const root = ROOT[kind];
  for (const prefix of new Set(include.map(fixedPart))) {
    const ref = `${root.slice("refs/".length)}${prefix}`;
    const answer = await attempt(`refs/${ref}*`, () =>
      github.paginate(github.rest.git.listMatchingRefs, { owner, repo, ref }),
    );
    if (answer === null) return null;
    names.push(...answer.map((one) => one.ref.slice(root.length)));
  }
  return names;
}

/** What a ruleset that lets nobody by takes out of reach; null: it locks nothing, or its refs could not be read. */
export async function lockOf(
  ruleset: RefRules,
  repository: RepositoryFacts,
  github: GitHub,
  attempt: Attempt,
): Promise<LockedRefs | null> {
  const { kind, include, exclude, rules, bypass } = ruleset;
  const [creation, update, deletion] = ["creation", "update", "deletion"].map((type) => rules.includes(type)) as [
    boolean,
    boolean,
    boolean,
  ];
  if (bypass === null || bypass.length > 0 || include.length === 0 || (!creation && !update)) return null;
  const existing = await existingRefs(ruleset, repository, github, attempt);
  return existing && { kind, include, exclude, creation, update, deletion, existing };
}

const VERBS: Readonly<Record<string, string>> = { creation: "made", update: "moved", deletion: "deleted" };

/** Who may reach the refs of a ruleset, in one line; null where it is not about that. */
export function reachOf({ name, kind, include, exclude, rules, bypass }: RefRules): string | null {
  const verbs = Object.keys(VERBS)
    .filter((type) => rules.includes(type))
    .map((type) => VERBS[type] ?? "");
  const merged = rules.includes("pull_request") ? ["moved by pull requests"] : [];
  if (verbs.length + merged.length === 0) return null;
  const by = bypass === null ? "those whom this token may not see" : bypass.length === 0 ? "nobody" : bypass.join(", ");
  const but = exclude.length > 0 ? ` but ${exclude.join(", ")}` : "";
  const what = `${kind === "branch" ? "branches" : "tags"} ${include.join(", ")}${but}`;
  const only = [...(verbs.length > 0 ? [`${verbs.join(", ")} by ${by} only`] : []), ...merged];
  return `${what}: ${only.join("; ")} (ruleset ${name})`;
}
