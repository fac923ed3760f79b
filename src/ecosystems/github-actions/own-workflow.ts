import type { Job, WorkflowDocument } from "./document.ts";
import { otherRepository } from "./other-repository.ts";

/**
 * The workflow of this repository that a job calls by the repository's full name
 * (`acme/shop/.github/workflows/deploy.yml@main` in a file of `acme/shop`). No file says what its repository is called,
 * and repositories are renamed, so it is known by this: a workflow at that path can be called, with exactly the inputs
 * that the job gives, and nobody calls it by its path alone unless the inputs say enough. Null where that is not so.
 */
export function ownWorkflow(
  job: Job,
  from: string,
  workflows: ReadonlyMap<string, WorkflowDocument>,
): WorkflowDocument | null {
  const path = otherRepository(job.uses?.text.trim() ?? "")?.path ?? "";
  const workflow = path === from ? undefined : workflows.get(path);
  const call = workflow?.triggers.find(({ event }) => event === "workflow_call");
  if (!workflow || !call) return null;
  const given = job.with.entries.map(({ name }) => name.toLowerCase());
  const known = call.inputs.map(({ name }) => name.toLowerCase());
  const needed = call.inputs
    .filter((input) => input.required && input.default === null)
    .map(({ name }) => name.toLowerCase());
  if (!given.every((name) => known.includes(name)) || !needed.every((name) => given.includes(name))) return null;
  return given.length > 0 || !isCalledByPath(path, workflows) ? workflow : null;
}

function isCalledByPath(path: string, workflows: ReadonlyMap<string, WorkflowDocument>): boolean {
  return [...workflows.values()].some(({ jobs }) => jobs.some(({ uses }) => uses?.text.trim() === `./${path}`));
}
