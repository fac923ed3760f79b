import { example } from "./openapi.ts";
import {
  blobAnswer,
  contentAnswer,
  environmentAnswer,
  jobAnswer,
  repositoryAnswer,
  runAnswer,
  treeAnswer,
  variableAnswer,
  type Address,
} from "./answers.ts";
import { branchAnswer, protectionAnswer, protectionsOf, refAnswers, rulesetAnswer } from "./ref-answers.ts";
import { time, type FakeEnvironment } from "./state.ts";

/** A list that GitHub gives in pages, under this key of an object or as an array. */
export interface Pages {
  readonly list: readonly unknown[];
  readonly key: string | null;
}

export type Answer = { readonly json: unknown } | { readonly pages: Pages } | { readonly refused: string } | null;

interface Route {
  readonly template: string;
  readonly answer: (address: Address, parts: readonly string[], query: URLSearchParams) => Answer;
}

const json = (value: unknown): Answer => (value === null ? null : { json: value });

function environmentOf({ repository }: Address, name: string): FakeEnvironment | null {
  return repository.environments?.[name] ?? null;
}

function branchesOf(address: Address): Answer {
  return { pages: { list: [...protectionsOf(address)].map(branchAnswer), key: null } };
}

function rulesetsOf({ repository }: Address): Answer {
  return {
    pages: { list: (repository.rulesets ?? []).map((one, index) => rulesetAnswer(one, index, false)), key: null },
  };
}

function protectionOf(address: Address, branch: string): Answer {
  const found = protectionsOf(address).get(branch);
  return found ? json(protectionAnswer(found)) : { refused: "Branch not protected" };
}

function policiesOf(address: Address, name: string): Answer {
  const { branches } = environmentOf(address, name) ?? {};
  if (!Array.isArray(branches)) return null;
  const list = (branches as string[]).map((one, id) => ({
    id,
    node_id: "n",
    name: one.replace(/^tag:/, ""),
    type: one.startsWith("tag:") ? "tag" : "branch",
  }));
  return { pages: { list, key: "branch_policies" } };
}

function variables(values: Readonly<Record<string, string>> | undefined): Answer {
  return { pages: { list: Object.entries(values ?? {}).map(variableAnswer), key: "variables" } };
}

/** Runs in the order of GitHub, newest first, within the dates of `created`. */
function runsOf(address: Address, query: URLSearchParams): Answer {
  const [from = "", to = ""] = (query.get("created") ?? "").replace(/^>=(.*)$/, "$1..").split("..");
  const runs = (address.repository.runs ?? [])
    .filter(({ created }) => (from === "" || time(created) >= from) && (to === "" || to === "*" || time(created) <= to))
    .sort((a, b) => b.created - a.created);
  return { pages: { list: runs.map((run) => runAnswer(address, run)), key: "workflow_runs" } };
}

function runOf(
  address: Address,
  id: string | undefined,
): NonNullable<Address["repository"]["runs"]>[number] | undefined {
  return address.repository.runs?.find((run) => run.id === Number(id));
}

function jobsOf(address: Address, id: string | undefined): Answer {
  const run = runOf(address, id);
  return run
    ? { pages: { list: (run.jobs ?? []).map((job, index) => jobAnswer(address, run, job, index)), key: "jobs" } }
    : null;
}

function approvalsOf(address: Address, id: string | undefined): Answer {
  const run = runOf(address, id);
  if (!run) return null;
  const [sample] = example<Record<string, unknown>[]>("environment-approvals-items");
  const environment = (sample?.["environments"] as Record<string, unknown>[] | undefined)?.[0];
  return json(
    (run.approvals ?? []).map((one) => ({
      ...sample,
      state: "approved",
      environments: [{ ...environment, name: one.environment }],
      user: { ...(sample?.["user"] as object), login: one.user },
    })),
  );
}

/** What the fake answers, in the words of GitHub's description. */
const ROUTES: readonly Route[] = [
  { template: "/repos/{owner}/{repo}", answer: (address) => json(repositoryAnswer(address)) },
  {
    template: "/repos/{owner}/{repo}/git/trees/{tree_sha}",
    answer: (address, [ref = ""], query) => json(treeAnswer(address, ref, query.has("recursive"))),
  },
  {
    template: "/repos/{owner}/{repo}/git/blobs/{file_sha}",
    answer: (address, [sha = ""]) => json(blobAnswer(address, sha)),
  },
  {
    template: "/repos/{owner}/{repo}/contents/{path}",
    answer: (address, [path = ""], query) => json(contentAnswer(address, query.get("ref") ?? "HEAD", path)),
  },
  { template: "/repos/{owner}/{repo}/branches", answer: (address) => branchesOf(address) },
  {
    template: "/repos/{owner}/{repo}/branches/{branch}/protection",
    answer: (address, [branch = ""]) => protectionOf(address, branch),
  },
  { template: "/repos/{owner}/{repo}/rulesets", answer: (address) => rulesetsOf(address) },
  {
    template: "/repos/{owner}/{repo}/rulesets/{ruleset_id}",
    answer: ({ repository }, [id]) => {
      const found = repository.rulesets?.[Number(id) - 1];
      return json(found ? rulesetAnswer(found, Number(id) - 1, true) : null);
    },
  },
  {
    template: "/repos/{owner}/{repo}/git/matching-refs/{ref}",
    answer: (address, [ref = ""]) => ({ pages: { list: refAnswers(address, ref), key: null } }),
  },
  {
    template: "/repos/{owner}/{repo}/environments",
    answer: ({ repository }) => ({
      pages: { list: Object.entries(repository.environments ?? {}).map(environmentAnswer), key: "environments" },
    }),
  },
  {
    template: "/repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies",
    answer: (address, [name = ""]) => policiesOf(address, name),
  },
  {
    template: "/repos/{owner}/{repo}/environments/{environment_name}/variables",
    answer: (address, [name = ""]) => variables(environmentOf(address, name)?.variables),
  },
  { template: "/repos/{owner}/{repo}/actions/variables", answer: ({ repository }) => variables(repository.variables) },
  {
    template: "/repos/{owner}/{repo}/actions/organization-variables",
    answer: ({ repository }) => variables(repository.organizationVariables),
  },
  { template: "/repos/{owner}/{repo}/actions/runs", answer: (address, _parts, query) => runsOf(address, query) },
  { template: "/repos/{owner}/{repo}/actions/runs/{run_id}/jobs", answer: (address, [id]) => jobsOf(address, id) },
  {
    template: "/repos/{owner}/{repo}/actions/runs/{run_id}/approvals",
    answer: (address, [id]) => approvalsOf(address, id),
  },
  {
    template: "/repos/{owner}/{repo}/compare/{basehead}",
    answer: ({ repository }, [basehead = ""]) => {
      const base = basehead.split("...")[0] ?? "";
      const sample = example<Record<string, unknown>>("commit-comparison");
      const named = repository.refs?.[base] === undefined ? null : base;
      return named === null
        ? null
        : json({ ...sample, merge_base_commit: { ...(sample["merge_base_commit"] as object), sha: named } });
    },
  },
];

function patternOf(template: string): RegExp {
  const inner = template
    .replace("/repos/{owner}/{repo}", "")
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name === "path" || name === "ref" ? "(.+)" : "([^/]+)"));
  return new RegExp(`^${inner}$`);
}

const COMPILED = ROUTES.map((route) => ({ ...route, pattern: patternOf(route.template) }));

/** The route of a path below a repository, with what fills its gaps. */
export function routeFor(
  below: string,
): { readonly template: string; readonly answer: (address: Address, query: URLSearchParams) => Answer } | null {
  for (const { template, pattern, answer } of COMPILED) {
    const match = pattern.exec(below);
    if (match)
      return { template, answer: (address, query) => answer(address, match.slice(1).map(decodeURIComponent), query) };
  }
  return null;
}
