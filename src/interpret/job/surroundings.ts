import type { ActionDocument, RunDefaults } from "../../ecosystems/github-actions/index.ts";
import type { Span } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { canonical, literal, mention, type Text } from "../../values/text.ts";
import { NULL, object, openObject, textValue, type ObjectValue, type Value } from "../../values/value.ts";
import { WORKSPACE, RUNNER_TEMP, type Act, type Effect } from "../machine.ts";
import type { ExpressionContext, Status } from "../expression/index.ts";
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
}

/** Which step of the job an act belongs to. */
export interface StepPlace {
  readonly index: number;
  /** The step has a time limit of its own. */
  readonly limited: boolean;
}

/** Contexts of a step (docs "Contexts"): `scope` is what `inputs` and `steps` mean inside a composite action. */
export function stepContext(
  around: Surroundings, world: JobWorld, env: ReadonlyMap<string, Text>, status: Status, scope: { readonly inputs: Value; readonly actionPath: string | null },
): ExpressionContext {
  const github = scope.actionPath === null ? around.github : withActionPath(around.github, scope.actionPath);
  const contexts = new Map<string, Value>([
    ["github", github],
    ["inputs", scope.inputs],
    ["needs", around.needs],
    ["matrix", around.matrix],
    ["strategy", around.strategy],
    ["secrets", scope.actionPath === null ? around.secrets : NULL],
    ["vars", around.vars],
    ["env", envValue(env)],
    ["steps", stepsValue(world.steps)],
    ["runner", runnerValue(around.runnerOs)],
    ["job", object([["status", textValue(literal("success"))]], "job")],
  ]);
  return { contexts, status, hashFiles: (patterns) => mention({ key: `hashFiles(${patterns.map(canonical).join(",")})`, label: "hashFiles", kind: "output" }) };
}

/** The `env` context; listed only when somebody asks for all of it. */
function envValue(env: ReadonlyMap<string, Text>): ObjectValue {
  return {
    kind: "object",
    name: "env",
    get: (name) => { const text = env.get(name); return text ? textValue(text) : null; },
    get entries() { return [...env].map(([name, text]) => [name, textValue(text)] as const); },
  };
}

function withActionPath(github: Value, actionPath: string): Value {
  if (github.kind !== "object") return github;
  const path = textValue(literal(actionPath));
  return openObject("github", (name) => (name.toLowerCase() === "action_path" ? path : github.get(name)));
}

function runnerValue(os: string): ObjectValue {
  return object([["os", textValue(literal(os))], ["temp", textValue(literal(RUNNER_TEMP))], ["arch", textValue(literal("X64"))], ["tool_cache", textValue(literal("/opt/hostedtoolcache"))]], "runner");
}

function stepsValue(steps: ReadonlyMap<string, StepResult>): Value {
  return object([...steps].map(([id, result]): readonly [string, Value] => [id, stepValue(result)]), "steps");
}

function stepValue({ outputs, open, failed, skipped }: StepResult): Value {
  const outcome = textValue(literal(skipped ? "skipped" : failed ? "failure" : "success"));
  const known = object([...outputs].map(([name, text]): readonly [string, Value] => [name, textValue(text)]));
  const all = open && !skipped ? openObject("outputs", (name) => known.get(name) ?? textValue(open(name))) : known;
  return object([["outputs", all], ["outcome", outcome], ["conclusion", outcome]]);
}

/** The variables that the runner sets for every step (docs "Variables reference"). */
export function defaultEnv(around: Surroundings): ReadonlyMap<string, Text> {
  const known = DEFAULT_ENV.get(around) ?? makeDefaultEnv(around);
  DEFAULT_ENV.set(around, known);
  return known;
}

const DEFAULT_ENV = new WeakMap<Surroundings, ReadonlyMap<string, Text>>();

function makeDefaultEnv(around: Surroundings): ReadonlyMap<string, Text> {
  const { github } = around;
  const read = (name: string): Text => {
    const value = github.kind === "object" ? github.get(name) : null;
    return value?.kind === "string" || value?.kind === "unknown" ? value.text : [];
  };
  const names = ["ref", "ref_name", "ref_type", "sha", "event_name", "head_ref", "base_ref", "repository", "repository_owner", "run_id", "run_number", "run_attempt", "actor", "workflow", "triggering_actor"];
  return new Map<string, Text>([
    ...names.map((name): [string, Text] => [`GITHUB_${name.toUpperCase()}`, read(name)]),
    ["GITHUB_JOB", literal(around.jobId)],
    ["GITHUB_WORKSPACE", literal(WORKSPACE)],
    ["GITHUB_ACTIONS", literal("true")],
    ["GITHUB_SERVER_URL", literal("https://github.com")],
    ["GITHUB_API_URL", literal("https://api.github.com")],
    ["CI", literal("true")],
    ["HOME", literal("/home/runner")],
    ["RUNNER_TEMP", literal(RUNNER_TEMP)],
    ["RUNNER_OS", literal(around.runnerOs)],
    ["RUNNER_ARCH", literal("X64")],
    ["RUNNER_ENVIRONMENT", literal(around.selfHosted ? "self-hosted" : "github-hosted")],
  ]);
}

/** `secrets.NAME` of a job: one value for each environment, unless the config says it is the repository's. */
export function secretsValue(kind: "secrets" | "vars", environment: Text | null, isRepository: (name: string) => boolean): Value {
  return openObject(kind, (name) => {
    const base = `${kind}.${name}`;
    const scoped = environment !== null && environment.length > 0 && !isRepository(name) && name.toUpperCase() !== "GITHUB_TOKEN";
    if (!scoped) return textValue(mention({ key: base, label: base, kind: "constant" }));
    const key = `${base}@${canonical(environment)}`;
    return textValue(mention({ key, label: base, base, kind: "constant", given: [environment] }));
  });
}
