import { isActive } from "../audit/ignores.ts";
import type { Audit } from "../audit/model.ts";
import { matchesId } from "../config/match.ts";
import type { Finding } from "../model/finding.ts";
import type { Span } from "../model/span.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "stale-declaration",
  severity: "warning",
  summary: "A declaration in the config matches nothing, or its date is over.",
  docs: {
    what: "An `ignore` past its `until`, a target pattern, environment or ignore that matches nothing any more.",
    why: "A declaration that nobody needs hides the next thing that happens to match it.",
    bad: "ignore:\n  - rule: over-restricted\n    target: \"image-build:*\"\n    because: \"one builder until autumn\"\n    until: 2026-10-01",
    good: "# remove the entry, or decide anew and give it another date",
    fix: "Left to people: whether the reason still holds is their decision.",
  },
};

/** Findings for entries of the config that do nothing any more. `audit.matched` tells which ignores hid something. */
export function check(audit: Audit): readonly Finding[] {
  const { config, today } = audit;
  const ids = [...audit.targets.map(({ id }) => id), ...audit.unresolved.map(({ recognition }) => `${recognition.kind}:?`)];
  const expired = config.ignore.filter((entry) => !isActive(entry, today))
    .map((entry) => finding(entry.span, `This ignore of ${entry.rule} held until ${entry.until}; it hides nothing any more. Remove it, or decide anew.`, [entry.rule, entry.target ?? ""]));
  const unmatched = config.targets.filter(({ match }) => !ids.some((id) => matchesId(match, id)) && !config.targets.some((other) => other.sameAs === match))
    .filter(({ sameAs }) => sameAs === null)
    .map((entry) => finding(entry.span, `\`${entry.match}\` matches no target. Remove the entry, or correct the pattern.`, [entry.match]));
  return [...expired, ...unmatched];
}

function finding(span: Span, message: string, identity: readonly string[]): Finding {
  return { rule: meta.id, severity: meta.severity, confidence: "high", target: null, message, spans: [span], identity: [span.file, ...identity] };
}
