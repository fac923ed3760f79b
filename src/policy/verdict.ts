import type { Configured, Policy, Verdict } from "../model/policy.ts";

/**
 * What the pipelines do today against what the target can bear. `declaredCapacity`: the throttle limit was measured
 * and written down; a limit that was only assumed never makes the verdict `tighter`.
 */
export function compare(policy: Policy, configured: Configured, declaredCapacity: boolean): Verdict {
  const allowed = policy.limit ?? Infinity;
  const actual = configured.limit ?? Infinity;
  if (actual > allowed) return "looser";
  if (actual === allowed) return "matches";
  if (policy.decision === "throttle" && !declaredCapacity) return "matches";
  return "tighter";
}

/** The configured concurrency as a decision: `limit` null is unbounded. */
export function configuredOf(limit: number | null, controls: readonly string[], throttled = false): Configured {
  if (limit === null) return { decision: "allow", limit, controls };
  return { decision: limit > 1 || throttled ? "throttle" : "prevent", limit, controls };
}
