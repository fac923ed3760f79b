import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ConfiguredTarget, ReportedTarget } from "./target-policy.ts";

export class PolicyFileError extends Error {}

/** `signalbox.yml` from a folder up to the repository's root, or null. */
export function findConfig(from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, "signalbox.yml");
    if (existsSync(file)) return file;
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return null;
  }
}

/** The targets of a config. The audit checks the whole file; here only what the runner reads must have its form. */
export async function readConfigTargets(file: string): Promise<ConfiguredTarget[]> {
  const { parse } = await import("yaml");
  let value: unknown;
  try {
    value = parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new PolicyFileError(`${file}: ${(error as Error).message.split("\n")[0] ?? "cannot be read"}`);
  }
  const targets = isRecord(value) && Array.isArray(value["targets"]) ? (value["targets"] as unknown[]) : [];
  return targets.filter(isRecord).map((entry, index) => configured(entry, `${file}: targets[${index}]`));
}

function configured(entry: Record<string, unknown>, where: string): ConfiguredTarget {
  for (const key of ["limit", "capacity"] as const) {
    const value = entry[key];
    if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 1)) {
      throw new PolicyFileError(`${where}: \`${key}: ${String(value)}\` is not a number of writers. Use 1 or more.`);
    }
  }
  return entry as ConfiguredTarget;
}

/** The targets of an audit report written with `signalbox audit --format json`. */
export function readReportTargets(file: string): ReportedTarget[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new PolicyFileError(`${file}: ${(error as Error).message}`);
  }
  if (!isRecord(value) || value["schemaVersion"] !== 1 || !Array.isArray(value["targets"])) {
    throw new PolicyFileError(`${file}: not an audit report. Write one with \`signalbox audit --format json\`.`);
  }
  return (value["targets"] as unknown[]).filter(
    (target): target is ReportedTarget => isRecord(target) && typeof target["id"] === "string" && isRecord(target["policy"]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
