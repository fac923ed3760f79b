import type { ReportTarget, ReportWriter, WitnessRun } from "../../model/report.ts";

/**
 * The writer of the target that a run reaches. A run of a called workflow names its caller and the way down
 * (`call/apply`), the writer the called file and its own job (`apply`).
 */
export function writerOf(run: WitnessRun, target: ReportTarget | undefined): ReportWriter | null {
  const writers = target?.writers ?? [];
  const files = new Set([run.file, ...run.via.map((step) => step.replace(/:\d+$/, ""))]);
  const job = run.job.slice(run.job.lastIndexOf("/") + 1);
  const own = writers.filter((one) => files.has(one.file) && (one.job === run.job || one.job === job));
  return own.find((one) => one.line === run.line || run.via.includes(`${one.file}:${one.line}`)) ?? own[0] ?? null;
}

/** The command with which a run writes the target; null where the report does not say (a writer deep in a script). */
export function commandOf(run: WitnessRun, target: ReportTarget | undefined): string | null {
  return writerOf(run, target)?.command ?? null;
}
