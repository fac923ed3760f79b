import type { Step } from "../../ecosystems/github-actions/index.ts";
import type { Span } from "../../model/span.ts";
import { environment, type Environment } from "../environment.ts";
import { COMMAND_FILES } from "../machine.ts";
import { literal, literalOf, type Text } from "../../values/text.ts";
import type { Value } from "../../values/value.ts";
import { CANCELLED, evaluateCondition, FAILURE, SUCCESS, type Status } from "../expression/index.ts";
import { useStep } from "./action-step.ts";
import { evaluateMap } from "./fields.ts";
import { runStep } from "./run-step.ts";
import { scriptStep } from "./script-action.ts";
import { ambientOf, stepContext, type StepPlace, type Surroundings } from "./surroundings.ts";
import { recall } from "./memory.ts";
import { mergeWorlds, withCube, withResult, type JobWorld, type StepResult } from "./world.ts";

/** Where a list of steps stands: in the job, or inside a composite action. */
export interface Scope {
  readonly inputs: Value;
  /** The composite action's folder on the runner, null in the job itself. */
  readonly actionPath: string | null;
  /** The way to these steps, outermost first. */
  readonly via: readonly Span[];
  /** The environment of the step that uses the composite action, on top of the job's. */
  readonly env: ReadonlyMap<string, Text>;
  /** The step of the job that the acts count for; null: each its own. */
  readonly place: StepPlace | null;
  readonly onFailure: boolean;
  readonly depth: number;
}

/** All steps in order, from one world to the worlds in which the job can end. */
export function runSteps(
  steps: readonly Step[],
  world: JobWorld,
  around: Surroundings,
  scope: Scope,
): readonly JobWorld[] {
  let worlds: readonly JobWorld[] = [world];
  steps.forEach((step, index) => {
    const place = scope.place ?? { index, span: step.span, limited: step.timeoutMinutes !== null };
    const inner = { ...scope, place };
    const own = scope.place === null;
    worlds = mergeWorlds(
      worlds.flatMap((one) => {
        const interpret = (): readonly JobWorld[] => oneStep(step, one, around, inner);
        return own ? recall(step, one, around, inner, interpret) : interpret();
      }),
      (what) => around.cut(step.span, what),
    );
  });
  return worlds;
}

function oneStep(step: Step, world: JobWorld, around: Surroundings, scope: Scope): readonly JobWorld[] {
  const status = world.failed ? FAILURE : SUCCESS;
  const condition = step.condition?.text ?? null;
  const decide = (seen: Status, from: JobWorld): ReturnType<typeof evaluateCondition> =>
    evaluateCondition(condition, stepContext(around, from, envOf(from, scope), seen, scope), from.machine.cube);
  return decide(status, world).flatMap(({ cube, holds }): readonly JobWorld[] => {
    const here = withCube(world, cube);
    if (holds) return execute(step, here, around, { ...scope, onFailure: scope.onFailure || world.failed });
    if (!world.failed) afterFailure(step, here, around, scope, decide);
    return [withResult(here, step, skipped())];
  });
}

/** A step that runs only once something has gone wrong: any step before it may have, so it is looked at all the same. */
function afterFailure(
  step: Step,
  world: JobWorld,
  around: Surroundings,
  scope: Scope,
  decide: (seen: Status, from: JobWorld) => ReturnType<typeof evaluateCondition>,
): void {
  for (const seen of [FAILURE, CANCELLED]) {
    const reached = decide(seen, world).filter(({ holds }) => holds);
    for (const { cube } of reached) execute(step, withCube(world, cube), around, { ...scope, onFailure: true });
    if (reached.length > 0) return;
  }
}

function execute(step: Step, world: JobWorld, around: Surroundings, scope: Scope): readonly JobWorld[] {
  const context = stepContext(around, world, envOf(world, scope), SUCCESS, scope);
  return evaluateMap(step.env, context, world.machine.cube)
    .flatMap(({ cube, texts }) => {
      const here = withCube(world, cube);
      const own = new Map([...scope.env, ...texts]);
      if (step.run) return runStep(step, here, around, { ...scope, env: own });
      const script = scriptStep(step);
      // The defaults of the job are for its own scripts.
      if (script) return runStep(script, here, { ...around, defaults: [] }, { ...scope, env: own });
      return step.uses ? useStep(step, here, around, { ...scope, env: own }) : [here];
    })
    .map((end) => forgiven(step, end, world.failed));
}

/** `continue-on-error: true`: the step's failure is not the job's. */
function forgiven(step: Step, world: JobWorld, before: boolean): JobWorld {
  if (!world.failed || before || step.continueOnError === null || step.continueOnError.value === false) return world;
  return { ...world, failed: false };
}

/** Everything that the processes of a step find in their environment. */
export function stepEnvironment(
  world: JobWorld,
  around: Surroundings,
  scope: Pick<Scope, "env" | "actionPath">,
): Environment {
  const own = withoutCommandFiles(envOf(world, scope));
  // Only the steps of an action have it (docs "Variables reference").
  const inAction =
    scope.actionPath === null ? own : new Map([...own, ["GITHUB_ACTION_PATH", literal(scope.actionPath)]]);
  return environment(inAction, ambientOf(around));
}

/** Nobody can give the runner's own files another name. */
function withoutCommandFiles(env: ReadonlyMap<string, Text>): ReadonlyMap<string, Text> {
  const names = Object.keys(COMMAND_FILES).filter((name) => env.has(name));
  return names.length === 0 ? env : new Map([...env].filter(([name]) => !names.includes(name)));
}

/** The environment that a step sees before its own `env:`. */
export function envOf(world: JobWorld, scope: Pick<Scope, "env">): ReadonlyMap<string, Text> {
  return scope.env.size === 0 ? world.env : new Map([...world.env, ...scope.env]);
}

function skipped(): StepResult {
  return { outputs: new Map(), open: null, failed: false, skipped: true };
}

/** The text of a known string, null where any of it is unknown. */
export function knownText(text: Text | null): string | null {
  return text === null ? null : literalOf(text);
}
