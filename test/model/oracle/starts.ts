import type { Filter, Flow, Input, Repo, Trigger } from "../description.ts";
import type { Plain } from "./evaluate.ts";
import { lets } from "./filters.ts";
import { commitOf, MANY, type Pool } from "./pool.ts";

/** One concrete run of a workflow: everything that its event decides. */
export interface Start {
  readonly flow: Flow;
  readonly event: string;
  readonly github: Readonly<Record<string, Plain>>;
  readonly inputs: Readonly<Record<string, Plain>>;
}

/** Which values of a run the repository looks at; all others are the same in every run. */
export interface Uses {
  readonly ref: boolean;
  readonly pull: boolean;
  readonly base: boolean;
  readonly action: boolean;
  readonly sha: boolean;
  readonly runId: boolean;
  readonly inputs: ReadonlySet<string>;
}

function usesOf(flow: Flow, repo: Repo): Uses {
  const text = JSON.stringify(reachable(flow, repo));
  return {
    ref: /github\.ref/u.test(text),
    pull: /github\.(ref|head_ref|base_ref|event\.)/u.test(text),
    base: /github\.base_ref|github\.ref/u.test(text),
    action: text.includes("event.action"),
    sha: text.includes("github.sha"),
    runId: text.includes("github.run_"),
    inputs: new Set([...text.matchAll(/inputs\.(\w+)/gu)].map((match) => match[1] ?? "")),
  };
}

/** A workflow and everything that it calls. */
function reachable(flow: Flow, repo: Repo): readonly Flow[] {
  const files = flow.jobs.flatMap(({ body }) => (body.kind === "call" ? [body.file] : []));
  return [
    flow,
    ...repo.workflows.filter(({ file }) => files.includes(file)).flatMap((callee) => reachable(callee, repo)),
  ];
}

/** How many runs of a trigger are tried, and how many values of a list at least. */
export interface Effort {
  readonly runs: number;
  readonly values: number;
}

export const USUAL: Effort = { runs: 56, values: 24 };
/** Where the audit claims what the usual runs do not show. */
export const THOROUGH: Effort = { runs: 1_500, values: 64 };

/** All concrete runs of the repository that are worth telling apart; lists of values shrink where there are too many. */
export function startsOf(repo: Repo, pool: Pool, effort: Effort): readonly Start[] {
  return repo.workflows.flatMap((flow, index) => {
    const uses = usesOf(flow, repo);
    return flow.on.flatMap((trigger, at) =>
      numbered(someStarts(flow, trigger, pool, uses, effort), uses, 10_000 * (index * 9 + at + 1), pool),
    );
  });
}

function someStarts(flow: Flow, trigger: Trigger, pool: Pool, uses: Uses, effort: Effort): readonly Start[] {
  for (let size = Math.max(64, effort.values * 2); ; size = Math.ceil(size * 0.7)) {
    const starts = startsOfTrigger(
      flow,
      trigger,
      { refs: pool.refs.slice(0, size), words: pool.words.slice(0, size) },
      uses,
    );
    const copies = copiesOf(uses);
    if (starts.length * copies <= effort.runs * Math.sqrt(copies) || size <= effort.values) return starts;
  }
}

function copiesOf(uses: Uses): number {
  return uses.sha ? 2 * MANY - 1 : uses.runId ? MANY : 1;
}

/**
 * Every run has a number of its own; where the repository looks at it, several runs of each kind are wanted, and where
 * it looks at the commit, as many of different commits and as many of one.
 */
function numbered(starts: readonly Start[], uses: Uses, base: number, pool: Pool): readonly Start[] {
  const named = uses.sha ? new Set(pool.words.flatMap((word) => /[0-9a-f]{40}/u.exec(word)?.[0] ?? []).slice(0, 2)) : [];
  const commits = Array.from({ length: copiesOf(uses) }, (_, copy) => commitOf(copy < MANY ? copy : 0));
  let id = base;
  return starts.flatMap((start) =>
    [...commits, ...named].map((sha) => {
      id += 1;
      return { ...start, github: { ...start.github, run_id: String(id), run_number: `${id}07`, sha } };
    }),
  );
}

function startsOfTrigger(flow: Flow, trigger: Trigger, pool: Pool, uses: Uses): readonly Start[] {
  const at = (github: Record<string, Plain>, inputs: Record<string, Plain> = {}): Start => ({
    flow,
    event: trigger.event,
    inputs,
    github: {
      event_name: trigger.event,
      workflow: flow.name ?? flow.file,
      head_ref: "",
      base_ref: "",
      event: {},
      repository: "acme/shop",
      ...github,
    },
  });
  const onDefault = { ref: "refs/heads/main", ref_name: "main" };
  switch (trigger.event) {
    case "push":
      return [
        ...pushed(trigger.branches, trigger.tags, pool, uses, "heads"),
        ...pushed(trigger.tags, trigger.branches, pool, uses, "tags"),
      ].map((github) => at(github));
    case "pull_request":
    case "pull_request_target":
      return pulls(trigger, pool, uses).map((github) => at(github));
    case "workflow_dispatch":
      return [...refs(pool, uses, "heads"), ...refs(pool, uses, "tags")].flatMap((github) =>
        [...inputsOf(trigger.inputs, pool, uses), ...asRef(trigger.inputs, github)].map((inputs) =>
          at(
            {
              ...github,
              event: {
                inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)])),
              },
            },
            inputs,
          ),
        ),
      );
    case "schedule":
      return [at({ ...onDefault, event: { schedule: "7 3 * * *" } })];
    case "repository_dispatch":
      return trigger.types.map((action) => at({ ...onDefault, event: { action } }));
    case "release":
      return refs(pool, uses, "tags").map((github) =>
        at({ ...github, event: { action: "published", release: { tag_name: github["ref_name"] ?? "" } } }),
      );
    case "workflow_run":
      return first(
        pool.refs.filter((name) => lets(trigger.branches, name)),
        uses.pull,
      ).map((head) => at({ ...onDefault, event: { action: "completed", workflow_run: { head_branch: head } } }));
    case "workflow_call":
      return [];
  }
}

function first<T>(list: readonly T[], all: boolean): readonly T[] {
  return all ? list : list.slice(0, 1);
}

function refs(pool: Pool, uses: Uses, kind: "heads" | "tags", filter?: Filter): readonly Record<string, Plain>[] {
  return first(
    pool.refs.filter((name) => lets(filter, name)),
    uses.ref,
  ).map((name) => ({ ref: `refs/${kind}/${name}`, ref_name: name }));
}

/** Filters of only one kind of ref shut the other kind out. */
function pushed(
  own: Filter | undefined,
  other: Filter | undefined,
  pool: Pool,
  uses: Uses,
  kind: "heads" | "tags",
): readonly Record<string, Plain>[] {
  return !own && other ? [] : refs(pool, uses, kind, own);
}

/** Pull requests: of every branch one. */
function pulls(
  trigger: Trigger & { event: "pull_request" | "pull_request_target" },
  pool: Pool,
  uses: Uses,
): readonly Record<string, Plain>[] {
  const bases = pool.refs.filter((name) => lets(trigger.branches, name));
  const heads = first(pool.refs, uses.pull);
  const types = first(trigger.types ?? ["opened", "synchronize"], uses.action || trigger.types !== undefined);
  return first(bases.slice(0, 16), uses.base).flatMap((base) =>
    heads.flatMap((head) =>
      types.flatMap((action) => {
        const number = numberOf(head);
        const made = (merged: boolean): Record<string, Plain> => ({
          head_ref: head,
          base_ref: base,
          ...refOf(trigger.event, number, base, merged),
          event: { action, number, pull_request: { number, merged, head: { ref: head } } },
        });
        return action === "closed" ? [made(true), made(false)] : [made(false)];
      }),
    ),
  );
}

/** One branch, one pull request (the audit's convention for branches of forks with one name). */
function numberOf(head: string): number {
  const own = /(?:^|\D)(7[1-9])(?:\/merge)?$/u.exec(head)?.[1] ?? head;
  if (/^[1-9]\d{0,5}$/u.test(own)) return Number(own);
  return [...head].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 900_000, 7) + 1_000_000;
}

function refOf(event: string, number: number, base: string, merged: boolean): Record<string, Plain> {
  if (event === "pull_request_target") return { ref: "refs/heads/main", ref_name: "main" };
  if (merged) return { ref: `refs/heads/${base}`, ref_name: base };
  return { ref: `refs/pull/${number}/merge`, ref_name: `${number}/merge` };
}

/** Somebody types the branch's own name into every field. */
function asRef(inputs: readonly Input[], github: Readonly<Record<string, Plain>>): readonly Record<string, Plain>[] {
  if (!inputs.some(({ type }) => type === "string")) return [];
  return [
    Object.fromEntries(
      inputs.map(({ name, type, options }) => [
        name,
        type === "boolean" ? true : type === "choice" ? (options[0] ?? "") : (github["ref_name"] ?? ""),
      ]),
    ),
  ];
}

function inputsOf(inputs: readonly Input[], pool: Pool, uses: Uses): readonly Record<string, Plain>[] {
  return inputs.reduce<readonly Record<string, Plain>[]>(
    (known, input) => {
      const values: readonly Plain[] =
        input.type === "boolean" ? [true, false] : input.type === "choice" ? input.options : pool.words;
      return known.flatMap((one) =>
        first(values, uses.inputs.has(input.name)).map((value) => ({ ...one, [input.name]: value })),
      );
    },
    [{}],
  );
}
