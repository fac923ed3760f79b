import type { ActionDocument, RunDefaults } from "../../ecosystems/github-actions/index.ts";
import type { Move } from "../../model/moved.ts";
import type { Span } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { canonical, literal, mention, type Text } from "../../values/text.ts";
import { NULL, object, openObject, textValue, type ObjectValue, type Value } from "../../values/value.ts";
import { ambient, type Ambient } from "../environment.ts";
import { perhapsExported } from "../exported.ts";
import { COMMAND_FILES, EVENT_FILE, WORKSPACE, RUNNER_TEMP, type Act, type Effect } from "../machine.ts";
import type { ExpressionContext, Status } from "../expression/index.ts";
import type { Effort } from "../shell/index.ts";
import type { StepMemory } from "./memory.ts";
import { watched, type Watch } from "./watch.ts";
import type { JobWorld, StepResult } from "./world.ts";

/** What a job can see that its steps do not change. */
export interface Surroundings {
  readonly tree: Tree;
  readonly github: Value;
  readonly inputs: Value;
  readonly needs: Value;
  readonly matrix: Value;
  readonly strategy: Value;
  readonly secrets: Value;
  readonly vars: Value;
  readonly environment: Text | null;
  readonly jobId: string;
  readonly defaults: readonly RunDefaults[];
  readonly runnerOs: string;
  readonly selfHosted: boolean;
  /** Called for every act, in order. */
  readonly act: (act: Act, step: StepPlace) => Effect;
  readonly action: (path: string) => ActionDocument | null;
  readonly cut: (span: Span, what: string) => void;
  /** Everything that the steps told so far, in order; what a step adds is the same wherever it sees the same. */
  readonly journal: object[];
  /** What a step told, where its file has other text before it now. */
  readonly moved: (told: object, move: Move) => object;
  readonly memory: StepMemory;
  /** What the scripts of the workflow took so far. */
  readonly effort: Effort;
  readonly watch: Watch;
}

/** Which step of the job an act belongs to. */
export interface StepPlace {
  readonly index: number;
  readonly span: Span;
  /** The step has a time limit of its own. */
  readonly limited: boolean;
}

/** Contexts of a step (docs "Contexts"): `scope` is what `inputs` and `steps` mean inside a composite action. */
export function stepContext(
  around: Surroundings,
  world: JobWorld,
  env: ReadonlyMap<string, Text>,
  status: Status,
  scope: { readonly inputs: Value; readonly actionPath: string | null },
): ExpressionContext {
  const contexts = { get: (name: string) => contextOf(name, around, world, env, scope) };
  return { contexts, status, hashFiles };
}

function contextOf(
  name: string,
  around: Surroundings,
  world: JobWorld,
  env: ReadonlyMap<string, Text>,
  scope: { readonly inputs: Value; readonly actionPath: string | null },
): Value | undefined {
  switch (name) {
    case "env":
      return envValue(env, world.machine.facts);
    case "steps":
      return stepsOf(world, around, scope.actionPath);
    case "runner":
      return runnerValue(around.runnerOs);
    case "job":
      return JOB;
    case "github":
      return scope.actionPath === null ? seen(name, around) : withActionPath(seen(name, around), scope.actionPath);
    case "inputs":
      return scope.actionPath === null ? seen(name, around) : scope.inputs;
    case "secrets":
      return scope.actionPath === null ? seen(name, around) : NULL;
    default:
      return seen(name, around);
  }
}

function seen(name: string, around: Surroundings): Value {
  return watched(around.watch, name, contextOfJob(name, around));
}

/** A context that is the same for all steps of a job; null for any other. */
export function contextOfJob(name: string, around: Surroundings): Value {
  switch (name) {
    case "github":
      return around.github;
    case "inputs":
      return around.inputs;
    case "needs":
      return around.needs;
    case "matrix":
      return around.matrix;
    case "strategy":
      return around.strategy;
    case "secrets":
      return around.secrets;
    case "vars":
      return around.vars;
    default:
      return NULL;
  }
}

/** The steps before; inside a composite action those of the action, of which the job's steps know nothing. */
function stepsOf(world: JobWorld, around: Surroundings, actionPath: string | null): Value {
  if (actionPath === null) around.watch.steps = world.steps;
  return stepsValue(world.steps);
}

const JOB = object([["status", textValue(literal("success"))]], "job");

function hashFiles(patterns: readonly Text[]): Text {
  return mention({ key: `hashFiles(${patterns.map(canonical).join(",")})`, label: "hashFiles", kind: "output" });
}

/** The `env` context; listed only when somebody asks for all of it. */
function envValue(env: ReadonlyMap<string, Text>, facts: ReadonlyMap<string, Text>): ObjectValue {
  return {
    kind: "object",
    name: "env",
    get: (name) => {
      const text = env.get(name) ?? perhapsExported(facts, name);
      return text ? textValue(text) : null;
    },
    get entries() {
      return [...env].map(([name, text]) => [name, textValue(text)] as const);
    },
  };
}

function withActionPath(github: Value, actionPath: string): Value {
  if (github.kind !== "object") return github;
  const path = textValue(literal(actionPath));
  return openObject("github", (name) => (name.toLowerCase() === "action_path" ? path : github.get(name)));
}

function runnerValue(os: string): ObjectValue {
  return object(
    [
      ["os", textValue(literal(os))],
      ["temp", textValue(literal(RUNNER_TEMP))],
      ["arch", textValue(literal("X64"))],
      ["tool_cache", textValue(literal("/opt/hostedtoolcache"))],
    ],
    "runner",
  );
}

function stepsValue(steps: ReadonlyMap<string, StepResult>): Value {
  return object(
    [...steps].map(([id, result]): readonly [string, Value] => [id, stepValue(result)]),
    "steps",
  );
}

function stepValue({ outputs, open, failed, skipped }: StepResult): Value {
  const outcome = textValue(literal(skipped ? "skipped" : failed ? "failure" : "success"));
  const known = object([...outputs].map(([name, text]): readonly [string, Value] => [name, textValue(text)]));
  const all = open && !skipped ? openObject("outputs", (name) => known.get(name) ?? textValue(open(name))) : known;
  return object([
    ["outputs", all],
    ["outcome", outcome],
    ["conclusion", outcome],
  ]);
}

/** The variables that the runner sets for every step (docs "Variables reference"). */
export function ambientOf(around: Surroundings): Ambient {
  const known = AMBIENT.get(around) ?? makeAmbient(around);
  AMBIENT.set(around, known);
  return known;
}

const AMBIENT = new WeakMap<Surroundings, Ambient>();

/** Properties of the `github` context with a variable of their own; the run decides what they are. */
const OF_RUN = [
  "ref",
  "ref_name",
  "ref_type",
  "sha",
  "event_name",
  "head_ref",
  "base_ref",
  "repository",
  "repository_owner",
  "run_id",
  "run_number",
  "run_attempt",
  "actor",
  "workflow",
  "triggering_actor",
];

const OF_RUNNER: readonly (readonly [string, Text])[] = [
  ["GITHUB_WORKSPACE", literal(WORKSPACE)],
  ["GITHUB_ACTIONS", literal("true")],
  ["GITHUB_SERVER_URL", literal("https://github.com")],
  ["GITHUB_API_URL", literal("https://api.github.com")],
  ["GITHUB_EVENT_PATH", literal(EVENT_FILE)],
  ["CI", literal("true")],
  ["HOME", literal("/home/runner")],
  ["RUNNER_TEMP", literal(RUNNER_TEMP)],
  ["RUNNER_ARCH", literal("X64")],
  ...Object.entries(COMMAND_FILES).map(([name, path]): readonly [string, Text] => [name, literal(path)]),
];

function makeAmbient(around: Surroundings): Ambient {
  const { jobId, runnerOs, selfHosted } = around;
  const read = (name: string): Text => {
    const github = seen("github", around);
    const value = github.kind === "object" ? github.get(name) : null;
    return value?.kind === "string" || value?.kind === "unknown" ? value.text : [];
  };
  const fixed = new Map<string, Text>([
    ...OF_RUNNER,
    ["GITHUB_JOB", literal(jobId)],
    ["RUNNER_OS", literal(runnerOs)],
    ["RUNNER_ENVIRONMENT", literal(selfHosted ? "self-hosted" : "github-hosted")],
  ]);
  const event = (path: readonly string[]): Text | null => scalarAt(seen("github", around), ["event", ...path]);
  return ambient(fixed, new Map(OF_RUN.map((name) => [`GITHUB_${name.toUpperCase()}`, () => read(name)])), event);
}

function scalarAt(value: Value, path: readonly string[]): Text | null {
  const [first, ...rest] = path;
  if (first !== undefined && value.kind !== "null")
    return value.kind === "object" ? scalarAt(value.get(first) ?? NULL, rest) : null;
  switch (value.kind) {
    case "string":
    case "unknown":
      return value.text;
    case "number":
    case "boolean":
      return literal(String(value.value));
    case "null":
      return literal("null");
    default:
      return null;
  }
}

/** `secrets.NAME` of a job: one value for each environment, unless the config says it is the repository's. */
export function secretsValue(
  kind: "secrets" | "vars",
  environment: Text | null,
  isRepository: (name: string) => boolean,
): Value {
  return openObject(kind, (name) => {
    const base = `${kind}.${name}`;
    const scoped =
      environment !== null && environment.length > 0 && !isRepository(name) && name.toUpperCase() !== "GITHUB_TOKEN";
    if (!scoped) return textValue(mention({ key: base, label: base, kind: "constant", setting: true }));
    const key = `${base}@${canonical(environment)}`;
    return textValue(mention({ key, label: base, base, kind: "constant", given: [environment], setting: true }));
  });
}
