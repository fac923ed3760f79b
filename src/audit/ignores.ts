import { matchesId } from "../config/match.ts";
import type { IgnoreConfig } from "../model/config.ts";
import type { Finding } from "../model/finding.ts";
import type { Ignored } from "../model/report.ts";
import type { Audit } from "./model.ts";

/** Findings without those that the config hides with a reason; an entry past its date hides nothing. */
export function hideIgnored(audit: Audit, findings: readonly Finding[]): { readonly kept: readonly Finding[]; readonly ignored: readonly Ignored[] } {
  const active = audit.config.ignore.filter((entry) => isActive(entry, audit.today));
  const counts = new Map<IgnoreConfig, number>();
  const kept = findings.filter((finding) => {
    const entry = active.find((one) => hides(one, finding));
    if (entry) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    return !entry;
  });
  return { kept, ignored: [...counts].map(([{ rule, target, because }, count]) => ({ rule, target, because, count })) };
}

/** The last day on which an entry holds is `until` itself. */
export function isActive({ until }: IgnoreConfig, today: string): boolean {
  return until === null || today <= until;
}

export function hides({ rule, target }: IgnoreConfig, finding: Pick<Finding, "rule" | "target">): boolean {
  if (rule !== finding.rule) return false;
  return target === null || (finding.target !== null && matchesId(target, finding.target));
}
