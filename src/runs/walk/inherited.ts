import { starts } from "../../ecosystems/github-actions/events.ts";
import type { Start } from "../../ecosystems/github-actions/github-context.ts";
import type { Job, Step, WorkflowDocument } from "../../ecosystems/github-actions/index.ts";
import type { StartOptions } from "../../ecosystems/github-actions/start-parts.ts";
import { inherit, type StepMemory } from "../../interpret/job/memory.ts";

/** Starts of workflows by everything that they are made of, so that a changed workflow keeps the values that runs have. */
export type StartMemory = Map<string, readonly Start[]>;

/** Every way in which a workflow starts; the very same values where only what stands behind `on:` has changed. */
export function startsAsBefore(
  memory: StartMemory,
  workflow: WorkflowDocument,
  options: StartOptions,
): readonly Start[] {
  const { path, name, triggers } = workflow;
  const key = JSON.stringify([path, name?.text, triggers, options]);
  const known = memory.get(key) ?? starts(workflow, options);
  memory.set(key, known);
  return known;
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
