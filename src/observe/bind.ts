import type { PastRun } from "../model/history.ts";
import type { Cube } from "../values/cube.ts";

/**
 * What a run of the past fixes: the values that its event gave to the unknowns of the model. Inputs are not in the
 * history, so they stay open.
 */
export function cubeOf(run: PastRun): Cube {
  const values = new Map<string, string>([
    ["sha", run.sha],
    ["run_id", String(run.id)],
    ["run_number", String(run.number)],
    ["run_attempt", String(run.attempt)],
  ]);
  const isPull = run.event.startsWith("pull_request");
  if (run.actor !== null) values.set("actor", run.actor);
  if (run.branch !== null)
    for (const key of isPull ? ["head"] : ["branch", "tag", "run-branch"]) values.set(key, run.branch);
  if (isPull && run.pull !== null) values.set("pr", String(run.pull));
  if (isPull && run.base !== null) values.set("base", run.base);
  return new Map([...values].map(([key, value]) => [key, { within: [value], not: [], tests: [] }]));
}
