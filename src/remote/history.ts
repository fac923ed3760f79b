import { asking, reasonFor } from "../github/explain.ts";
import { keep, pathFor, readKept } from "../github/files.ts";
import type { GitHub } from "../github/types.ts";
import type { History, PastJob, PastRun, PastRunWithJobs } from "../model/history.ts";
import { eachAtOnce } from "./blobs.ts";

type Name = { readonly owner: string; readonly repo: string };
type ApiRun = Awaited<
  ReturnType<GitHub["rest"]["actions"]["listWorkflowRunsForRepo"]>
>["data"]["workflow_runs"][number];
type ApiJob = Awaited<ReturnType<GitHub["rest"]["actions"]["listJobsForWorkflowRun"]>>["data"]["jobs"][number];

/** GitHub lists no more runs for one question (docs "List workflow runs for a repository"); then the time is halved. */
const MOST_LISTED = 1_000;
const SHORTEST_MS = 60_000;
const PAGE = 100;
const AT_ONCE = 6;

/** Waits longer than this may have been for an approval, which is asked for. */
const APPROVAL_MS = 30_000;

const time = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null);
const second = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/u, "Z");

function runOf(run: ApiRun): PastRun {
  const created = time(run.created_at) ?? 0;
  const pull = run.pull_requests?.[0];
  return {
    id: run.id,
    number: run.run_number,
    attempt: run.run_attempt ?? 1,
    file: run.path.replace(/@.*$/u, ""),
    event: run.event,
    branch: run.head_branch,
    sha: run.head_sha,
    pull: pull?.number ?? null,
    base: pull?.base.ref ?? null,
    actor: run.actor?.login ?? null,
    created,
    started: time(run.run_started_at) ?? created,
    updated: time(run.updated_at) ?? created,
    conclusion: run.conclusion,
    url: run.html_url,
  };
}

function jobOf(job: ApiJob): PastJob {
  // A job that was cancelled or left out before it had a runner has a beginning in the API all the same.
  const isOver = job.conclusion !== "cancelled" && job.conclusion !== "skipped";
  const hadRunner = isOver || (job.runner_name ?? "") !== "" || (job.steps ?? []).length > 0;
  return {
    id: job.id,
    name: job.name,
    conclusion: job.conclusion,
    created: time(job.created_at) ?? 0,
    started: hadRunner ? time(job.started_at) : null,
    completed: time(job.completed_at),
    url: job.html_url ?? "",
    steps: (job.steps ?? []).map((step) => ({
      name: step.name,
      number: step.number,
      conclusion: step.conclusion,
      started: time(step.started_at),
      completed: time(step.completed_at),
    })),
  };
}

async function listRuns(name: Name, from: number, to: number, github: GitHub): Promise<readonly PastRun[]> {
  const runs: PastRun[] = [];
  const query = { ...name, created: `${second(from)}..${second(to)}`, per_page: PAGE };
  for await (const page of github.paginate.iterator(github.rest.actions.listWorkflowRunsForRepo, query)) {
    const { total_count: total } = page.data as unknown as { readonly total_count?: number };
    if (runs.length === 0 && (total ?? 0) > MOST_LISTED && to - from > SHORTEST_MS) {
      const middle = Math.floor((from + to) / 2 / 1_000) * 1_000;
      return [...(await listRuns(name, from, middle, github)), ...(await listRuns(name, middle + 1_000, to, github))];
    }
    runs.push(...page.data.map(runOf));
  }
  return runs;
}

/** A run that is over stays what it is: its jobs are read once. */
function keptAt({ cache, apiUrl }: GitHub, { owner, repo }: Name, run: PastRun): string | null {
  if (cache === null) return null;
  return pathFor(cache, "runs", `${apiUrl}\n${owner}/${repo}\n${run.id}\n${run.attempt}\n${run.updated}`.toLowerCase());
}

function readKeptRun(path: string | null): Pick<PastRunWithJobs, "jobs" | "approved"> | null {
  const bytes = path === null ? null : readKept(path);
  try {
    return bytes === null ? null : (JSON.parse(bytes.toString("utf8")) as Pick<PastRunWithJobs, "jobs" | "approved">);
  } catch {
    return null;
  }
}

async function readJobs(name: Name, run: PastRun, github: GitHub): Promise<readonly PastJob[]> {
  const jobs = await github.paginate(github.rest.actions.listJobsForWorkflowRun, {
    ...name,
    run_id: run.id,
    per_page: PAGE,
    filter: "latest",
  });
  return jobs.map(jobOf);
}

/** Environments of a run that somebody approved; asked only where something waited. */
async function readApprovals(
  name: Name,
  run: PastRun,
  jobs: readonly PastJob[],
  github: GitHub,
): Promise<readonly string[]> {
  const waited = jobs.some(({ created, started }) => started !== null && started - created > APPROVAL_MS);
  if (!waited) return [];
  const { data } = await github.rest.actions.getReviewsForRun({ ...name, run_id: run.id });
  return data.flatMap(({ environments }) => environments.flatMap((one) => (one.name === undefined ? [] : [one.name])));
}

async function readRun(name: Name, run: PastRun, github: GitHub): Promise<PastRunWithJobs> {
  const path = keptAt(github, name, run);
  const kept = readKeptRun(path);
  if (kept !== null) return { run, ...kept };
  const jobs = await readJobs(name, run, github);
  const approved = await readApprovals(name, run, jobs, github);
  if (path !== null) keep(path, Buffer.from(JSON.stringify({ jobs, approved }), "utf8"));
  return { run, jobs, approved };
}

/**
 * Reads what happened: a request for each hundred runs, and one for each run of the files that matter. Runs that are
 * still under way are left out.
 *
 * @throws UserError where the list of runs cannot be read; a run that cannot be read costs itself
 */
export async function readHistory(
  name: Name,
  from: number,
  to: number,
  files: ReadonlySet<string>,
  github: GitHub,
  progress: (done: number, all: number) => void,
): Promise<History> {
  const listed = await asking(`runs of ${name.owner}/${name.repo}`, github, () => listRuns(name, from, to, github));
  const isWanted = ({ file, conclusion, created }: PastRun): boolean =>
    files.has(file) && conclusion !== null && created >= from && created <= to;
  const wanted = [...new Map(listed.filter(isWanted).map((run) => [run.id, run])).values()];
  const runs: PastRunWithJobs[] = [];
  const gaps: string[] = [];
  await eachAtOnce(wanted, AT_ONCE, async (run) => {
    try {
      runs.push(await readRun(name, run, github));
    } catch (error) {
      const reason = reasonFor(`run ${run.id}`, error, github);
      if (reason === null) throw error;
      gaps.push(reason);
    }
    progress(runs.length + gaps.length, wanted.length);
  });
  const more = gaps.length > 5 ? [`… and ${gaps.length - 5} more runs`] : [];
  return {
    from,
    to,
    runs: runs.sort((a, b) => a.run.created - b.run.created || a.run.id - b.run.id),
    gaps: [...gaps.sort().slice(0, 5), ...more],
  };
}
