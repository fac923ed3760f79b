import type { ReportFinding, ReportTarget } from "../../model/report.ts";
import type { FindingGroup } from "./families.ts";
import { groupsOf, wayOf } from "./words.ts";

/** A finding, and those that say the same of other targets. */
export interface Told {
  readonly group: FindingGroup;
  readonly alike: readonly FindingGroup[];
}

/**
 * Where the same two jobs meet in many targets (a job that applies twenty states, or one that migrates, deploys and
 * uploads), the first finding speaks for all: one group is missing, and people read the witness once, then the list.
 * Keeps the order of the input.
 */
export function gatherAlike(groups: readonly FindingGroup[], targets: readonly ReportTarget[]): readonly Told[] {
  const byId = new Map(targets.map((target) => [target.id, target]));
  const gathered = new Map<string, { readonly group: FindingGroup; readonly alike: FindingGroup[] }>();
  for (const [index, group] of groups.entries()) {
    const key = keyOf(group.first, byId.get(group.first.target ?? "")) ?? String(index);
    const known = gathered.get(key);
    if (!known) gathered.set(key, { group, alike: [] });
    else if (known.group.target === group.target) gathered.set(`${key} ${index}`, { group, alike: [] });
    else known.alike.push(group);
  }
  return [...gathered.values()];
}

/** What two findings have to share; null where one stands for itself. */
function keyOf(finding: ReportFinding, target: ReportTarget | undefined): string | null {
  const { rule, severity, cause, witness } = finding;
  if (!witness || !target) return null;
  const { environment, policy, configured, verdict, answers } = target;
  // One group at the top of the workflow would do for all of its jobs.
  const runs = witness.runs.map((run) =>
    run.groups.length === 0 ? [run.event, run.file] : [run.event, wayOf(run), groupsOf(run)],
  );
  const state = [environment, policy.decision, policy.limit, configured.limit, verdict, answers.lock.value];
  return JSON.stringify([rule, severity, cause ?? "", runs, state]);
}

/** Who meets there: the jobs that the first finding names, or others of their workflows. */
export function meetingWords({ group, alike }: Told): string {
  const ways = ({ first }: FindingGroup): string => JSON.stringify(first.witness?.runs.map(wayOf));
  return alike.every((one) => ways(one) === ways(group)) ? "the same two jobs" : "jobs of the same workflows";
}
