import type { AuditedRepository, OrganizationReport, SharedTarget } from "../model/organization.ts";
import type { Summary } from "../model/report.ts";

const NONE: Summary = { targets: 0, matches: 0, looser: 0, tighter: 0, unknown: 0, errors: 0, warnings: 0, notes: 0 };

/** The sums over all repositories; findings about shared targets count too. */
export function organizationSummary(
  repositories: readonly AuditedRepository[],
  shared: readonly SharedTarget[],
): OrganizationReport["summary"] {
  const sum = { ...NONE };
  for (const { summary } of repositories) {
    for (const key of Object.keys(NONE) as (keyof Summary)[]) sum[key] += summary?.[key] ?? 0;
  }
  const status = (wanted: AuditedRepository["status"]): number =>
    repositories.filter((one) => one.status === wanted).length;
  const findings = (severity: SharedTarget["severity"]): number =>
    shared.filter((target) => target.severity === severity).length;
  return {
    ...sum,
    errors: sum.errors + findings("error"),
    warnings: sum.warnings + findings("warning"),
    notes: sum.notes + findings("note"),
    repositories: repositories.length,
    failed: status("failed"),
    partial: status("partial"),
    skipped: status("skipped"),
    shared: shared.length,
  };
}
