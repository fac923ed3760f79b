import type { Flow, Group, Job, Repo } from "./description.ts";

/**
 * The repository with everything left out that a property does not need: flows, triggers, jobs, steps, conditions,
 * groups, legs, one after the other until nothing more can go. What remains still has the property.
 */
export function reduce(repo: Repo, holds: (smaller: Repo) => boolean, until: number): Repo {
  for (const smaller of smallerRepos(repo)) {
    if (Date.now() > until) return repo;
    if (isWhole(smaller) && holds(smaller)) return reduce(smaller, holds, until);
  }
  return repo;
}

/** Every workflow can start: by an event, or because another that can start calls it. */
function isWhole({ workflows }: Repo): boolean {
  const live = new Set(workflows.filter(({ on }) => on.some(({ event }) => event !== "workflow_call")));
  for (const { jobs } of live) {
    for (const { body } of jobs) {
      const callee = body.kind === "call" ? workflows.find(({ file }) => file === body.file) : undefined;
      if (callee) live.add(callee);
    }
  }
  return live.size === workflows.length;
}

function* smallerRepos(repo: Repo): Generator<Repo> {
  const called = new Set(
    repo.workflows.flatMap(({ jobs }) => jobs.flatMap(({ body }) => (body.kind === "call" ? [body.file] : []))),
  );
  for (const [index, flow] of repo.workflows.entries()) {
    if (repo.workflows.length > 1 && !called.has(flow.file)) yield { workflows: repo.workflows.toSpliced(index, 1) };
    for (const smaller of smallerFlows(flow)) yield { workflows: repo.workflows.with(index, smaller) };
  }
}

function* smallerFlows(flow: Flow): Generator<Flow> {
  for (const [index, job] of flow.jobs.entries()) {
    if (flow.jobs.length === 1) break;
    const rest = flow.jobs.toSpliced(index, 1);
    yield { ...flow, jobs: rest.map((one) => ({ ...one, needs: one.needs.filter((id) => id !== job.id) })) };
  }
  if (flow.on.length > 1) for (const index of flow.on.keys()) yield { ...flow, on: flow.on.toSpliced(index, 1) };
  for (const [index, trigger] of flow.on.entries()) {
    for (const key of ["branches", "tags", "types"] as const) {
      if (!(key in trigger) || trigger.event === "repository_dispatch") continue;
      const { [key]: _, ...rest } = trigger as Record<string, unknown>;
      yield { ...flow, on: flow.on.with(index, rest as unknown as Flow["on"][number]) };
    }
  }
  if (flow.name !== null) yield { ...flow, name: null };
  for (const group of smallerGroups(flow.group)) yield { ...flow, group };
  for (const [index, job] of flow.jobs.entries()) {
    for (const smaller of smallerJobs(job)) yield { ...flow, jobs: flow.jobs.with(index, smaller) };
  }
}

function* smallerGroups(group: Group | null): Generator<Group | null> {
  if (group === null) return;
  yield null;
  if (group.cancel !== null) yield { ...group, cancel: null };
  if (group.max) yield { ...group, max: false };
  if (group.group.includes("-") && !/&&/u.test(group.group))
    yield { ...group, group: group.group.replace(/^[^$-]*-/u, "") };
}

function* smallerJobs(job: Job): Generator<Job> {
  if (job.condition !== null) yield { ...job, condition: null };
  for (const part of job.condition?.split(/ (?:&&|\|\|) /u) ?? []) {
    if (part !== job.condition) yield { ...job, condition: part };
  }
  for (const index of job.needs.keys()) yield { ...job, needs: job.needs.toSpliced(index, 1) };
  for (const group of smallerGroups(job.group)) yield { ...job, group };
  if (job.matrix) {
    yield { ...job, matrix: null };
    if (job.matrix.maxParallel !== null) yield { ...job, matrix: { ...job.matrix, maxParallel: null } };
    for (const index of job.matrix.values.keys()) {
      if (job.matrix.values.length > 1)
        yield { ...job, matrix: { ...job.matrix, values: job.matrix.values.toSpliced(index, 1) } };
    }
  }
  const { body } = job;
  if (body.kind === "call") return;
  for (const [index, step] of body.steps.entries()) {
    if (body.steps.length > 1) yield { ...job, body: { ...body, steps: body.steps.toSpliced(index, 1) } };
    if (step.kind !== "write") continue;
    const put = (next: typeof step): Job => ({ ...job, body: { ...body, steps: body.steps.with(index, next) } });
    if (step.condition !== null) yield put({ ...step, condition: null });
    if (step.how === "env") yield put({ ...step, how: "hole" });
    if (step.target !== "s") yield put({ ...step, target: "s" });
  }
}
