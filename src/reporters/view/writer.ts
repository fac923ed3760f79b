import type { ReportTarget, WitnessRun } from "../../model/report.ts";

/** The command with which a run writes the target; null where the report does not say (a writer deep in a script). */
export function commandOf(run: WitnessRun, target: ReportTarget | undefined): string | null {
  const writers = target?.writers ?? [];
  const exact = writers.find((one) => one.file === run.file && one.job === run.job && one.line === run.line);
  return (exact ?? writers.find((one) => one.file === run.file && one.job === run.job))?.command ?? null;
}
