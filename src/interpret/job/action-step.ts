import type { ActionDocument, Field, Step } from "../../ecosystems/github-actions/index.ts";
import { SUCCESS } from "../expression/index.ts";
import { canonical, concat, literal, mention, type Text } from "../../values/text.ts";
import { object, textValue, type Value } from "../../values/value.ts";
import { WORKSPACE, type ActionUse, type Effect } from "../machine.ts";
import { isSettingAction } from "../settings.ts";
import { evaluateMap, evaluateText } from "./fields.ts";
import { envOf, runSteps, stepEnvironment, type Scope } from "./steps.ts";
import { stepContext, type StepPlace, type Surroundings } from "./surroundings.ts";
import { withCube, withResult, type JobWorld } from "./world.ts";

/** Composite actions may use each other this deep (docs "Creating a composite action"). */
const MOST_DEPTH = 10;

/** A `uses:` step in one world: a composite action that can be read is entered, every other action is one act. */
export function useStep(step: Step, world: JobWorld, around: Surroundings, scope: Scope): readonly JobWorld[] {
  const uses = (step.uses as Field).text.trim();
  const env = stepEnvironment(world, around, scope);
  const context = stepContext(
    around,
    world,
    env,
    { success: !world.failed, failure: world.failed, cancelled: false },
    scope,
  );
  const action = around.action(uses);
  return evaluateMap(step.with, context, world.machine.cube).flatMap(({ cube, texts }) => {
    const here = withCube(world, cube);
    if (action?.using === "composite") return enter(step, action, here, texts, around, scope);
    return startAction(step, uses, here, texts, env, around, scope);
  });
}

function enter(
  step: Step,
  action: ActionDocument,
  world: JobWorld,
  given: ReadonlyMap<string, Text>,
  around: Surroundings,
  scope: Scope,
): readonly JobWorld[] {
  if (scope.depth >= MOST_DEPTH) {
    around.cut(step.span, `composite actions are nested more than ${MOST_DEPTH} deep; what lies deeper was left out`);
    return [world];
  }
  const folder = action.path.includes("/") ? action.path.slice(0, action.path.lastIndexOf("/")) : "";
  const actionPath = folder === "" ? WORKSPACE : `${WORKSPACE}/${folder}`;
  const span = (step.uses as Field).span;
  const before: ReadonlyMap<string, JobWorld["steps"] extends ReadonlyMap<string, infer R> ? R : never> = new Map();
  return inputsOf(action, world, given, around, scope).flatMap(({ world: here, inputs }) => {
    const inner: Scope = { ...scope, inputs, actionPath, via: [...scope.via, span], depth: scope.depth + 1 };
    return runSteps(action.steps, { ...here, steps: before }, around, inner).flatMap((end) =>
      leave(step, action, here, end, around, inner),
    );
  });
}

/** Inputs with their defaults; a default may use expressions over `github` alone. */
function inputsOf(
  action: ActionDocument,
  world: JobWorld,
  given: ReadonlyMap<string, Text>,
  around: Surroundings,
  scope: Scope,
): readonly { readonly world: JobWorld; readonly inputs: Value }[] {
  const lower = new Map([...given].map(([name, text]) => [name.toLowerCase(), text]));
  let worlds: readonly { world: JobWorld; entries: readonly (readonly [string, Value])[] }[] = [{ world, entries: [] }];
  for (const input of action.inputs) {
    const text = lower.get(input.name.toLowerCase());
    worlds = worlds.flatMap(({ world: here, entries }) => {
      if (text) return [{ world: here, entries: [...entries, [input.name, textValue(text)] as const] }];
      const context = stepContext(around, here, here.env, SUCCESS, scope);
      return evaluateText(input.default, context, here.machine.cube).map(({ cube, text: value }) => ({
        world: withCube(here, cube),
        entries: [...entries, [input.name, textValue(value ?? [])] as const],
      }));
    });
  }
  return worlds.map(({ world: here, entries }) => ({ world: here, inputs: object(entries, "inputs") }));
}

/** The composite action's outputs become the step's; the environment that its steps exported stays. */
function leave(
  step: Step,
  action: ActionDocument,
  before: JobWorld,
  end: JobWorld,
  around: Surroundings,
  inner: Scope,
): readonly JobWorld[] {
  const context = stepContext(around, end, envOf(end, inner), SUCCESS, inner);
  const fields = { entries: action.outputs, whole: null, span: null };
  return evaluateMap(fields, context, end.machine.cube).map(({ cube, texts }) => {
    const failed = end.failed && !before.failed;
    return withResult({ ...withCube(end, cube), steps: before.steps }, step, {
      outputs: texts,
      open: null,
      failed,
      skipped: false,
    });
  });
}

function startAction(
  step: Step,
  uses: string,
  world: JobWorld,
  inputs: ReadonlyMap<string, Text>,
  env: ReadonlyMap<string, Text>,
  around: Surroundings,
  scope: Scope,
): readonly JobWorld[] {
  const [name = "", ref = ""] = uses.startsWith("docker://") ? [uses, ""] : splitRef(uses);
  const span = (step.uses as Field).span;
  const act: ActionUse = {
    kind: "action",
    action: name.toLowerCase(),
    ref,
    inputs: new Map([...inputs].map(([key, text]) => [key.toLowerCase(), text])),
    env,
    cwd: literal(WORKSPACE),
    machine: world.machine,
    span,
    via: [...scope.via, span],
    onFailure: scope.onFailure,
  };
  const effect = around.act(act, scope.place as StepPlace);
  if (effect.parts)
    return effect.parts.flatMap((cube) => startAction(step, uses, withCube(world, cube), inputs, env, around, scope));
  const result = {
    outputs: effect.outputs ?? new Map(),
    open: (output: string) => actionOutput(step, name, output, act, around),
    failed: effect.status === "fails",
    skipped: false,
  };
  return [withResult(applied(world, effect), step, result)];
}

function splitRef(uses: string): readonly [string, string] {
  const at = uses.lastIndexOf("@");
  return at < 0 ? [uses, ""] : [uses.slice(0, at), uses.slice(at + 1)];
}

function applied(world: JobWorld, effect: Effect): JobWorld {
  const { machine } = world;
  const merge = <V>(known: ReadonlyMap<string, V>, more: ReadonlyMap<string, V> | undefined): ReadonlyMap<string, V> =>
    more && more.size > 0 ? new Map([...known, ...more]) : known;
  return {
    ...world,
    machine: { ...machine, facts: merge(machine.facts, effect.facts), files: merge(machine.files, effect.files) },
    env: merge(world.env, effect.env),
    failed: world.failed || effect.status === "fails",
  };
}

/** What an action answers: an unknown function of its inputs and the environment, whatever the step is called. */
function actionOutput(step: Step, action: string, output: string, act: ActionUse, around: Surroundings): Text {
  const inputs = [...act.inputs].sort(([a], [b]) => (a < b ? -1 : 1));
  const words = inputs.map(([name, text]) => concat(literal(`${name}=`), text));
  const base = `${action} ${output} ${inputs.map(([name]) => name).join(" ")}`;
  const environment = around.environment ? [around.environment] : [];
  const key = `!${action} ${output} ${words.map(canonical).join(" ")} @${environment.map(canonical).join("")}`;
  return mention({
    key,
    base,
    label: `steps.${step.id ?? action}.outputs.${output}`,
    kind: "output",
    given: [...environment, ...words],
    ...(isSettingAction(action.toLowerCase()) ? { lasting: true as const } : {}),
  });
}
