import type { Problem, Span } from "../../model/span.ts";
import type { YamlNode } from "../../syntax/yaml/index.ts";
import type { Field, FieldMap, NamedField } from "./field.ts";

/** A workflow file as it is written; nothing is evaluated. Docs: "Workflow syntax for GitHub Actions". */
export interface WorkflowDocument {
  readonly path: string;
  readonly span: Span;
  readonly name: Field | null;
  readonly runName: Field | null;
  readonly triggers: readonly Trigger[];
  /** The `on` key, for messages. */
  readonly onSpan: Span | null;
  readonly env: FieldMap;
  readonly defaults: RunDefaults;
  readonly concurrency: Concurrency | null;
  /** In the order of the file. */
  readonly jobs: readonly Job[];
}

/** A document, or null where nothing could be made of the file; problems cost only what they name. */
export interface WorkflowResult {
  readonly workflow: WorkflowDocument | null;
  readonly problems: readonly Problem[];
}

/** One event of `on:`. Null means that the key is absent, which is not the same as an empty list. */
export interface Trigger {
  readonly event: string;
  /** The event's name as written. */
  readonly span: Span;
  readonly types: readonly Field[] | null;
  readonly branches: readonly Field[] | null;
  readonly branchesIgnore: readonly Field[] | null;
  readonly tags: readonly Field[] | null;
  readonly tagsIgnore: readonly Field[] | null;
  readonly paths: readonly Field[] | null;
  readonly pathsIgnore: readonly Field[] | null;
  /** `workflow_run`: names of the workflows listened to. */
  readonly workflows: readonly Field[] | null;
  /** `schedule`: the cron lines. */
  readonly crons: readonly Field[];
  /** `workflow_dispatch` and `workflow_call`. */
  readonly inputs: readonly InputDefinition[];
  /** `workflow_call`: values that the caller reads as `needs.JOB.outputs`. */
  readonly outputs: readonly NamedField[];
  /** `workflow_call`: names of declared secrets. */
  readonly secrets: readonly string[];
}

export type InputType = "string" | "boolean" | "number" | "choice" | "environment";

export interface InputDefinition {
  readonly name: string;
  readonly type: InputType;
  readonly options: readonly Field[];
  readonly default: Field | null;
  readonly required: boolean;
  readonly span: Span;
}

export interface RunDefaults {
  readonly shell: Field | null;
  readonly workingDirectory: Field | null;
}

/** A `concurrency:` block at workflow or job level. */
export interface Concurrency {
  /** The key `concurrency`. */
  readonly keySpan: Span;
  /** From the key to the end of the block. */
  readonly span: Span;
  /** The value alone. */
  readonly valueSpan: Span;
  /** Only a name (or one expression), which can carry neither `cancel-in-progress` nor `queue`. */
  readonly shorthand: boolean;
  /** Null where a mapping has none, which GitHub refuses. */
  readonly group: Field | null;
  readonly cancelInProgress: Field | null;
  readonly queue: Field | null;
  /** Where each key of a mapping stands. */
  readonly keys: ReadonlyMap<string, Span>;
}

export interface Need {
  readonly id: string;
  readonly span: Span;
}

export type SelfHosted = "yes" | "no" | "unknown";

export interface RunsOn {
  readonly labels: readonly Field[];
  readonly group: Field | null;
  readonly selfHosted: SelfHosted;
  readonly span: Span;
}

export interface EnvironmentUse {
  readonly name: Field;
  readonly url: Field | null;
  readonly keySpan: Span;
  readonly span: Span;
}

export interface Strategy {
  readonly matrix: Matrix | null;
  readonly maxParallel: Field | null;
  readonly failFast: Field | null;
  readonly span: Span;
}

/** `whole`: one expression gives the entire matrix. */
export interface Matrix {
  readonly whole: Field | null;
  readonly axes: readonly MatrixAxis[];
  /** A list of maps, or one expression. */
  readonly include: YamlNode | null;
  readonly exclude: YamlNode | null;
  readonly span: Span;
}

/** `values` is a list whose scalars may hold expressions, or one scalar that is an expression. */
export interface MatrixAxis {
  readonly name: string;
  readonly keySpan: Span;
  readonly values: YamlNode;
}

export interface Container {
  /** `container` for the job's own, else the service's name. */
  readonly name: string;
  readonly image: Field | null;
  readonly env: FieldMap;
  readonly ports: readonly Field[];
  readonly options: Field | null;
  readonly span: Span;
}

export interface Job {
  readonly id: string;
  readonly idSpan: Span;
  /** From the id to the end of the job. */
  readonly span: Span;
  readonly name: Field | null;
  readonly needs: readonly Need[];
  readonly condition: Field | null;
  readonly runsOn: RunsOn | null;
  readonly environment: EnvironmentUse | null;
  readonly strategy: Strategy | null;
  readonly concurrency: Concurrency | null;
  readonly env: FieldMap;
  readonly defaults: RunDefaults;
  readonly outputs: FieldMap;
  readonly container: Container | null;
  readonly services: readonly Container[];
  readonly timeoutMinutes: Field | null;
  readonly continueOnError: Field | null;
  /** A called workflow instead of steps. */
  readonly uses: Field | null;
  readonly with: FieldMap;
  readonly secrets: CallSecrets | null;
  readonly steps: readonly Step[];
}

/** `secrets:` of a calling job: all of the caller's, or these. */
export interface CallSecrets {
  readonly inherit: boolean;
  readonly entries: readonly NamedField[];
}

/** One step; exactly one of `run` and `uses` is set in a step that GitHub accepts. */
export interface Step {
  readonly id: string | null;
  readonly span: Span;
  readonly name: Field | null;
  readonly condition: Field | null;
  readonly uses: Field | null;
  readonly with: FieldMap;
  readonly run: Field | null;
  readonly shell: Field | null;
  readonly workingDirectory: Field | null;
  readonly env: FieldMap;
  readonly continueOnError: Field | null;
  readonly timeoutMinutes: Field | null;
}

/** An action's metadata file. Docs: "Metadata syntax for GitHub Actions". */
export interface ActionDocument {
  readonly path: string;
  readonly span: Span;
  readonly name: Field | null;
  readonly using: "composite" | "node" | "docker" | "unknown";
  readonly inputs: readonly ActionInput[];
  readonly outputs: readonly NamedField[];
  /** Of a composite action. */
  readonly steps: readonly Step[];
}

export interface ActionInput {
  readonly name: string;
  readonly default: Field | null;
  readonly required: boolean;
  readonly span: Span;
}

export interface ActionResult {
  readonly action: ActionDocument | null;
  readonly problems: readonly Problem[];
}
