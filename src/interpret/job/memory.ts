import type { Step } from "../../ecosystems/github-actions/index.ts";
import type { Cube } from "../../values/cube.ts";
import type { Move } from "../../model/moved.ts";
import { textOf } from "../../values/compare.ts";
import { sameText, sameTexts, sameValue } from "../../values/same.ts";
import { canonical, type Text } from "../../values/text.ts";
import type { Value } from "../../values/value.ts";
import { sameConstraint } from "../../values/worlds.ts";
import type { RunnerFile } from "../machine.ts";
import type { Scope } from "./steps.ts";
import { contextOfJob, type Surroundings } from "./surroundings.ts";
import type { Looks } from "./watch.ts";
import { withResult, type JobWorld, type StepResult } from "./world.ts";

/** A step that was interpreted once: everything that it looked at, and what came of it. */
interface Remembered {
  readonly world: JobWorld;
  readonly onFailure: boolean;
  readonly environment: Text | null;
  readonly looks: Looks;
  readonly steps: ReadonlyMap<string, StepResult> | null;
  readonly ends: readonly JobWorld[];
  /** What it told the journal. */
  readonly told: readonly object[];
}

/**
 * Steps that were interpreted already. One that finds everything as it was (another leg of the matrix, a run that was
 * started otherwise, another caller of the same workflow) does the same again, so nothing is interpreted twice.
 */
export type StepMemory = WeakMap<Step, OfStep>;

/** What is remembered of one step, and of the same step where it stood in an earlier text of its file. */
interface OfStep {
  readonly drawers: Map<string, Drawer>;
  readonly earlier: { readonly memory: OfStep; readonly move: Move } | null;
}

/** Takes over what is remembered of a step for what it is in a changed file: the same text in the same job. */
export function inherit(memory: StepMemory, earlier: Step, now: Step): void {
  const known = memory.get(earlier);
  if (!known || earlier === now) return;
  const move = { from: earlier.span, by: now.span.start - earlier.span.start };
  memory.set(now, { drawers: new Map(), earlier: { memory: known, move } });
}

/** Settings that look alike at once, by what the step looked at in them, and by what it found there. */
type Drawer = Map<string, { readonly asked: readonly string[]; readonly byAnswers: Map<string, Remembered[]> }>;

/** More settings with the same answers are not remembered: looking through them would cost more than interpreting. */
const MOST = 48;
/** More ways of looking at a setting are not told apart. */
const MOST_WAYS = 16;

/** The ends of a step of the job itself, from memory where it saw the same before. */
export function recall(
  step: Step,
  world: JobWorld,
  around: Surroundings,
  scope: Scope,
  interpret: () => readonly JobWorld[],
): readonly JobWorld[] {
  const memory = around.memory.get(step) ?? { drawers: new Map<string, Drawer>(), earlier: null };
  around.memory.set(step, memory);
  const label = drawerOf(world);
  const drawer = drawerFor(memory, label);
  const found = find(memory, label, world, around, scope);
  if (found) {
    around.journal.push(...found.told);
    return found.ends.map((end) => afterwards(end, world, step));
  }
  around.watch.looks = new Map();
  around.watch.steps = null;
  const mark = around.journal.length;
  const ends = interpret();
  const { looks, steps } = around.watch;
  const { onFailure } = scope;
  const { environment } = around;
  remember(drawer, around, { world, onFailure, environment, looks, steps, ends, told: around.journal.slice(mark) });
  return ends;
}

function drawerFor(memory: OfStep, label: string): Drawer {
  const drawer = memory.drawers.get(label) ?? new Map();
  memory.drawers.set(label, drawer);
  return drawer;
}

/** What is remembered of the step, or of what it was in an earlier text of its file. */
function find(
  memory: OfStep,
  label: string,
  world: JobWorld,
  around: Surroundings,
  scope: Scope,
): Remembered | undefined {
  const own = memory.drawers.get(label);
  const found = own && findIn(own, world, around, scope);
  if (found || !memory.earlier) return found;
  const { memory: before, move } = memory.earlier;
  const earlier = find(before, label, world, around, scope);
  if (!earlier) return undefined;
  const here = move.by === 0 ? earlier : { ...earlier, told: earlier.told.map((one) => around.moved(one, move)) };
  remember(drawerFor(memory, label), around, here);
  return here;
}

function findIn(drawer: Drawer, world: JobWorld, around: Surroundings, scope: Scope): Remembered | undefined {
  for (const { asked, byAnswers } of drawer.values()) {
    const found = byAnswers.get(answersTo(asked, around))?.find((one) => isAsBefore(one, world, around, scope));
    if (found) return found;
  }
  return undefined;
}

function remember(drawer: Drawer, around: Surroundings, one: Remembered): void {
  const asked = [...one.looks.keys()];
  const name = asked.join("\n");
  const way = drawer.get(name) ?? { asked, byAnswers: new Map<string, Remembered[]>() };
  if (!drawer.has(name) && drawer.size >= MOST_WAYS) return;
  drawer.set(name, way);
  const answers = answersTo(asked, around);
  const alike = way.byAnswers.get(answers) ?? [];
  if (alike.length < MOST) way.byAnswers.set(answers, [...alike, one]);
}

/** What tells most settings apart at once: how many files and facts there are, and which decisions led here. */
function drawerOf({ machine, env }: JobWorld): string {
  const decided = [...machine.cube].map(([key, { within }]) => `${key}=${within?.[0] ?? ""}`).sort();
  return [machine.files.size, machine.facts.size, env.size, ...decided].join("\n");
}

/** A name for what this job answers; settings in which the answers are the same have the same. */
function answersTo(asked: readonly string[], around: Surroundings): string {
  return asked.map((what) => nameOfAnswer(ask(around, what))).join("\n");
}

function nameOfAnswer(value: Value | null): string {
  return value === null || value.kind === "object" || value.kind === "list" ? "" : canonical(textOf(value));
}

/** The remembered end, with the results of this job's steps before. */
function afterwards(end: JobWorld, world: JobWorld, step: Step): JobWorld {
  if (end.steps === world.steps) return end;
  const own = step.id === null ? undefined : end.steps.get(step.id);
  const next = { ...end, steps: world.steps };
  return own ? withResult(next, step, own) : next;
}

function isAsBefore(one: Remembered, world: JobWorld, around: Surroundings, scope: Scope): boolean {
  const { machine } = one.world;
  return (
    one.world.failed === world.failed &&
    one.onFailure === scope.onFailure &&
    sameCube(machine.cube, world.machine.cube) &&
    sameEnvironment(one.environment, around.environment) &&
    sameTexts(one.world.env, world.env) &&
    sameTexts(machine.facts, world.machine.facts) &&
    sameFiles(machine.files, world.machine.files) &&
    (one.steps === null || sameSteps(one.steps, world.steps)) &&
    [...one.looks].every(([what, answer]) => sameValue(answer, ask(around, what)))
  );
}

/** What the job's contexts answer, in this job. */
function ask(around: Surroundings, what: string): Value | null {
  const dot = what.indexOf(".");
  const context = contextOfJob(dot < 0 ? what : what.slice(0, dot), around);
  if (dot < 0) return context;
  return context.kind === "object" ? context.get(what.slice(dot + 1)) : null;
}

function sameCube(a: Cube, b: Cube): boolean {
  if (a === b) return true;
  return (
    a.size === b.size &&
    [...a].every(([key, ours]) => sameConstraint(ours, b.get(key)) && ours.unsure === b.get(key)?.unsure)
  );
}

function sameEnvironment(a: Text | null, b: Text | null): boolean {
  return a === b || (a !== null && b !== null && sameText(a, b));
}

function sameFiles(a: ReadonlyMap<string, RunnerFile>, b: ReadonlyMap<string, RunnerFile>): boolean {
  if (a === b) return true;
  return (
    a.size === b.size &&
    [...a].every(([path, file]) => {
      const other = b.get(path);
      if (file === other) return true;
      if (!other || file.absent !== other.absent || file.path !== other.path) return false;
      return file.text !== null && other.text !== null && sameText(file.text, other.text);
    })
  );
}

function sameSteps(a: ReadonlyMap<string, StepResult>, b: ReadonlyMap<string, StepResult>): boolean {
  return a === b || (a.size === b.size && [...a].every(([id, result]) => b.get(id) === result));
}
