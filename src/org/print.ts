import type { AuditedRepository, OrganizationReport, SharedTarget } from "../model/organization.ts";

/** So many repositories are listed one by one; JSON has all. */
const MOST_SHOWN = 40;

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function head({ organization, summary }: OrganizationReport): string {
  const { repositories, failed, partial, skipped, errors, warnings, notes, shared } = summary;
  const audited = repositories - failed - skipped;
  const rest = [
    failed > 0 ? `${failed} failed` : "",
    partial > 0 ? `${partial} partial` : "",
    skipped > 0 ? `${skipped} skipped` : "",
  ].filter((part) => part !== "");
  const states = rest.length > 0 ? ` (${rest.join(", ")})` : "";
  const found = `${count(errors, "error")}, ${count(warnings, "warning")}, ${count(notes, "note")}`;
  const all = count(repositories, "repository", "repositories");
  const several = `${count(shared, "target")} written by several`;
  return `${organization}: ${audited} of ${all} audited${states}: ${found}; ${several}`;
}

function sharedLines(target: SharedTarget): readonly string[] {
  const { id, severity, confidence, message, writers, witness, fix } = target;
  const sure = confidence === "medium" ? " (if both mean one account or cluster by this name)" : "";
  const lines = writers.map(
    ({ repository, file, line, job, command }) => `    ${repository}: ${file}:${line} ${job}: ${command}`,
  );
  const runs =
    severity === null
      ? []
      : [
          "  both can be in it at once:",
          ...witness.map(
            ({ repository, event, ref, file, groups }) =>
              `    ${repository}: ${event} ${ref} (${file}) holds ` +
              (groups.map(({ name }) => name).join(", ") || "no group"),
          ),
        ];
  const diffs =
    fix === null
      ? []
      : writers.flatMap(({ patch, repository }) =>
          patch === null
            ? []
            : [
                `  in ${repository}:`,
                ...patch
                  .trimEnd()
                  .split("\n")
                  .map((line) => `    ${line}`),
              ],
        );
  return [
    `${severity ?? "fine"} ${id}${sure}`,
    `  ${message}`,
    ...lines,
    ...runs,
    ...(fix === null ? [] : [`  ${fix}`]),
    ...diffs,
  ];
}

function repositoryLine({ name, status, reasons, summary }: AuditedRepository): string {
  const numbers =
    summary === null
      ? ""
      : `${count(summary.errors, "error")}, ${count(summary.warnings, "warning")}, ${count(summary.notes, "note")}`;
  const why =
    reasons.length === 0
      ? ""
      : `${status}: ${reasons[0] ?? ""}${reasons.length > 1 ? ` and ${reasons.length - 1} more` : ""}`;
  return `  ${name}  ${[numbers, why].filter((part) => part !== "").join("; ")}`;
}

function weight({ status, summary }: AuditedRepository): number {
  if (status === "failed") return Number.POSITIVE_INFINITY;
  return (summary?.errors ?? 0) * 1_000_000 + (summary?.warnings ?? 0) * 1_000 + (status === "partial" ? 1 : 0);
}

function repositoryLines(repositories: readonly AuditedRepository[]): readonly string[] {
  const loud = repositories
    .filter((one) => one.status !== "skipped" && weight(one) > 0)
    .sort((a, b) => weight(b) - weight(a));
  const quiet = repositories.filter((one) => one.status !== "skipped").length - loud.length;
  const skipped = repositories.filter(({ status }) => status === "skipped");
  const more = loud.length > MOST_SHOWN ? [`  … and ${loud.length - MOST_SHOWN} more (--format json has all)`] : [];
  const reasons = [...new Set(skipped.flatMap((one) => one.reasons))].map(
    (reason) => `${skipped.filter((one) => one.reasons[0] === reason).length} ${reason}`,
  );
  return [
    ...loud.slice(0, MOST_SHOWN).map(repositoryLine),
    ...more,
    ...(quiet > 0 ? [`  ${count(quiet, "repository", "repositories")} without errors and warnings`] : []),
    ...(reasons.length > 0 ? [`  not audited: ${reasons.join(", ")}`] : []),
  ];
}

/** The report for people. Texts of repositories are made harmless by the caller. */
export function organizationText(report: OrganizationReport): string {
  const findings = report.shared.filter(({ severity }) => severity !== null);
  const fine = report.shared.length - findings.length;
  const calm = fine > 0 ? [`${count(fine, "other target")} written by several repositories, as the policy allows`] : [];
  const blocks = findings.map((target) => sharedLines(target).join("\n"));
  const list = ["Repositories", ...repositoryLines(report.repositories)].join("\n");
  return `${[head(report), ...blocks, ...calm, list].join("\n\n")}\n`;
}

/** The report as a page: the same words, with diffs and lists where they belong. */
export function organizationMarkdown(report: OrganizationReport, escape: (text: string) => string): string {
  const blocks = report.shared
    .filter(({ severity }) => severity !== null)
    .map((target) => {
      const [title = "", ...lines] = sharedLines(target);
      return `## ${escape(title)}\n\n\`\`\`\`text\n${lines.join("\n").replaceAll("````", "'''")}\n\`\`\`\``;
    });
  const rows = report.repositories.map(
    ({ name, status, summary, reasons }) =>
      `| ${escape(name)} | ${status} | ${summary?.errors ?? "-"} | ${summary?.warnings ?? "-"} | ` +
      `${summary?.notes ?? "-"} | ${escape(reasons.join("; "))} |`,
  );
  const table = [
    "| repository | status | errors | warnings | notes | why |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
  return `${["# Targets of an organisation", escape(head(report)), ...blocks, table].join("\n\n")}\n`;
}
