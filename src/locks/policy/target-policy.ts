/** How many may be in a target at once, and who says so. */
export interface TargetPolicy {
  readonly id: string;
  readonly permits: number;
  readonly source: string;
}

/** A target of `signalbox.yml`, as far as the runner needs it. Unknown keys are the audit's. */
export interface ConfiguredTarget {
  readonly match?: string;
  /** A short name for `--target`, for a `match` without wildcards. */
  readonly name?: string;
  readonly policy?: string;
  readonly limit?: number;
  readonly capacity?: number;
}

/** A target of the audit's JSON report (schemaVersion 1), as far as the runner needs it. */
export interface ReportedTarget {
  readonly id: string;
  readonly policy: { readonly decision: string; readonly limit: number | null };
}

/** `allow` has no limit; this is as good as none and keeps one path through the protocol. */
export const UNLIMITED_PERMITS = 10_000;

export interface PolicySources {
  /** `--permits`, which outweighs the rest. */
  readonly permits: number | null;
  readonly configured: readonly ConfiguredTarget[];
  readonly reported: readonly ReportedTarget[];
}

/** Resolves what was given as `--target`: a target id, or a name from the config. In doubt, one at a time. */
export function resolveTarget(given: string, sources: PolicySources): TargetPolicy {
  const named = sources.configured.find((entry) => entry.name === given && entry.match !== undefined);
  const id = named?.match ?? given;
  if (sources.permits !== null) return { id, permits: sources.permits, source: "--permits" };
  for (const entry of sources.configured) {
    const permits = matches(entry.match, id) ? permitsOf(entry) : null;
    if (permits !== null) return { id, permits, source: `signalbox.yml, ${entry.match}` };
  }
  const reported = sources.reported.find((target) => target.id === id);
  if (reported !== undefined) {
    const { decision, limit } = reported.policy;
    const permits = decision === "allow" ? UNLIMITED_PERMITS : decision === "throttle" ? (limit ?? 1) : 1;
    return { id, permits, source: `the audit's policy: ${decision}` };
  }
  return { id, permits: 1, source: "assumed: one at a time" };
}

function permitsOf(entry: ConfiguredTarget): number | null {
  if (entry.policy === "prevent") return 1;
  if (entry.policy === "allow") return UNLIMITED_PERMITS;
  return entry.limit ?? entry.capacity ?? (entry.policy === "throttle" ? 1 : null);
}

/** `*` stands for anything, as in the config's other patterns. */
function matches(pattern: string | undefined, id: string): boolean {
  if (pattern === undefined) return false;
  const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(id);
}
