import { starts } from "../../ecosystems/github-actions/events.ts";
import type { Start } from "../../ecosystems/github-actions/github-context.ts";
import type { Job, Step, WorkflowDocument } from "../../ecosystems/github-actions/index.ts";
import type { StartOptions } from "../../ecosystems/github-actions/start-parts.ts";
import { inherit, type StepMemory } from "../../interpret/job/memory.ts";

/** The starts of workflows as they were worked out, with the options that this was done with. */
export type StartMemory = WeakMap<WorkflowDocument, { readonly options: string; readonly starts: readonly Start[] }>;

/** Every way in which a workflow starts; the very same values as before where they are remembered. */
export function startsAsBefore(
  memory: StartMemory,
  workflow: WorkflowDocument,
  options: StartOptions,
): readonly Start[] {
  const asked = JSON.stringify(options);
  const known = memory.get(workflow);
  if (known?.options === asked) return known.starts;
  const found = starts(workflow, options);
  memory.set(workflow, { options: asked, starts: found });
  return found;
}

/** A workflow of which only what stands behind `on:` has changed keeps the values that its runs have. */
export function inheritStarts(memory: StartMemory, before: WorkflowDocument, now: WorkflowDocument): void {
  const known = memory.get(before);
  if (known && startingOf(before) === startingOf(now)) memory.set(now, known);
}

/** All that the starts of a workflow are made of, with its places. */
function startingOf({ name, triggers }: WorkflowDocument): string {
  return JSON.stringify([name?.text, triggers]);
}

/**
 * Steps that stand in a changed workflow as they did before do there what they did: an edit of a group, a condition or
 * another step concerns them only by what they look at, which is compared when they are recalled.
 */
export function inheritSteps(memory: StepMemory, before: WorkflowDocument, now: WorkflowDocument): void {
  const jobs = new Map(before.jobs.map((job) => [job.id, job]));
  for (const job of now.jobs) {
    const old = jobs.get(job.id);
    if (!old || settingOf(old, before) !== settingOf(job, now)) continue;
    job.steps.forEach((step, index) => {
      const earlier = old.steps[index];
      if (earlier && asWritten(earlier) === asWritten(step)) inherit(memory, earlier, step);
    });
  }
}

/** What of the job a step sees without looking at a context. */
function settingOf({ defaults, runsOn }: Job, workflow: WorkflowDocument): string {
  const fields = [defaults, workflow.defaults].flatMap(({ shell, workingDirectory }) => [shell, workingDirectory]);
  const labels = runsOn?.labels.map(({ text }) => text);
  return JSON.stringify([fields.map((field) => field?.text ?? null), labels, runsOn?.selfHosted]);
}

/** All of a step, its places counted from its beginning: an alias stands for something that does not move with it. */
function asWritten(step: Step): string {
  const { start } = step.span;
  return JSON.stringify(step, (key, value: unknown) =>
    typeof value === "number" && (key === "start" || key === "end") ? value - start : value,
  );
}
