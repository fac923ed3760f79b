import type { Audit } from "../audit/model.ts";
import { isActive } from "../config/active.ts";
import type { Finding } from "../model/finding.ts";
import { isUnwritten } from "../config/unwritten.ts";
import { lostRunbooks, staleNames, staleTargets, type Stale } from "./stale-entries.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "stale-declaration",
  severity: "warning",
  summary: "A declaration in the config matches nothing, or its date is over.",
  docs: {
    what: "An entry past its `until`; a target pattern, environment, secret, ignore or comment that matches nothing any more; a reason that is still to be written; and, as a note, a runbook that is not in the repository.",
    why: "A declaration that nobody needs hides the next thing that happens to match it.",
    bad: 'ignore:\n  - rule: over-restricted\n    target: "image-build:*"\n    because: "one builder until autumn"\n    until: 2026-10-01',
    good: "# remove the entry, or decide anew and give it another date",
    fix: "Left to people: whether the reason still holds is their decision.",
  },
};

/** Findings for entries of the config that do nothing any more; ignores that hide nothing are told where findings are hidden. */
export function check(audit: Audit): readonly Finding[] {
  const { config } = audit;
  const stale = [...expired(audit), ...unwritten(audit), ...staleTargets(audit), ...staleNames(audit)];
  const lost = lostRunbooks(audit).map((one) => finding(one, "note"));
  return config.file === null ? [] : [...stale.map((one) => finding(one, meta.severity)), ...lost];
}

/** Entries whose reason nobody has written yet. */
function unwritten({ config }: Audit): readonly Stale[] {
  const entries = [
    ...config.ignore.map(({ because, span, rule, target }) => ({
      because,
      span,
      of: target === null ? rule : `${rule} on ${target}`,
    })),
    ...config.targets.map(({ because, span, match }) => ({ because, span, of: match })),
  ];
  return entries
    .filter(({ because }) => isUnwritten(because))
    .map(
      ({ span, of }): Stale => ({
        span,
        identity: ["unwritten", of],
        message: `The reason for ${of} is still to be written. Say in \`because\` who decided it, and what it rests on.`,
      }),
    );
}

/** Entries past their date. */
function expired({ config, today }: Audit): readonly Stale[] {
  const ignores = config.ignore
    .filter((entry) => !isActive(entry, today))
    .map(
      ({ span, rule, target, until }): Stale => ({
        span,
        identity: [rule, target ?? ""],
        message: `This ignore of ${rule} held until ${until}; it hides nothing any more. Remove it, or decide anew.`,
      }),
    );
  const targets = config.targets
    .filter((entry) => !isActive(entry, today))
    .map(
      ({ span, match, until }): Stale => ({
        span,
        identity: ["until", match],
        message: `What is declared for \`${match}\` held until ${until}; the decision table applies again. Remove the entry, or decide anew.`,
      }),
    );
  return [...ignores, ...targets];
}

function finding({ span, message, identity }: Stale, severity: Finding["severity"]): Finding {
  return {
    rule: meta.id,
    severity,
    confidence: "high",
    target: null,
    message,
    spans: [span],
    identity: [span.file, ...identity],
  };
}
