import type { Audit } from "../audit/model.ts";
import type { JobUnit, RunClass, UnitStep } from "../runs/units.ts";
import { decideEqual } from "../values/decide.ts";
import { feasible } from "../values/samples.ts";
import { literal, type Text } from "../values/text.ts";
import { intersect } from "../values/worlds.ts";
import { eitherOf, nearest } from "../config/nearest.ts";
import { HEAD_REF, PULL_NUMBER } from "../ecosystems/github-actions/run-values.ts";
import { writeOut, writeOutId, type Choice } from "./concrete.ts";
import { flatten } from "./flatten.ts";
import { laneOf } from "./lane.ts";
import type { SimPlan, SimRequest } from "./request.ts";
import type { SimGroup, SimRun, SimUnit } from "./types.ts";

export interface Built {
  readonly runs: readonly SimRun[];
  /** What could not be played, and what would be right. */
  readonly problems: readonly string[];
}

/** Ticks that a job works where nobody says otherwise. */
export const WORK = 10;

/** The concrete runs that a plan's events start in the audited repository, each with its jobs, needs and groups. */
export function buildRuns(audit: Audit, plan: SimPlan): Built {
  const problems: string[] = [];
  const runs: SimRun[] = [];
  for (const request of plan.events) {
    const started = startedBy(audit.runs, request);
    if (started.length === 0) problems.push(nothingStarts(audit.runs, request));
    for (const { run, choice } of started) {
      const number = runs.length + 1;
      runs.push(buildRun(run, { ...choice, number }, request, plan));
    }
  }
  if (problems.length === 0) problems.push(...unknownJobs(runs, plan));
  return { runs, problems };
}

/** Times for jobs that none of the runs has: a slip of the pen would play another day than the one that was meant. */
function unknownJobs(runs: readonly SimRun[], plan: SimPlan): readonly string[] {
  const known = [...new Set(runs.flatMap((run) => flatten(run)).map(({ unit }) => jobOf(unit.id)))];
  return (["durations", "approvals"] as const).flatMap((key) =>
    Object.keys(plan[key])
      .filter((name) => !known.includes(name))
      .map((name) => {
        const near = nearest(name, known);
        const advice = near === null ? `There are ${eitherOf(known)}.` : `Did you mean ${near}?`;
        return `\`${key}\` names ${name}, which is no job of these runs. ${advice}`;
      }),
  );
}

/** The job of a unit's name, without the leg. */
function jobOf(id: string): string {
  return id.replace(/ \(.*$/su, "");
}

function nothingStarts(runs: readonly RunClass[], request: SimRequest): string {
  const { event, activity, ref, inputs, workflow } = request;
  const same = runs.filter((run) => run.event === event && isWorkflow(run, workflow));
  const given = [
    activity === null ? "" : ` ${activity}`,
    ref === null ? "" : ` on ${ref}`,
    ...Object.entries(inputs).map(([name, value]) => ` with ${name}=${value}`),
  ].join("");
  const others = [...new Set(runs.filter(({ uncalled }) => !uncalled).map(({ label }) => label))]
    .slice(0, 8)
    .join("; ");
  if (same.length > 0) {
    const labels = same.map(({ label }) => label).join("; ");
    return `${event}${given} starts no workflow here. Of this event there are: ${labels}.`;
  }
  return `${event}${given} starts no workflow here. What starts one: ${others === "" ? "nothing" : others}.`;
}

function isWorkflow({ file }: RunClass, wanted: string | null): boolean {
  return wanted === null || file === wanted || file.endsWith(`/${wanted}`);
}

/** Of each workflow the first class of runs that an event with these values can be. */
function startedBy(
  runs: readonly RunClass[],
  request: SimRequest,
): readonly { readonly run: RunClass; readonly choice: Choice }[] {
  const files = new Set<string>();
  return runs.flatMap((run) => {
    if (run.event !== request.event || run.uncalled || files.has(run.file) || !isWorkflow(run, request.workflow))
      return [];
    const choice = chosenBy(run, request);
    if (!choice) return [];
    files.add(run.file);
    return [{ run, choice }];
  });
}

function chosenBy(run: RunClass, { activity, ref, inputs }: SimRequest): Choice | null {
  if (Object.keys(inputs).some((name) => !run.inputs.has(name))) return null;
  let choice: Choice | null = { cube: run.cube, number: 1 };
  if (activity !== null) choice = pinned(choice, run.activity, activity);
  if (ref !== null && choice) choice = atRef(run, choice, ref);
  for (const [name, text] of run.inputs) {
    const value = inputs[name] ?? run.inputDefaults.get(name);
    // An option that has no default is whatever comes first.
    const next: Choice | null = choice && value !== undefined ? pinned(choice, text, value) : choice;
    choice = next ?? (inputs[name] === undefined ? choice : null);
  }
  return choice;
}

/** A pull request is named by its number or its branch, anything else by its ref. */
function atRef(run: RunClass, choice: Choice, ref: string): Choice | null {
  const at = (text: Text, value: string): Choice | null => pinned(choice, text, value);
  if (ref.startsWith("refs/")) return at(run.ref, ref);
  if (run.event.startsWith("pull_request"))
    return /^\d+$/u.test(ref) ? at(PULL_NUMBER, ref) : (at(HEAD_REF, ref) ?? at(run.ref, `refs/heads/${ref}`));
  return at(run.ref, `refs/heads/${ref}`) ?? at(run.ref, `refs/tags/${ref}`);
}

function pinned(choice: Choice, text: Text, value: string): Choice | null {
  const cube = decideEqual(choice.cube, text, literal(value)).find(({ holds }) => holds)?.cube;
  return cube ? { ...choice, cube } : null;
}

interface Scene {
  readonly run: RunClass;
  readonly plan: SimPlan;
  choice: Choice;
}

function buildRun(run: RunClass, choice: Choice, request: SimRequest, plan: SimPlan): SimRun {
  const ref = writeOut(run.ref, choice);
  const scene: Scene = { run, plan, choice: ref.choice };
  const groups = run.group ? groupsOf(scene, [run.group]) : [];
  const units = run.units.flatMap((unit) => inRun(scene, unit));
  const short = ref.text.replace(/^refs\/(heads|tags)\//u, "");
  const event = request.event.replace("workflow_dispatch", "dispatch").replaceAll("_", " ");
  const label = `${event} on ${short === "" ? "a commit" : short} (${run.file.split("/").at(-1) ?? ""})`;
  return {
    id: `run ${choice.number}`,
    at: request.at,
    label,
    groups,
    needs: [],
    jobs: level(scene, units, 0),
    duration: 0,
  };
}

interface Present {
  readonly unit: JobUnit;
  readonly skipped: boolean;
}

/** The unit as it is in this run: it starts, it is left out, or it belongs to runs with other values (nothing). */
function inRun(scene: Scene, unit: JobUnit): readonly Present[] {
  for (const [cubes, skipped] of [
    [unit.reached, false],
    [unit.skipped, true],
  ] as const) {
    for (const cube of cubes) {
      const both = intersect(scene.choice.cube, cube, feasible);
      if (!both) continue;
      if (!skipped) scene.choice = { ...scene.choice, cube: both };
      return [{ unit, skipped }];
    }
  }
  return [];
}

/** The jobs and calls at one depth, each way once. */
function level(scene: Scene, units: readonly Present[], depth: number): readonly SimUnit[] {
  const names = new Map<string, Present[]>();
  for (const present of units) {
    const step = present.unit.path[depth];
    if (!step) continue;
    const list = names.get(nameOf(step)) ?? [];
    names.set(nameOf(step), [...list, present]);
  }
  const running = [...names].filter(([, list]) => list.some(({ skipped }) => !skipped)).map(([name]) => name);
  return [...names].map(([name, list]) => unitAt(scene, name, list, depth, running));
}

function unitAt(
  scene: Scene,
  name: string,
  list: readonly Present[],
  depth: number,
  running: readonly string[],
): SimUnit {
  const present = list.find(({ skipped }) => !skipped) ?? (list[0] as Present);
  const { unit, skipped } = present;
  const step = unit.path[depth] as UnitStep;
  const isJob = depth === unit.path.length - 1;
  const owner = unit.path
    .slice(0, depth + 1)
    .map(({ job, leg }) => `${job}[${leg}]`)
    .join("/");
  const approval = scene.plan.approvals[step.job];
  return {
    id: name,
    groups: skipped
      ? []
      : groupsOf(
          scene,
          unit.groups.filter((group) => group.owner === owner),
        ),
    // A job that needs a skipped one and is reached all the same does not wait for it.
    needs: running.filter((other) => step.after.has(jobOf(other))),
    jobs: isJob ? [] : level(scene, list, depth + 1),
    duration: isJob ? (scene.plan.durations[step.job] ?? WORK) : 0,
    ...(approval === undefined || !isJob ? {} : { approval }),
    ...laneOf(step),
    ...(skipped ? { skipped: true } : {}),
    ...(isJob && !skipped ? writesOf(scene, unit) : {}),
  };
}

/** What the job changes in this run, as far as its targets can be worked out. */
function writesOf(scene: Scene, unit: JobUnit): Pick<SimUnit, "writes"> {
  const writes = new Set<string>();
  for (const { kind, id, role, refused, cube } of unit.acts.flatMap(({ recognitions }) => recognitions)) {
    if (role !== "write" || id === null || refused) continue;
    const both = intersect(scene.choice.cube, cube, feasible);
    if (!both) continue;
    const written = writeOutId(kind, id, { ...scene.choice, cube: both });
    scene.choice = written.choice;
    writes.add(written.id);
  }
  return writes.size === 0 ? {} : { writes: [...writes] };
}

function nameOf({ job, leg }: UnitStep): string {
  return leg === "" ? job : `${job} (${leg.replace(/#\d+$/u, "")})`;
}

function groupsOf(scene: Scene, declarations: JobUnit["groups"]): readonly SimGroup[] {
  return declarations.flatMap((declaration) => {
    const found = declaration.uses(scene.choice.cube)[0];
    if (!found?.use) return [];
    const both = intersect(scene.choice.cube, found.cube, feasible);
    const { text, choice } = writeOut(found.use.name, { ...scene.choice, cube: both ?? scene.choice.cube });
    scene.choice = choice;
    return [{ name: text, cancels: found.use.cancels, queue: found.use.queue }];
  });
}
