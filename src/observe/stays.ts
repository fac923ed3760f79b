import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { PastJob, PastRun, PastRunWithJobs, PastStep } from "../model/history.ts";
import type { Presence } from "../runs/presence.ts";
import { isTemplate } from "../runs/uses.ts";
import { settle, type Cube } from "../values/cube.ts";
import { feasible } from "../values/samples.ts";
import { literalOf, show } from "../values/text.ts";
import { intersect } from "../values/worlds.ts";
import { cubeOf } from "./bind.ts";
import { isStep, namesOf, type Names } from "./names.ts";
import type { Dropped, Mapped, Stay, Wait } from "./types.ts";

/** A presence that a run of the past can have been, with everything that the run fixes. */
interface Fit {
  readonly target: AuditedTarget;
  readonly presence: Presence;
  readonly cube: Cube;
}

/** Waits shorter than this are the time that a runner takes to come. */
const APPROVAL_SECONDS = 30;

/** Maps what happened to the audit's targets. */
export function mapHistory(audit: Audit, runs: readonly PastRunWithJobs[]): Mapped {
  const names = namesOf(audit.tree);
  const all = audit.targets.flatMap((target) => target.presences.map((presence) => ({ target, presence })));
  const writing = new Set(all.map(({ presence }) => presence.use.unit.run.file));
  const stays: Stay[] = [];
  const dropped: Dropped[] = [];
  const waits: Wait[] = [];
  const unmapped: PastJob[] = [];
  let count = 0;
  for (const past of runs) {
    if (!writing.has(past.run.file)) continue;
    count += 1;
    const fits = fitsOf(all, past.run);
    if (past.jobs.length === 0 && past.run.conclusion === "cancelled") dropped.push(...droppedOf(fits, past.run, null));
    for (const job of past.jobs) {
      const own = fits.filter(({ presence, cube }) => names.isJob(presence.use.unit, job.name, cube));
      if (own.length === 0) unmapped.push(job);
      else if (neverStarted(job))
        dropped.push(...(job.conclusion === "cancelled" ? droppedOf(own, past.run, job) : []));
      else {
        stays.push(...staysOf(own, past.run, job, names));
        waits.push(...waitsOf(own, past, job));
      }
    }
  }
  return { stays, dropped, waits, runs: count, unmapped };
}

function fitsOf(
  all: readonly { readonly target: AuditedTarget; readonly presence: Presence }[],
  run: PastRun,
): readonly Fit[] {
  const bound = cubeOf(run);
  return all.flatMap(({ target, presence }) => {
    const { unit } = presence.use;
    if (unit.run.file !== run.file || unit.run.event !== run.event) return [];
    const cube = intersect(presence.cube, bound, feasible);
    return cube ? [{ target, presence, cube }] : [];
  });
}

function neverStarted({ started, steps, conclusion }: PastJob): boolean {
  return started === null || (conclusion !== "success" && steps.length === 0);
}

/** The fits of one job by target and id; a job may write several. */
function byId(
  fits: readonly Fit[],
): readonly { readonly id: string; readonly certain: boolean; readonly fits: readonly [Fit, ...Fit[]] }[] {
  const groups = new Map<string, { id: string; certain: boolean; fits: [Fit, ...Fit[]] }>();
  for (const fit of fits) {
    const text = settle(fit.presence.id, fit.cube);
    const id = `${fit.target.kind}:${literalOf(text) ?? show(text)}`;
    const key = `${fit.target.id}\n${id}`;
    const group = groups.get(key);
    if (group) group.fits.push(fit);
    else groups.set(key, { id, certain: !isTemplate(text), fits: [fit] });
  }
  return [...groups.values()];
}

function droppedOf(fits: readonly Fit[], run: PastRun, job: PastJob | null): readonly Dropped[] {
  return byId(fits).map(({ id, fits: [{ target }] }) => ({ target, id, run, job }));
}

function staysOf(fits: readonly Fit[], run: PastRun, job: PastJob, names: Names): readonly Stay[] {
  return byId(fits).flatMap(({ id, certain, fits: own }): readonly Stay[] => {
    const steps = stepsOf(own, job, names);
    if (steps?.every(({ conclusion }) => conclusion === "skipped")) return [];
    const done = (steps ?? []).filter(({ conclusion, started }) => conclusion !== "skipped" && started !== null);
    const [from, to] = done.length > 0 ? spanOf(done, job) : [job.started ?? run.started, job.completed ?? run.updated];
    const cancelled =
      done.length > 0 ? done.some(({ conclusion }) => conclusion === "cancelled") : job.conclusion === "cancelled";
    const failed =
      done.length > 0 ? done.some(({ conclusion }) => conclusion === "failure") : job.conclusion === "failure";
    return [
      {
        target: own[0].target,
        id,
        certain,
        presences: own.map(({ presence }) => presence),
        run,
        job,
        from,
        to,
        bySteps: done.length > 0,
        failed,
        cancelled,
      },
    ];
  });
}

/** The writing steps as the history has them, null where not every one can be told. */
function stepsOf(fits: readonly Fit[], job: PastJob, names: Names): readonly PastStep[] | null {
  const found: PastStep[] = [];
  for (const index of new Set(fits.map(({ presence }) => presence.use.act.step))) {
    const step = fits[0] && names.step(fits[0].presence.use.unit, index);
    const past = step && job.steps.filter(({ name }) => isStep(step, name));
    if (past?.length !== 1) return null;
    found.push(...past);
  }
  return found;
}

function spanOf(steps: readonly PastStep[], job: PastJob): readonly [number, number] {
  const end = (step: PastStep): number => step.completed ?? job.completed ?? step.started ?? 0;
  return [Math.min(...steps.map(({ started }) => started ?? 0)), Math.max(...steps.map(end))];
}

/** How long the job waited, and for what: a job that others had to approve waited for them. */
function waitsOf(fits: readonly Fit[], { run, jobs, approved }: PastRunWithJobs, job: PastJob): readonly Wait[] {
  if (job.started === null) return [];
  const first = Math.min(...jobs.map(({ created }) => created));
  const seconds = Math.max(0, (job.started - job.created + Math.max(0, first - run.started)) / 1_000);
  const targets = new Map(fits.map((fit) => [fit.target.id, fit]));
  return [...targets.values()].map(({ target, presence }) => {
    const environment = presence.use.unit.environment;
    const name = environment === null ? null : literalOf(environment);
    const isApproved = name !== null && approved.some((one) => one.toLowerCase() === name.toLowerCase());
    return { target, run, job, seconds, behind: isApproved && seconds >= APPROVAL_SECONDS ? "approval" : "queue" };
  });
}
