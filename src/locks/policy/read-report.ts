import { readFileSync } from "node:fs";
import { UserError } from "../../io/user-error.ts";

/** A target of the audit's JSON report (schemaVersion 1), as far as the runner needs it. */
export interface ReportedTarget {
  readonly id: string;
  readonly policy: { readonly decision: string; readonly limit: number | null };
}

/** The targets of a report that `signalbox audit --format json` wrote. Throws UserError for anything else. */
export function readReportTargets(file: string): ReportedTarget[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UserError(`${file}: ${(error as Error).message}`);
  }
  if (!isRecord(value) || value["schemaVersion"] !== 1 || !Array.isArray(value["targets"])) {
    throw new UserError(`${file}: not an audit report. Write one with \`signalbox audit --format json\`.`);
  }
  return (value["targets"] as unknown[]).filter(isTarget);
}

function isTarget(value: unknown): value is ReportedTarget {
  return isRecord(value) && typeof value["id"] === "string" && isRecord(value["policy"]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
