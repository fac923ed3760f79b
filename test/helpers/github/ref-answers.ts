import type { Address } from "./answers.ts";
import { example } from "./openapi.ts";
import type { FakeProtection, FakeRuleset } from "./state.ts";

type Json = Record<string, unknown>;

/** Protected branches with what their rules say; null: only rulesets protect it. */
export function protectionsOf({
  repository: { protectedBranches: given = [] },
}: Address): ReadonlyMap<string, FakeProtection | null> {
  return new Map(
    Array.isArray(given)
      ? (given as string[]).map((name) => [name, {}])
      : Object.entries(given as Readonly<Record<string, FakeProtection | null>>),
  );
}

/** Required by the description, and missing in its own examples. */
function withChecks(protection: Json): Json {
  return { ...(protection["required_status_checks"] as Json), checks: [] };
}

export function branchAnswer([name, protection]: readonly [string, FakeProtection | null]): Json {
  const [sample] = example<Json[]>("short-branch-with-protection-items") as [Json];
  const shown = sample["protection"] as Json;
  return {
    ...sample,
    name,
    protection: { ...shown, required_status_checks: withChecks(shown), enabled: protection !== null },
  };
}

export function protectionAnswer({ lock, admins, reviews, users, teams }: FakeProtection): Json {
  const { restrictions, required_pull_request_reviews: asked, ...sample } = example<Json>("branch-protection");
  const limits = restrictions as { readonly users: [Json]; readonly teams: [Json] };
  const enforced = sample["enforce_admins"] as Json;
  const limited = users !== undefined || teams !== undefined;
  return {
    ...sample,
    required_status_checks: withChecks(sample),
    enforce_admins: { ...enforced, enabled: admins === true },
    lock_branch: { enabled: lock === true },
    allow_deletions: { enabled: false },
    allow_fork_syncing: { enabled: false },
    ...(reviews ? { required_pull_request_reviews: { ...(asked as Json), dismissal_restrictions: undefined } } : {}),
    ...(limited
      ? {
          restrictions: {
            ...limits,
            apps: [],
            users: (users ?? []).map((login) => ({ ...limits.users[0], login })),
            teams: (teams ?? []).map((slug) => ({ ...limits.teams[0], slug, type: "organization" })),
          },
        }
      : {}),
  };
}

export function rulesetAnswer(ruleset: FakeRuleset, index: number, isWhole: boolean): Json {
  const { bypass_actors: _none, conditions: _some, rules: _rules, ...sample } = example<Json>("repository-ruleset");
  const short = {
    ...sample,
    id: index + 1,
    name: ruleset.name,
    target: ruleset.target,
    enforcement: ruleset.enforcement ?? "active",
  };
  if (!isWhole) return short;
  const bypass = ruleset.bypass?.map((type, at) => ({ actor_id: at + 1, actor_type: type, bypass_mode: "always" }));
  return {
    ...short,
    conditions: { ref_name: { include: ruleset.include, exclude: ruleset.exclude ?? [] } },
    rules: ruleset.rules.map((type) => ({ type })),
    ...(bypass ? { bypass_actors: bypass } : {}),
  };
}

/** Refs that begin like this one: `heads/release/`, `tags/v`. */
export function refAnswers({ repository }: Address, beginning: string): readonly Json[] {
  const [sample] = example<Json[]>("git-ref-items") as [Json];
  const all = [
    ...(repository.branches ?? [repository.defaultBranch ?? "main"]).map((name) => `heads/${name}`),
    ...(repository.tags ?? []).map((name) => `tags/${name}`),
  ];
  return all.filter((ref) => ref.startsWith(beginning)).map((ref) => ({ ...sample, ref: `refs/${ref}` }));
}
