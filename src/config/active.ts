import type { Day } from "../model/config.ts";

/** Whether an entry with a date still counts: the last day on which it holds is `until` itself. */
export function isActive({ until }: { readonly until: Day | null }, today: Day): boolean {
  return until === null || today <= until;
}
