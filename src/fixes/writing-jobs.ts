import type { Audit, AuditedTarget } from "../audit/model.ts";
import { parseWorkflow, type Job, type WorkflowDocument } from "../ecosystems/github-actions/index.ts";
import type { SourceFile } from "../model/span.ts";
import type { Use } from "../runs/uses.ts";

/** A job that writes, with the targets that each of its runs writes. */
export interface WritingJob {
  readonly file: SourceFile;
  readonly workflow: WorkflowDocument;
  readonly job: Job;
  /** Use and the id of the target it is in. */
  readonly uses: readonly { readonly use: Use; readonly target: string }[];
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
  const uses = new Map<string, WritingJob["uses"][number][]>();
  const seen = new Map<Use, Set<string>>();
  for (const target of targets) {
    for (const { use } of target.presences) {
      const known = uses.get(jobKey(use)) ?? [];
      const isKnown = seen.get(use)?.has(target.id) === true;
      if (!isKnown) known.push({ use, target: target.id });
      seen.set(use, (seen.get(use) ?? new Set()).add(target.id));
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
