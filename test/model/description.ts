/**
 * A small repository as plain data: what the generator draws, what the oracle reads, and what `render` turns into the
 * files that the audit reads. Every text may hold `${{ }}`.
 */
export interface Repo {
  readonly workflows: readonly Flow[];
}

export interface Flow {
  readonly file: string;
  readonly name: string | null;
  readonly on: readonly Trigger[];
  readonly group: Group | null;
  readonly jobs: readonly Job[];
}

export type Trigger =
  | { readonly event: "push"; readonly branches?: Filter; readonly tags?: Filter }
  | {
      readonly event: "pull_request" | "pull_request_target";
      readonly branches?: Filter;
      readonly types?: readonly ("opened" | "synchronize" | "closed")[];
    }
  | { readonly event: "workflow_dispatch"; readonly inputs: readonly Input[] }
  | { readonly event: "workflow_call"; readonly inputs: readonly Input[] }
  | { readonly event: "schedule" }
  | { readonly event: "release" }
  | { readonly event: "workflow_run"; readonly branches?: Filter }
  | { readonly event: "repository_dispatch"; readonly types: readonly string[] };

export interface Filter {
  readonly mode: "only" | "ignore";
  readonly patterns: readonly string[];
}

export interface Input {
  readonly name: string;
  readonly type: "string" | "boolean" | "choice";
  readonly options: readonly string[];
  readonly default: string | null;
}

export interface Group {
  readonly group: string;
  /** True, false or an expression. */
  readonly cancel: string | null;
  readonly max: boolean;
}

export interface Job {
  readonly id: string;
  readonly needs: readonly string[];
  readonly condition: string | null;
  readonly matrix: {
    readonly axis: string;
    readonly values: readonly string[];
    readonly maxParallel: number | null;
  } | null;
  readonly group: Group | null;
  readonly body:
    | { readonly kind: "steps"; readonly steps: readonly Step[] }
    | { readonly kind: "call"; readonly file: string; readonly with: Readonly<Record<string, string>> };
}

/** `case`: sets the job's output `out`; the first arm that is equal wins, else the subject itself. */
export type Step =
  | { readonly kind: "write"; readonly target: string; readonly how: "hole" | "env"; readonly condition: string | null }
  | { readonly kind: "guard"; readonly subject: string; readonly operator: "=" | "!="; readonly value: string }
  | {
      readonly kind: "case";
      readonly subject: string;
      readonly arms: readonly { readonly is: string; readonly gives: string }[];
    };

/** The files of a repository; JSON is YAML. */
export function render(repo: Repo): Readonly<Record<string, string>> {
  return Object.fromEntries(
    repo.workflows.map((flow) => [flow.file, `${JSON.stringify(renderFlow(flow), null, 1)}\n`]),
  );
}

function renderFlow(flow: Flow): unknown {
  return {
    ...(flow.name === null ? {} : { name: flow.name }),
    on: Object.fromEntries(flow.on.map((trigger) => [trigger.event, renderTrigger(trigger)])),
    ...(flow.group ? { concurrency: renderGroup(flow.group) } : {}),
    jobs: Object.fromEntries(flow.jobs.map((job) => [job.id, renderJob(job)])),
  };
}

function renderTrigger(trigger: Trigger): unknown {
  switch (trigger.event) {
    case "push":
      return { ...filter("branches", trigger.branches), ...filter("tags", trigger.tags) };
    case "pull_request":
    case "pull_request_target":
      return { ...filter("branches", trigger.branches), ...(trigger.types ? { types: trigger.types } : {}) };
    case "workflow_dispatch":
    case "workflow_call":
      return {
        inputs: Object.fromEntries(trigger.inputs.map((input) => [input.name, renderInput(input, trigger.event)])),
      };
    case "schedule":
      return [{ cron: "7 3 * * *" }];
    case "release":
      return { types: ["published"] };
    case "workflow_run":
      return { workflows: ["ci"], types: ["completed"], ...filter("branches", trigger.branches) };
    case "repository_dispatch":
      return { types: trigger.types };
  }
}

function filter(key: string, given: Filter | undefined): Record<string, readonly string[]> {
  return given ? { [given.mode === "only" ? key : `${key}-ignore`]: given.patterns } : {};
}

function renderInput(input: Input, event: string): unknown {
  const value =
    input.default === null ? {} : { default: input.type === "boolean" ? input.default === "true" : input.default };
  const type = input.type === "choice" && event === "workflow_call" ? "string" : input.type;
  return { type, ...(type === "choice" ? { options: input.options } : {}), ...value };
}

function renderGroup({ group, cancel, max }: Group): unknown {
  const cancelling =
    cancel === null ? {} : { "cancel-in-progress": cancel === "true" ? true : cancel === "false" ? false : cancel };
  return { group, ...cancelling, ...(max ? { queue: "max" } : {}) };
}

function renderJob(job: Job): unknown {
  const { body, matrix } = job;
  return {
    ...(job.needs.length > 0 ? { needs: job.needs } : {}),
    ...(job.condition === null ? {} : { if: job.condition }),
    ...(matrix
      ? {
          strategy: {
            matrix: { [matrix.axis]: matrix.values },
            ...(matrix.maxParallel === null ? {} : { "max-parallel": matrix.maxParallel }),
          },
        }
      : {}),
    ...(job.group ? { concurrency: renderGroup(job.group) } : {}),
    ...(body.kind === "call"
      ? { uses: `./${body.file}`, with: body.with }
      : { "runs-on": "ubuntu-latest", ...outputsOf(body.steps), steps: body.steps.map(renderStep) }),
  };
}

function outputsOf(steps: readonly Step[]): Record<string, unknown> {
  return steps.some(({ kind }) => kind === "case") ? { outputs: { out: "${{ steps.pick.outputs.out }}" } } : {};
}

function renderStep(step: Step): unknown {
  switch (step.kind) {
    case "write": {
      const condition = step.condition === null ? {} : { if: step.condition };
      const command = (name: string): string =>
        `aws cloudformation deploy --template-file t.yml --stack-name "${name}"`;
      return step.how === "hole"
        ? { ...condition, run: command(step.target) }
        : { ...condition, env: { STACK: step.target }, run: command("$STACK") };
    }
    case "guard":
      return {
        env: { SUBJECT: step.subject },
        run: `if [ "$SUBJECT" ${step.operator} "${step.value}" ]; then exit 1; fi`,
      };
    case "case": {
      const arms = step.arms.map(({ is, gives }) => `  ${is}) out=${gives} ;;`);
      return {
        id: "pick",
        env: { SUBJECT: step.subject },
        run: [
          'case "$SUBJECT" in',
          ...arms,
          "  *) out=$SUBJECT ;;",
          "esac",
          'echo "out=$out" >> "$GITHUB_OUTPUT"',
        ].join("\n"),
      };
    }
  }
}
