import type { Filter, Flow, Input, Repo, Trigger } from "../description.ts";
import type { Plain } from "./evaluate.ts";
import { lets } from "./filters.ts";
import { commitOf, FIRST_RUN, MANY, type Pool } from "./pool.ts";
import { select, type Dimension } from "./select.ts";

/** One concrete run of a workflow: everything that its event decides. */
export interface Start {
  readonly flow: Flow;
  /** The pull request that it is about. */
  readonly pull: Pull | null;
  /** What its pull request goes through once, where that starts the run and the repository looks at its number. */
  readonly once: string | null;
  readonly event: string;
  readonly github: Readonly<Record<string, Plain>>;
  readonly inputs: Readonly<Record<string, Plain>>;
  /** Something in its workflow looks at the commit. */
  readonly asksCommit: boolean;
}

/** One branch, one pull request (the audit's convention for branches of forks with one name), and the other way round. */
export interface Pull {
  readonly head: string;
  readonly number: number;
}

/** Which values of a run the repository looks at; all others are the same in every run. */
export interface Uses {
  readonly ref: boolean;
  readonly pull: boolean;
  readonly number: boolean;
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
    number: /github\.(?:ref\b|ref_name|event\.(?:number|pull_request\.number))/u.test(text),
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

/** All concrete runs of the repository that are worth telling apart, at most so many of each way to start one. */
export function startsOf(repo: Repo, pool: Pool, most: number): readonly Start[] {
  return repo.workflows.flatMap((flow, index) => {
    const uses = usesOf(flow, repo);
    return flow.on.flatMap((trigger, at) => {
      const ways = spacesOf(flow, trigger, pool, uses).map(({ dimensions, make }) =>
        select(dimensions, pool.joint, most).flatMap(make),
      );
      return numbered(ways, uses, 10_000 * (index * 9 + at + 1), Math.max(REPEATED, pool.joint.length));
    });
  });
}

/** So many runs of one way to start are repeated with other numbers and commits, as are those that somebody claims. */
const REPEATED = 12;

/**
 * Every run has a number of its own; where the repository looks at it, several runs of some kinds are wanted, and any
 * may be the one whose number somebody types later. Where it looks at the commit, as many of different commits and as
 * many of one are wanted, and the one that a run's other values name.
 */
function numbered(ways: readonly (readonly Start[])[], uses: Uses, base: number, repeated: number): readonly Start[] {
  const copies = uses.sha ? 2 * MANY - 1 : uses.runId ? MANY : 1;
  const commits = Array.from({ length: copies }, (_, copy) => commitOf(copy < MANY ? copy : 0));
  let id = base;
  const fresh = (): string => String((id += 1));
  return ways.flatMap((starts) =>
    starts.flatMap((start, index) => {
      const named = uses.sha ? commitsIn(start) : [];
      const usual = index < repeated ? commits : [commitOf(uses.sha ? index % MANY : 0)];
      const own = [...usual, ...named].map((sha) => ({ number: fresh(), sha }));
      // Nobody types the number of the run that is only just starting.
      const isFirst = uses.runId && !JSON.stringify(start.inputs).includes(FIRST_RUN);
      const all = isFirst ? [...own, { number: FIRST_RUN, sha: commitOf(0) }] : own;
      return all.map(({ number, sha }) => ({
        ...start,
        github: { ...start.github, run_id: number, run_number: `${number}07`, sha },
      }));
    }),
  );
}

/** Commits after which something of a run is named. */
function commitsIn({ github, inputs }: Start): ReadonlySet<string> {
  return new Set(JSON.stringify([github, inputs]).match(/[0-9a-f]{40}/gu));
}

/** Runs of a trigger: any value of each dimension with any of the others. */
interface Space {
  readonly dimensions: readonly Dimension[];
  readonly make: (values: Readonly<Record<string, Plain>>) => readonly Start[];
}

function spacesOf(flow: Flow, trigger: Trigger, pool: Pool, uses: Uses): readonly Space[] {
  const at = (github: Record<string, Plain>, inputs: Record<string, Plain> = {}): Start => ({
    flow,
    pull: null,
    once: null,
    event: trigger.event,
    inputs,
    asksCommit: uses.sha,
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
  const one = (github: Record<string, Plain>): Space => ({ dimensions: [], make: () => [at(github)] });
  switch (trigger.event) {
    case "push":
      return [
        ...pushed(trigger.branches, trigger.tags, pool, uses, "heads"),
        ...pushed(trigger.tags, trigger.branches, pool, uses, "tags"),
      ].map(({ dimensions, refOf: ref }) => ({ dimensions, make: (values) => [at(ref(values))] }));
    case "pull_request":
    case "pull_request_target":
      return pulls(trigger, pool, uses).map(({ dimensions, github, action, asked }) => ({
        dimensions,
        make: (values) => {
          const head = String(values["head"]);
          return numbersOf(head, pool, uses).map((number) => ({
            ...at(github(values, number)),
            pull: { head, number },
            once: asked && ONCE.has(action) ? `${flow.file} ${trigger.event} ${action}` : null,
          }));
        },
      }));
    case "workflow_dispatch":
      return (["heads", "tags"] as const).map((kind) => {
        const { dimensions, refOf: ref } = refs(pool, uses, kind);
        return {
          dimensions: [...dimensions, ...trigger.inputs.map((input) => inputValues(input, pool, uses))],
          make: (values) => {
            const inputs = Object.fromEntries(trigger.inputs.map(({ name }) => [name, values[`inputs.${name}`] ?? ""]));
            const typed = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)]));
            return [at({ ...ref(values), event: { inputs: typed } }, inputs)];
          },
        };
      });
    case "schedule":
      return [one({ ...onDefault, event: { schedule: "7 3 * * *" } })];
    case "repository_dispatch":
      return trigger.types.map((action) => one({ ...onDefault, event: { action } }));
    case "release": {
      const { dimensions, refOf: ref } = refs(pool, uses, "tags");
      return [
        {
          dimensions,
          make: (values) => {
            const github = ref(values);
            return [at({ ...github, event: { action: "published", release: { tag_name: github["ref_name"] ?? "" } } })];
          },
        },
      ];
    }
    case "workflow_run": {
      const heads = first(
        pool.refs.filter((name) => lets(trigger.branches, name)),
        uses.pull,
      );
      return [
        {
          dimensions: [{ key: "run-branch", values: heads }],
          make: (values) => [
            at({
              ...onDefault,
              event: { action: "completed", workflow_run: { head_branch: values["run-branch"] ?? "" } },
            }),
          ],
        },
      ];
    }
    case "workflow_call":
      return [];
  }
}

function first<T>(list: readonly T[], all: boolean): readonly T[] {
  return all ? list : list.slice(0, 1);
}

/** The ref of a run that has nothing else to choose. */
interface RefChoice {
  readonly dimensions: readonly Dimension[];
  readonly refOf: (values: Readonly<Record<string, Plain>>) => Record<string, Plain>;
}

function refs(pool: Pool, uses: Uses, kind: "heads" | "tags", filter?: Filter): RefChoice {
  const key = kind === "heads" ? "branch" : "tag";
  const values = first(
    pool.refs.filter((name) => lets(filter, name) && (kind === "heads" || name.toLowerCase() !== "main")),
    uses.ref,
  );
  return {
    dimensions: [{ key, values }],
    refOf: ({ [key]: name }) => ({ ref: `refs/${kind}/${String(name)}`, ref_name: name ?? "" }),
  };
}

/** Filters of only one kind of ref shut the other kind out. */
function pushed(
  own: Filter | undefined,
  other: Filter | undefined,
  pool: Pool,
  uses: Uses,
  kind: "heads" | "tags",
): readonly RefChoice[] {
  return !own && other ? [] : [refs(pool, uses, kind, own)];
}

/** Nobody opens a pull request twice, nor closes it again while the run of its first closing is at work. */
const ONCE = new Set(["opened", "closed"]);

interface PullChoice {
  readonly action: string;
  /** Which activity and which number it is, is looked at; else one stands for all. */
  readonly asked: boolean;
  readonly dimensions: readonly Dimension[];
  readonly github: (values: Readonly<Record<string, Plain>>, number: number) => Record<string, Plain>;
}

/** Pull requests: each branch may be that of one, or of another. */
function pulls(
  trigger: Trigger & { event: "pull_request" | "pull_request_target" },
  pool: Pool,
  uses: Uses,
): readonly PullChoice[] {
  const bases = pool.refs.filter((name) => lets(trigger.branches, name));
  const types = first(trigger.types ?? ["opened", "synchronize"], uses.action || trigger.types !== undefined);
  const ways = types.flatMap((action) =>
    action === "closed"
      ? [
          { action, merged: true },
          { action, merged: false },
        ]
      : [{ action, merged: false }],
  );
  const asked = uses.number && (uses.action || trigger.types !== undefined);
  return ways.map(({ action, merged }) => ({
    action,
    asked,
    dimensions: [
      { key: "base", values: first(bases, uses.base) },
      { key: "head", values: first(pool.refs, uses.pull) },
    ],
    github: (values, number) => {
      const [base, head] = [String(values["base"]), String(values["head"])];
      return {
        head_ref: head,
        base_ref: base,
        ...refOf(trigger.event, number, base, merged),
        event: { action, number, pull_request: { number, merged, head: { ref: head } } },
      };
    },
  }));
}

/**
 * Numbers that the pull request of a branch may have: one that no other has, those that the branch is called by, and
 * those that somebody claims for it.
 */
function numbersOf(head: string, { joint }: Pool, uses: Uses): readonly number[] {
  const own = [...head].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 900_000, 7) + 1_000_000;
  if (!uses.number) return [own];
  const called = head.match(/(?<!\d)[1-9]\d{0,5}(?!\d)/gu) ?? [];
  const claimed = joint.filter((choice) => choice["head"] === head).flatMap(({ pr }) => (pr === undefined ? [] : [pr]));
  return [...new Set([own, ...called.slice(0, 2).map(Number), ...claimed.map(Number)])];
}

function refOf(event: string, number: number, base: string, merged: boolean): Record<string, Plain> {
  if (event === "pull_request_target") return { ref: "refs/heads/main", ref_name: "main" };
  if (merged) return { ref: `refs/heads/${base}`, ref_name: base };
  return { ref: `refs/pull/${number}/merge`, ref_name: `${number}/merge` };
}

/** The same run for another pull request of the same branch. */
export function ofAnother(start: Start): Start {
  const [own, other] = [start.pull?.number, (start.pull?.number ?? 0) + 17];
  const event = start.github["event"] as Record<string, Plain>;
  const pull = event["pull_request"] as Record<string, Plain>;
  const named = (key: string): Plain =>
    String(start.github[key]).replace(new RegExp(`(^|/)${own}/merge$`, "u"), `$1${other}/merge`);
  return {
    ...start,
    github: {
      ...start.github,
      ref: named("ref"),
      ref_name: named("ref_name"),
      event: { ...event, number: other, pull_request: { ...pull, number: other } },
    },
  };
}

function inputValues({ name, type, options }: Input, pool: Pool, uses: Uses): Dimension {
  const values: readonly Plain[] = type === "boolean" ? [true, false] : type === "choice" ? options : pool.words;
  return { key: `inputs.${name}`, values: first(values, uses.inputs.has(name)) };
}
