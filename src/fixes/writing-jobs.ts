import type { Audit, AuditedTarget } from "../audit/model.ts";
import { parseWorkflow, type Job, type WorkflowDocument } from "../ecosystems/github-actions/index.ts";
import type { SourceFile } from "../model/span.ts";
import type { Use } from "../runs/uses.ts";
import type { Cube } from "../values/cube.ts";

/** A job that writes, with the targets that each of its runs writes. */
export interface WritingJob {
  readonly file: SourceFile;
  readonly workflow: WorkflowDocument;
  readonly job: Job;
  readonly uses: readonly TargetUse[];
}

/** A use, the id of the target that it is in, and the runs that are in it: `web-{env}` is `web-prod` for one `env`. */
export interface TargetUse {
  readonly use: Use;
  readonly target: string;
  readonly cube: Cube;
}

/** Every target that shares a job with this one: a job has one group, so they are decided together. */
export function together(audit: Audit, target: AuditedTarget): readonly AuditedTarget[] {
  const found = new Set([target]);
  for (let grown = true; grown; ) {
    grown = false;
    const jobs = new Set([...found].flatMap((one) => [...jobsOf(one)]));
    for (const other of audit.targets) {
      if (found.has(other) || other.kind !== target.kind || other.policy.decision === "allow") continue;
      if ([...jobsOf(other)].some((job) => jobs.has(job))) {
        found.add(other);
        grown = true;
      }
    }
  }
  return [...found];
}

function jobsOf(target: AuditedTarget): ReadonlySet<string> {
  return new Set(target.presences.map(({ use }) => jobKey(use)));
}

function jobKey({ unit }: Use): string {
  return `${unit.file}#${unit.job}`;
}

/** The jobs that write these targets; null where the text of one of them cannot be edited. */
export function writingJobs(audit: Audit, targets: readonly AuditedTarget[]): readonly WritingJob[] | null {
  const uses = new Map<string, TargetUse[]>();
  for (const target of targets) {
    const seen = new Map<Use, Set<Cube>>();
    for (const { use, cube } of target.presences) {
      const known = uses.get(jobKey(use)) ?? [];
      const cubes = seen.get(use) ?? new Set();
      if (!cubes.has(cube)) known.push({ use, target: target.id, cube });
      seen.set(use, cubes.add(cube));
      uses.set(jobKey(use), known);
    }
  }
  const jobs = [...uses.values()].map((own) => writingJob(audit, own));
  return jobs.some((job) => job === null) ? null : jobs.filter((job) => job !== null);
}

function writingJob(audit: Audit, uses: WritingJob["uses"]): WritingJob | null {
  const unit = uses[0]?.use.unit;
  const read = unit ? audit.tree.read(unit.file) : null;
  if (!unit || !read?.ok) return null;
  const { workflow } = parseWorkflow(read.file);
  const job = workflow?.jobs.find(({ id }) => id === unit.job);
  return workflow && job ? { file: read.file, workflow, job, uses } : null;
}

/** The ids of the targets that a job writes. */
export function targetsOf({ uses }: WritingJob): readonly string[] {
  return [...new Set(uses.map(({ target }) => target))];
}
