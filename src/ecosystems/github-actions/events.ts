import type { Trigger, WorkflowDocument } from "./document.ts";
import type { Start } from "./github-context.ts";
import {
  callStarts,
  deploymentStarts,
  plainStarts,
  registryPackageStarts,
  releaseStarts,
  repositoryDispatchStarts,
  scheduleStarts,
  workflowRunStarts,
} from "./other-starts.ts";
import { pullStarts } from "./pull-starts.ts";
import { createStarts, dispatchStarts, mergeGroupStarts, pushStarts } from "./push-starts.ts";
import type { Starting, StartOptions } from "./start-parts.ts";

const STARTS: ReadonlyMap<string, (starting: Starting) => readonly Start[]> = new Map([
  ["push", pushStarts],
  ["pull_request", pullStarts],
  ["pull_request_target", pullStarts],
  ["pull_request_review", pullStarts],
  ["pull_request_review_comment", pullStarts],
  ["workflow_dispatch", dispatchStarts],
  ["schedule", scheduleStarts],
  ["workflow_run", workflowRunStarts],
  ["release", releaseStarts],
  ["repository_dispatch", repositoryDispatchStarts],
  ["merge_group", mergeGroupStarts],
  ["deployment", deploymentStarts],
  ["deployment_status", deploymentStarts],
  ["create", createStarts],
  ["registry_package", registryPackageStarts],
  ["workflow_call", callStarts],
]);

/**
 * Every way a workflow can be started, in the order of `on:`, with the values that `github.*` and `inputs.*` have
 * then (docs "Events that trigger workflows"). What a run does not fix is a variable; its key is the same in every
 * start (`branch`, `tag`, `pr`, `head`, `base`, `sha`, `run_id`, `inputs.NAME`). A start with the event
 * `workflow_call` stands for callers in other repositories.
 */
export function starts(workflow: WorkflowDocument, options: StartOptions): readonly Start[] {
  return workflow.triggers.flatMap((trigger) => startsOf(workflow, trigger, options));
}

/** The starts of one trigger. */
export function startsOf(workflow: WorkflowDocument, trigger: Trigger, options: StartOptions): readonly Start[] {
  return (STARTS.get(trigger.event) ?? plainStarts)({ workflow, trigger, options });
}
