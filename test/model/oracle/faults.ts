import type { Flow, Job, Repo } from "../description.ts";

/** Where something goes wrong by itself: after step `step` of the job with this path, before any of its steps at -1. */
export interface Fault {
  readonly job: string;
  readonly step: number;
}

const ASKS = /\b(?:always|success|failure|cancelled)\s*\(/u;

/** Every place where a run may go wrong by itself and something later runs because of it or in spite of it. */
export function faultsOf(repo: Repo, flow: Flow): readonly Fault[] {
  return faultsIn(repo, flow, "", false);
}

/**
 * A failure that nothing asks about only takes away: jobs that need what failed and steps after it are left out, all
 * others do the same as ever. What can meet in the run that goes well is more, so the failing one need not be played.
 * `asked`: something behind the call of this workflow asks how it ended.
 */
function faultsIn(repo: Repo, flow: Flow, prefix: string, asked: boolean): readonly Fault[] {
  return flow.jobs.flatMap((job) => {
    const told = asked || isAsked(job, flow.jobs);
    return Array.from({ length: job.matrix?.values.length ?? 1 }).flatMap((_, leg): readonly Fault[] => {
      const name = `${prefix}${job.id}[${leg}]`;
      const { body } = job;
      if (body.kind === "call") {
        const callee = repo.workflows.find(({ file }) => file === body.file) as Flow;
        return faultsIn(repo, callee, `${name}/`, told);
      }
      const asking = body.steps.map((step) => step.kind === "write" && ASKS.test(step.condition ?? ""));
      return [-1, ...body.steps.keys()]
        .filter((step) => told || asking.slice(step + 1).includes(true))
        .map((step) => ({ job: name, step }));
    });
  });
}

/** Whether a job that needs this one, or needs one that does, may run although it failed. */
function isAsked(job: Job, jobs: readonly Job[]): boolean {
  return jobs.some(
    (other) => other.needs.includes(job.id) && (ASKS.test(other.condition ?? "") || isAsked(other, jobs)),
  );
}
