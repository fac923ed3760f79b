import { calledFunctions, references, type Expression, type Extent } from "../../syntax/expression/index.ts";

/** Places of a workflow at which an expression may stand (docs "Contexts reference", context availability). */
export type Level =
  | "run-name"
  | "concurrency"
  | "env"
  | "input-default"
  | "call-output"
  | "job-concurrency"
  | "job-if"
  | "job-name"
  | "job-env"
  | "job-environment"
  | "job-environment-url"
  | "job-runs-on"
  | "job-strategy"
  | "job-outputs"
  | "job-defaults"
  | "job-container"
  | "job-container-env"
  | "job-timeout"
  | "job-continue-on-error"
  | "job-with"
  | "job-secrets"
  | "step-if"
  | "step";

export interface Availability {
  /** Names in lower case. */
  readonly contexts: ReadonlySet<string>;
  /** Functions that exist only at some places, names in lower case. */
  readonly functions: ReadonlySet<string>;
}

const STATUS = ["always", "cancelled", "success", "failure"];
const WORKFLOW = ["github", "inputs", "vars"];
const NEEDS = [...WORKFLOW, "needs"];
const JOB = [...NEEDS, "strategy", "matrix"];
const RUNNING = [...JOB, "job", "runner", "env", "steps"];

const TABLE: Readonly<Record<Level, readonly [contexts: readonly string[], functions: readonly string[]]>> = {
  "run-name": [WORKFLOW, []],
  concurrency: [WORKFLOW, []],
  env: [[...WORKFLOW, "secrets"], []],
  "input-default": [WORKFLOW, []],
  "call-output": [[...WORKFLOW, "jobs"], []],
  "job-concurrency": [JOB, []],
  "job-if": [NEEDS, STATUS],
  "job-name": [JOB, []],
  "job-env": [[...JOB, "secrets"], []],
  "job-environment": [JOB, []],
  "job-environment-url": [RUNNING, []],
  "job-runs-on": [JOB, []],
  "job-strategy": [NEEDS, []],
  "job-outputs": [[...RUNNING, "secrets"], []],
  "job-defaults": [[...JOB, "env"], []],
  "job-container": [JOB, []],
  "job-container-env": [[...JOB, "job", "runner", "env", "secrets"], []],
  "job-timeout": [JOB, []],
  "job-continue-on-error": [JOB, []],
  "job-with": [JOB, []],
  "job-secrets": [[...JOB, "secrets"], []],
  "step-if": [RUNNING, [...STATUS, "hashfiles"]],
  step: [[...RUNNING, "secrets"], ["hashfiles"]],
};

/** Functions that the table speaks of; all others exist everywhere. */
const LIMITED: ReadonlySet<string> = new Set([...STATUS, "hashfiles"]);

/** Properties of `github` that the runner sets: null in everything that is evaluated before a job has one. */
const BY_RUNNER: ReadonlySet<string> = new Set([
  "job",
  "token",
  "workspace",
  "action",
  "action_path",
  "action_ref",
  "action_repository",
  "action_status",
  "env",
  "path",
]);
const ON_RUNNER: ReadonlySet<Level> = new Set<Level>([
  "step",
  "step-if",
  "job-outputs",
  "job-environment-url",
  "job-container-env",
]);

/** Which contexts and functions exist at a place. */
export function contextAvailability(level: Level): Availability {
  const [contexts, functions] = TABLE[level];
  return { contexts: new Set(contexts), functions: new Set(functions) };
}

/** Something that an expression uses and that is missing, or null, where it stands. */
export interface Unavailable extends Extent {
  /** `context` and `function`: GitHub refuses the workflow. `null`: it is there and empty. */
  readonly kind: "context" | "function" | "null";
  /** `secrets`, `hashfiles`, `github.job`. */
  readonly name: string;
}

/** What an expression uses that does not exist at a place, in order of appearance. Offsets are the expression's own. */
export function unavailableAt(level: Level, expression: Expression): readonly Unavailable[] {
  const { contexts, functions } = contextAvailability(level);
  const missing = references(expression).flatMap(
    ({ path: [context, property], start, end }): readonly Unavailable[] => {
      const name = context ?? "";
      if (!contexts.has(name)) return [{ kind: "context", name, start, end: start + name.length }];
      if (name !== "github" || ON_RUNNER.has(level) || !property || !BY_RUNNER.has(property.toLowerCase())) return [];
      return [{ kind: "null", name: `github.${property.toLowerCase()}`, start, end }];
    },
  );
  const called = calledFunctions(expression).flatMap(({ name, start, end }): readonly Unavailable[] =>
    LIMITED.has(name) && !functions.has(name) ? [{ kind: "function", name, start, end }] : [],
  );
  return [...missing, ...called].sort((a, b) => a.start - b.start);
}
