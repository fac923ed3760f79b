import { matchesId } from "../../config/match.ts";
import type { Config, TargetConfig } from "../../model/config.ts";
import type { Policy } from "../../model/policy.ts";
import type { ReportedTarget } from "./read-report.ts";

/** How many may be in a target at once, and who says so. */
export interface TargetPolicy {
  readonly id: string;
  readonly permits: number;
  readonly source: string;
}

/** `allow` has no limit; this is as good as none and keeps one path through the protocol. */
export const UNLIMITED_PERMITS = 10_000;

export interface PolicySources {
  /** `--permits`, which outweighs the rest. */
  readonly permits: number | null;
  readonly config: Config;
  readonly reported: readonly ReportedTarget[];
  /** The audit's policy from the kind of the target alone. */
  readonly byKind: (id: string, declared: readonly TargetConfig[]) => Policy | null;
}

/** Resolves what was given as `--target`: an id, or another name of it (`same-as`). In doubt, one at a time. */
export function resolveTarget(given: string, sources: PolicySources): TargetPolicy {
  const entries = sources.config.targets;
  const alias = entries.findLast(({ match, sameAs }) => sameAs !== null && matchesId(match, given));
  const id = alias?.sameAs ?? given;
  if (sources.permits !== null) return { id, permits: sources.permits, source: "--permits" };
  const declared = entries.filter(({ match }) => matchesId(match, id) || matchesId(match, given));
  const override = declared.findLast(({ policy }) => policy !== null)?.policy ?? null;
  if (override !== null) return { id, permits: permitsOf(override), source: `signalbox.yml: ${override.decision}` };
  const reported = sources.reported.find((target) => target.id === id)?.policy;
  if (reported !== undefined) {
    return { id, permits: permitsOf(reported), source: `the audit's report: ${reported.decision}` };
  }
  const policy = sources.byKind(id, declared);
  if (policy === null) return { id, permits: 1, source: "assumed: one at a time" };
  const reason = `the audit's policy for its kind: ${policy.decision}, because ${policy.path.at(-1)}`;
  if (policy.decision === "throttle" && id.startsWith("ansible-fleet:") && !declared.some(hasCapacity)) {
    return { id, permits: 1, source: "a fleet's assumed capacity counts hosts, not runs: one at a time" };
  }
  return { id, permits: permitsOf(policy), source: reason };
}

function hasCapacity({ answers }: TargetConfig): boolean {
  return answers.capacity !== null;
}

function permitsOf({ decision, limit }: { readonly decision: string; readonly limit: number | null }): number {
  if (decision === "allow") return UNLIMITED_PERMITS;
  return decision === "throttle" ? (limit ?? 1) : 1;
}
