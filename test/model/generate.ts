import fc from "fast-check";
import type { Filter, Flow, Input, Job, Repo, Step, Trigger } from "./description.ts";
import { atoms, condition, group, maybe, template, type Level } from "./texts.ts";

/** Small repositories and fresh names for their runs, in which a little of everything meets. */
export interface Drawn {
  readonly repo: Repo;
  readonly fresh: readonly string[];
}

const NAMES = ["main", "dev", "prod", "release/1", "v1", "Prod"];
const PATTERNS = ["main", "dev", "prod", "release/*", "release/**", "v*", "v[0-9]+", "**", "*", "fix?es"];
/** Names that conditions ask for, so that it shows when they are not taken out. */
const TAKEN_OUT = ["!main", "!release/1", "!release/*", "!prod", "!dev"];

const name = fc.constantFrom(...NAMES);
const patterns = (maxLength: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...PATTERNS), { minLength: 1, maxLength });
const filter: fc.Arbitrary<Filter> = fc.oneof(
  patterns(3).map((list): Filter => ({ mode: "only", patterns: list })),
  // What was taken out, a later pattern may let in again.
  fc
    .tuple(patterns(2), fc.constantFrom(...TAKEN_OUT), maybe(fc.constantFrom(...PATTERNS)))
    .map(([first, out, again]): Filter => ({ mode: "only", patterns: [...first, out, ...(again ? [again] : [])] })),
  fc
    .uniqueArray(fc.constantFrom(...PATTERNS.slice(0, 7)), { minLength: 1, maxLength: 2 })
    .map((list): Filter => ({ mode: "ignore", patterns: list })),
);
const optionalFilter = <K extends string>(key: K): fc.Arbitrary<{ [P in K]?: Filter }> =>
  maybe(filter, 3).map((one) => (one ? ({ [key]: one } as { [P in K]?: Filter }) : {}));

const input = (id: string): fc.Arbitrary<Input> =>
  fc.oneof(
    fc.record({
      name: fc.constant(id),
      type: fc.constant("string" as const),
      options: fc.constant([]),
      default: maybe(name),
    }),
    fc.record({
      name: fc.constant(id),
      type: fc.constant("boolean" as const),
      options: fc.constant([]),
      default: fc.constantFrom("true", "false", null),
    }),
    fc
      .uniqueArray(name, { minLength: 1, maxLength: 3 })
      .map((options): Input => ({ name: id, type: "choice", options, default: null })),
  );
const inputs: fc.Arbitrary<readonly Input[]> = fc.oneof(
  fc.constant([]),
  input("x").map((x) => [x]),
  fc.tuple(input("x"), input("y")),
);

const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(optionalFilter("branches"), optionalFilter("tags"))
      .map(([branches, tags]): Trigger => ({ event: "push", ...branches, ...tags })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom("pull_request" as const, "pull_request_target" as const),
        optionalFilter("branches"),
        maybe(fc.constantFrom(["closed" as const], ["opened" as const, "closed" as const])),
      )
      .map(([event, branches, types]): Trigger => ({ event, ...branches, ...(types ? { types } : {}) })),
  },
  { weight: 4, arbitrary: inputs.map((list): Trigger => ({ event: "workflow_dispatch", inputs: list })) },
  fc.constant<Trigger>({ event: "schedule" }),
  fc.constant<Trigger>({ event: "release" }),
  optionalFilter("branches").map((branches): Trigger => ({ event: "workflow_run", ...branches })),
  fc
    .uniqueArray(name, { minLength: 1, maxLength: 2 })
    .map((types): Trigger => ({ event: "repository_dispatch", types })),
);

function step(level: Level): fc.Arbitrary<Step> {
  const subject = fc.constantFrom(...atoms(level)).map((one) => `\${{ ${one} }}`);
  const target = template(level).map((text) => (text.startsWith("$") ? `s-${text}` : text));
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("write" as const),
        target,
        how: fc.constantFrom("hole" as const, "env" as const),
        condition: maybe(condition({ ...level, needs: [] }), 9),
      }),
    },
    fc.record({
      kind: fc.constant("guard" as const),
      subject,
      operator: fc.constantFrom("=" as const, "!=" as const),
      value: name,
    }),
    fc.record({
      kind: fc.constant("case" as const),
      subject,
      arms: fc.uniqueArray(fc.record({ is: name, gives: name }), {
        minLength: 1,
        maxLength: 2,
        selector: ({ is }) => is,
      }),
    }),
  );
}

function job(
  id: string,
  before: readonly string[],
  names: readonly string[],
  callees: readonly Flow[],
): fc.Arbitrary<Job> {
  return fc
    .tuple(
      fc.subarray([...before]),
      fc.boolean(),
      maybe(fc.tuple(fc.uniqueArray(name, { minLength: 1, maxLength: 3 }), maybe(fc.constantFrom(1, 2))), 5),
    )
    .chain(([needs, steps, legs]) => {
      const level: Level = { inputs: names, matrix: legs !== null, needs };
      const outer = { ...level, matrix: false };
      const independent: fc.Arbitrary<Job> = fc.record({
        id: fc.constant(id),
        needs: fc.constant(needs),
        condition: maybe(condition(outer), 3),
        matrix: fc.constant(legs ? { axis: "leg", values: legs[0], maxParallel: legs[1] } : null),
        group: maybe(group(level), 1),
        body:
          callees.length > 0 && !steps
            ? fc.constantFrom(...callees).chain((callee) => call(callee, level))
            : work(level),
      });
      return fc.tuple(independent, fc.constantFrom(...LIKENESSES)).map(([one, likeness]) => grouped(one, likeness));
    });
}

/** How a job's group is like the target that it guards: mostly by chance. */
const LIKENESSES = [null, null, null, "equal", "other case", "part"] as const;

/** The job with a group called like its first target, or like one of the values in that. */
function grouped(one: Job, likeness: (typeof LIKENESSES)[number]): Job {
  const write = one.body.kind === "steps" ? one.body.steps.find((each) => each.kind === "write") : undefined;
  if (likeness === null || !one.group || !write) return one;
  const [hole = write.target] = write.target.match(/\$\{\{.*?\}\}/u) ?? [];
  const name = { equal: write.target, "other case": write.target.replace(/^s/u, "S"), part: hole }[likeness];
  return { ...one, group: { ...one.group, group: name } };
}

function work(level: Level): fc.Arbitrary<Job["body"]> {
  // A leg's output would be whichever ends last, and a job has one `pick`.
  return fc
    .array(step(level), { minLength: 1, maxLength: 2 })
    .map((steps) =>
      steps.filter(
        (one, index) =>
          one.kind !== "case" || (!level.matrix && steps.findIndex(({ kind }) => kind === "case") === index),
      ),
    )
    .map((steps) => ({
      kind: "steps" as const,
      steps:
        steps.length > 0 ? steps : [{ kind: "write" as const, target: "s", how: "hole" as const, condition: null }],
    }));
}

function call(callee: Flow, level: Level): fc.Arbitrary<Job["body"]> {
  const declared = callee.on.flatMap((one) => (one.event === "workflow_call" ? one.inputs : []));
  const given = declared.map(({ name: id, type }) =>
    (type === "boolean" ? fc.constantFrom("true", "false") : fc.oneof(name, template(level))).map(
      (value): [string, string] => [id, value],
    ),
  );
  return fc
    .tuple(...given)
    .map((pairs) => ({ kind: "call" as const, file: callee.file, with: Object.fromEntries(pairs) }));
}

function flow(file: string, on: fc.Arbitrary<readonly Trigger[]>, callees: readonly Flow[]): fc.Arbitrary<Flow> {
  return on.chain((triggers) => {
    const names = [
      ...new Set(triggers.flatMap((one) => ("inputs" in one ? one.inputs.map(({ name: id }) => id) : []))),
    ];
    const jobs = fc
      .constantFrom(1, 1, 1, 1, 2, 2, 3)
      .chain((count) =>
        fc.tuple(
          ...["a", "b", "c"]
            .slice(0, count)
            .map((id, index) => job(id, ["a", "b", "c"].slice(0, index), names, callees)),
        ),
      );
    return fc.record({
      file: fc.constant(file),
      name: maybe(fc.constantFrom("Deploy", "deploy")),
      on: fc.constant(triggers),
      group: maybe(group({ inputs: names, matrix: false, needs: [] }), 1),
      jobs,
    });
  });
}

const triggers = fc.uniqueArray(trigger, { minLength: 1, maxLength: 2, selector: ({ event }) => event });
const byCall = inputs.map((list): readonly Trigger[] => [{ event: "workflow_call", inputs: list }]);
const path = (id: string): string => `.github/workflows/${id}.yml`;

const workflows: fc.Arbitrary<readonly Flow[]> = fc.oneof(
  { weight: 3, arbitrary: flow(path("one"), triggers, []).map((one) => [one]) },
  { weight: 2, arbitrary: fc.tuple(flow(path("one"), triggers, []), flow(path("two"), triggers, [])) },
  {
    weight: 2,
    arbitrary: flow(path("part"), byCall, []).chain((part) =>
      flow(path("one"), triggers, [part]).map((one) => [one, part]),
    ),
  },
  flow(path("deep"), byCall, []).chain((deep) =>
    flow(path("part"), byCall, [deep]).chain((part) =>
      flow(path("one"), triggers, [part, deep]).map((one) => [one, part, deep]),
    ),
  ),
);

/** What only a call could start and nobody calls is another question (design section 4) and left out. */
function called(list: readonly Flow[]): readonly Flow[] {
  const files = new Set(
    list.flatMap(({ jobs }) => jobs.flatMap(({ body }) => (body.kind === "call" ? [body.file] : []))),
  );
  const kept = list.filter(({ file, on }) => files.has(file) || on.some(({ event }) => event !== "workflow_call"));
  return kept.length === list.length ? list : called(kept);
}

const freshName = fc.stringMatching(/^[a-z]{3,6}[0-9]$/u);

export const drawn: fc.Arbitrary<Drawn> = fc.record({
  repo: workflows.map((list) => ({ workflows: called(list) })),
  fresh: fc.uniqueArray(freshName, { minLength: 9, maxLength: 9 }),
});
