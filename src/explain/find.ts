import { matchesId } from "../config/match.ts";
import type { ReportTarget } from "../model/report.ts";

/**
 * The targets that somebody means: of exactly this id or family; else those that a pattern with `*` matches; else those
 * whose id contains the text, whatever its case.
 */
export function findTargets(targets: readonly ReportTarget[], what: string): readonly ReportTarget[] {
  const lower = what.toLowerCase();
  const ways: readonly ((target: ReportTarget) => boolean)[] = [
    ({ id }) => id === what,
    ({ family }) => family === what,
    ({ id }) => matchesId(what, id),
    ({ id }) => id.toLowerCase().includes(lower),
  ];
  for (const way of ways) {
    const found = targets.filter(way);
    if (found.length > 0) return found;
  }
  return [];
}
