import type { Job, WorkflowDocument } from "../../ecosystems/github-actions/index.ts";
import { CANCELLED, evaluateCondition, FAILURE } from "../../interpret/expression/index.ts";
import type { Value } from "../../values/value.ts";
import { mishapsOf } from "./mishaps.ts";
import { needsValue, type NeedsState } from "./results.ts";

const NONE: ReadonlySet<string> = new Set();
const ASKS_ANY_STATUS = /\b(?:always|success|failure|cancelled)\s*\(/iu;

/** Of more needs not every way in which they may go wrong is looked at. */
const MOST_NEEDS = 2;

/** Every job that is over before this one starts. */
export function ancestors(job: Job, { jobs }: WorkflowDocument): ReadonlySet<string> {
  const out = new Set<string>();
  const visit = (id: string): void => {
    for (const need of jobs.find((other) => other.id === id)?.needs ?? []) {
      if (out.has(need.id)) continue;
      out.add(need.id);
      visit(need.id);
    }
  };
  visit(job.id);
  return out;
}

/**
 * The jobs that certainly went well where this one starts. An `if:` that asks for no status asks that of all before it;
 * one that does (`always() && needs.build.result == 'success'`), of its needs, if it shuts the job out wherever one of
 * them went wrong.
 */
export function wellBefore(
  job: Job,
  state: NeedsState,
  contexts: ReadonlyMap<string, Value>,
  workflow: WorkflowDocument,
): ReadonlySet<string> {
  const condition = job.condition?.text ?? "";
  if (!ASKS_ANY_STATUS.test(condition)) return ancestors(job, workflow);
  if (state.needs.size > MOST_NEEDS) return NONE;
  const startsAnyway = mishapsOf(state.needs).some((needs) => {
    const inside = new Map(contexts).set("needs", needsValue(needs));
    return [FAILURE, CANCELLED].some((status) =>
      evaluateCondition(condition, { contexts: inside, status }, state.cube).some(({ holds }) => holds),
    );
  });
  return startsAnyway ? NONE : new Set(state.needs.keys());
}
