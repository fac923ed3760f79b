import type { Flow, Group, Input, Job, Repo, Step } from "../description.ts";
import { admits, flag, text, type Plain, type Status } from "./evaluate.ts";
import type { Fault } from "./faults.ts";
import type { Start } from "./starts.ts";

/** A group that somebody holds: its name as the platform compares it, who holds it, and which block asked for it. */
export interface Held {
  readonly name: string;
  readonly owner: string;
  readonly block: string;
}

/** A step that writes while its run, its calls and its job hold these groups. */
export interface Writing {
  readonly target: string;
  readonly groups: readonly Held[];
  /** The way to the job: `[deploy, 0]` is leg 0 of job deploy. */
  readonly path: readonly (readonly [Job, number])[];
  /** The step, where the target is named after the commit: what another run of that commit does there is the same. */
  readonly work: Step | null;
}

export interface Played {
  readonly start: Start;
  readonly writings: readonly Writing[];
  readonly deadlock: boolean;
}

interface Result {
  readonly outcome: "success" | "failure" | "skipped" | "cancelled";
  readonly good: boolean;
  /** It or something that it needed failed. */
  readonly failed: boolean;
  readonly out: Out;
}

/** A job's output, and what it would be for another commit. */
interface Out {
  readonly here: string;
  readonly elsewhere: string;
}

const NOTHING: Out = { here: "", elsewhere: "" };
const CANCELLED: Result = { outcome: "cancelled", good: false, failed: false, out: NOTHING };

interface Scene {
  readonly repo: Repo;
  readonly start: Start;
  readonly fault: Fault | null;
  readonly onDeadlock: OnDeadlock;
  readonly writings: Writing[];
  readonly notes: { deadlock: boolean };
}

/**
 * What becomes of a job whose group its own run holds: the platform cancels it; the audit reports that and looks at the
 * rest as if the group were absent.
 */
export type OnDeadlock = "cancelled" | "absent";

/** Plays one run alone: which jobs start, what they write, and what is held meanwhile. */
export function play(repo: Repo, start: Start, fault: Fault | null, onDeadlock: OnDeadlock): Played {
  const scene: Scene = { repo, start, fault, onDeadlock, writings: [], notes: { deadlock: false } };
  const { flow } = start;
  const here = { github: start.github, inputs: start.inputs };
  const elsewhere = start.asksCommit ? { ...here, github: { ...start.github, sha: ANOTHER_COMMIT } } : here;
  const held = hold(flow.group, here, [], "", flow.file, scene);
  if (held) walk(flow, { here, elsewhere }, [], held, scene);
  return { start, writings: scene.writings, deadlock: scene.notes.deadlock };
}

/** No run has it. */
const ANOTHER_COMMIT = "f".repeat(40);

type Contexts = Readonly<Record<string, Plain>>;

/** The values of a run, and what they would be for another commit. */
interface Values {
  readonly here: Contexts;
  readonly elsewhere: Contexts;
}

/** What is held with one group more; a group that the platform refuses or that is held already adds nothing. */
function hold(
  group: Group | null,
  contexts: Contexts,
  held: readonly Held[],
  owner: string,
  block: string,
  scene: Scene,
): readonly Held[] | null {
  if (!group) return held;
  const name = text(group.group, contexts).toLowerCase();
  if (name === "" || (group.max && flag(group.cancel, contexts))) return held;
  if (held.some((other) => other.name === name)) {
    scene.notes.deadlock = true;
    return scene.onDeadlock === "cancelled" ? null : held;
  }
  return [...held, { name, owner, block }];
}

function walk(flow: Flow, values: Values, path: Writing["path"], held: readonly Held[], scene: Scene): Result {
  const results = new Map<string, Result>();
  for (const job of flow.jobs) {
    const needs = job.needs.map((id): readonly [string, Result] => [id, results.get(id) as Result]);
    results.set(job.id, runJob(job, flow, needs, values, path, held, scene));
  }
  const all = [...results.values()];
  const failed = all.some(({ outcome }) => outcome === "failure");
  const good = !failed && !all.some(({ outcome }) => outcome === "cancelled");
  return { outcome: failed ? "failure" : good ? "success" : "cancelled", good, failed, out: NOTHING };
}

function runJob(
  job: Job,
  flow: Flow,
  needs: readonly (readonly [string, Result])[],
  values: Values,
  path: Writing["path"],
  held: readonly Held[],
  scene: Scene,
): Result {
  const status: Status = {
    success: needs.every(([, { good }]) => good),
    failure: needs.some(([, { failed }]) => failed),
  };
  // Without needs there is nothing to read of them.
  const seen = needs.length === 0 ? values : withNeeds(values, needs);
  const before = needs.some(([, { failed }]) => failed);
  if (!admits(job.condition, seen.here, status))
    return { outcome: "skipped", good: false, failed: before, out: NOTHING };
  const { matrix } = job;
  const legs = matrix
    ? matrix.values.map((value) => both(seen, (contexts) => ({ ...contexts, matrix: { [matrix.axis]: value } })))
    : [seen];
  const ends = legs.map((leg, index) => {
    const way: Writing["path"] = [...path, [job, index]];
    const owner = way.map(([{ id }, at]) => `${id}[${at}]`).join("/");
    const own = hold(job.group, leg.here, held, owner, `${flow.file}#${job.id}`, scene);
    if (!own) return CANCELLED;
    return job.body.kind === "call"
      ? call(job.body, leg, way, own, owner, scene)
      : steps(job.body.steps, leg, way, own, owner, scene);
  });
  const failed = ends.some(({ outcome }) => outcome === "failure");
  const lost = ends.some(({ outcome }) => outcome === "cancelled");
  return {
    outcome: failed ? "failure" : lost ? "cancelled" : "success",
    good: !failed && !lost && status.success,
    failed: failed || before,
    out: ends[0]?.out ?? NOTHING,
  };
}

function withNeeds(values: Values, needs: readonly (readonly [string, Result])[]): Values {
  return both(values, (contexts, where) => ({
    ...contexts,
    needs: Object.fromEntries(
      needs.map(([id, { outcome, out }]) => [id, { result: outcome, outputs: { out: out[where] } }]),
    ),
  }));
}

/** The same of both: without more work where no commit is asked for. */
function both(values: Values, make: (contexts: Contexts, where: keyof Out) => Contexts): Values {
  const here = make(values.here, "here");
  return { here, elsewhere: values.here === values.elsewhere ? here : make(values.elsewhere, "elsewhere") };
}

function call(
  body: Extract<Job["body"], { kind: "call" }>,
  values: Values,
  path: Writing["path"],
  held: readonly Held[],
  owner: string,
  scene: Scene,
): Result {
  const flow = scene.repo.workflows.find(({ file }) => file === body.file) as Flow;
  const declared = flow.on.flatMap((trigger) => (trigger.event === "workflow_call" ? trigger.inputs : []));
  const inner = both(values, (contexts) => ({
    github: contexts["github"] ?? {},
    inputs: Object.fromEntries(
      declared.map((input) => {
        const given = body.with[input.name];
        return [input.name, typed(input, given === undefined ? (input.default ?? "") : text(given, contexts))];
      }),
    ),
  }));
  const own = hold(flow.group, inner.here, held, owner, flow.file, scene);
  return own ? walk(flow, inner, path, own, scene) : CANCELLED;
}

function typed({ type }: Input, value: string): Plain {
  return type === "boolean" ? value === "true" : value;
}

function steps(
  list: readonly Step[],
  values: Values,
  path: Writing["path"],
  held: readonly Held[],
  owner: string,
  scene: Scene,
): Result {
  const { here, elsewhere } = values;
  let failed = scene.fault?.job === owner && scene.fault.step === -1;
  let out = NOTHING;
  list.forEach((step, index) => {
    const condition = step.kind === "write" ? step.condition : null;
    if (!admits(condition, here, { success: !failed, failure: failed })) return;
    if (step.kind === "write") {
      const target = text(step.target, here);
      const ofCommit = here !== elsewhere && text(step.target, elsewhere) !== target;
      scene.writings.push({ target, groups: held, path, work: ofCommit ? step : null });
    }
    if (step.kind === "guard") failed = failed || (text(step.subject, here) === step.value) === (step.operator === "=");
    if (step.kind === "case") {
      const subject = text(step.subject, here);
      const given = step.arms.find(({ is }) => is === subject)?.gives;
      out = { here: given ?? subject, elsewhere: given ?? text(step.subject, elsewhere) };
    }
    if (scene.fault?.job === owner && scene.fault.step === index) failed = true;
  });
  return { outcome: failed ? "failure" : "success", good: !failed, failed, out };
}
