import type { Report, ReportFinding, WitnessRun } from "../../model/report.ts";
import type { ReporterOptions } from "./options.ts";

/**
 * Paths of the report are relative to the audited root. A platform wants them from the repository's root: this puts
 * `options.prefix` before each path that it would resolve, and before the names of the sources.
 */
export function rebase(
  report: Report,
  options: ReporterOptions,
): { readonly report: Report; readonly sources: ReadonlyMap<string, string> } {
  const prefix = options.prefix ?? "";
  if (prefix === "") return { report, sources: options.sources };
  return {
    report: {
      ...report,
      findings: report.findings.map((finding) => rebaseFinding(finding, prefix)),
      pipelines: report.pipelines.map((pipeline) => under(pipeline, prefix)),
      targets: report.targets.map((target) => ({
        ...target,
        writers: target.writers.map((writer) => under(writer, prefix)),
      })),
      notUnderstood: report.notUnderstood.map((command) => under(command, prefix)),
      limits: report.limits.map((limit) => (limit.file === null ? limit : { ...limit, file: prefix + limit.file })),
    },
    sources: new Map([...options.sources].map(([file, text]) => [prefix + file, text])),
  };
}

function rebaseFinding(finding: ReportFinding, prefix: string): ReportFinding {
  const { witness, fix } = finding;
  return {
    ...finding,
    locations: finding.locations.map((place) => under(place, prefix)),
    ...(witness === undefined
      ? {}
      : { witness: { ...witness, runs: witness.runs.map((run) => rebaseRun(run, prefix)) } }),
    ...(fix === undefined ? {} : { fix: { ...fix, edits: fix.edits.map((edit) => under(edit, prefix)) } }),
  };
}

function rebaseRun(run: WitnessRun, prefix: string): WitnessRun {
  const via = run.via.map((step) => prefix + step);
  return { ...under(run, prefix), via, groups: run.groups.map((group) => under(group, prefix)) };
}

function under<T extends { readonly file: string }>(value: T, prefix: string): T {
  return { ...value, file: prefix + value.file };
}
