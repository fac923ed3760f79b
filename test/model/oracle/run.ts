import type { Flow, Group, Input, Job, Repo, Step } from "../description.ts";
import { admits, flag, text, type Plain, type Status } from "./evaluate.ts";
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
}

export interface Played {
  readonly start: Start;
  readonly writings: readonly Writing[];
  readonly deadlock: boolean;
}

/** Where something goes wrong by itself: after step `step` of the job with this path, before any of its steps at -1. */
export interface Fault {
  readonly job: string;
  readonly step: number;
}

interface Result {
  readonly outcome: "success" | "failure" | "skipped" | "cancelled";
  readonly good: boolean;
  /** It or something that it needed failed. */
  readonly failed: boolean;
  readonly out: string;
}

const CANCELLED: Result = { outcome: "cancelled", good: false, failed: false, out: "" };

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
  const contexts = { github: start.github, inputs: start.inputs };
  const held = hold(flow.group, contexts, [], "", flow.file, scene);
  if (held) walk(flow, contexts, [], held, scene);
  return { start, writings: scene.writings, deadlock: scene.notes.deadlock };
}

type Values = Readonly<Record<string, Plain>>;

/** What is held with one group more; a group that the platform refuses or that is held already adds nothing. */
function hold(
  group: Group | null,
  values: Values,
  held: readonly Held[],
  owner: string,
  block: string,
  scene: Scene,
): readonly Held[] | null {
  if (!group) return held;
  const contexts = values;
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
  return { outcome: failed ? "failure" : good ? "success" : "cancelled", good, failed, out: "" };
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
  const seen: Values = {
    ...values,
    needs: Object.fromEntries(needs.map(([id, { outcome, out }]) => [id, { result: outcome, outputs: { out } }])),
  };
  const before = needs.some(([, { failed }]) => failed);
  if (!admits(job.condition, seen, status)) return { outcome: "skipped", good: false, failed: before, out: "" };
  const legs = job.matrix
    ? job.matrix.values.map((value): Values => ({ ...seen, matrix: { [job.matrix?.axis ?? ""]: value } }))
    : [seen];
  const ends = legs.map((leg, index) => {
    const way: Writing["path"] = [...path, [job, index]];
    const owner = way.map(([{ id }, at]) => `${id}[${at}]`).join("/");
    const own = hold(job.group, leg, held, owner, `${flow.file}#${job.id}`, scene);
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
    out: ends[0]?.out ?? "",
  };
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
  const contexts = values;
  const declared = flow.on.flatMap((trigger) => (trigger.event === "workflow_call" ? trigger.inputs : []));
  const inputs = Object.fromEntries(
    declared.map((input) => {
      const given = body.with[input.name];
      return [input.name, typed(input, given === undefined ? (input.default ?? "") : text(given, contexts))];
    }),
  );
  const inner: Values = { github: scene.start.github, inputs };
  const own = hold(flow.group, inner, held, owner, flow.file, scene);
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
  const contexts = values;
  let failed = scene.fault?.job === owner && scene.fault.step === -1;
  let out = "";
  list.forEach((step, index) => {
    const condition = step.kind === "write" ? step.condition : null;
    if (!admits(condition, contexts, { success: !failed, failure: failed })) return;
    if (step.kind === "write") scene.writings.push({ target: text(step.target, contexts), groups: held, path });
    if (step.kind === "guard")
      failed = failed || (text(step.subject, contexts) === step.value) === (step.operator === "=");
    if (step.kind === "case") {
      const subject = text(step.subject, contexts);
      out = step.arms.find(({ is }) => is === subject)?.gives ?? subject;
    }
    if (scene.fault?.job === owner && scene.fault.step === index) failed = true;
  });
  return { outcome: failed ? "failure" : "success", good: !failed, failed, out };
}

/** Every place where a run may go wrong by itself. */
export function faultsOf(repo: Repo, flow: Flow, prefix = ""): readonly Fault[] {
  return flow.jobs.flatMap((job) =>
    Array.from({ length: job.matrix?.values.length ?? 1 }).flatMap((_, leg): readonly Fault[] => {
      const name = `${prefix}${job.id}[${leg}]`;
      const { body } = job;
      if (body.kind === "steps") return [-1, ...body.steps.keys()].map((step) => ({ job: name, step }));
      return faultsOf(repo, repo.workflows.find(({ file }) => file === body.file) as Flow, `${name}/`);
    }),
  );
}
