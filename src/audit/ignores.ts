import { isActive } from "../config/active.ts";
import { matchesId } from "../config/match.ts";
import type { IgnoreConfig } from "../model/config.ts";
import type { Finding } from "../model/finding.ts";
import type { Ignored } from "../model/report.ts";
import { hidesHere, idleComments, inlineIgnores, type InlineIgnore } from "./inline-ignores.ts";
import type { Audit } from "./model.ts";
import { placeOf } from "../model/place.ts";

/** Findings without those that the config hides with a reason; an entry past its date hides nothing. */
export function hideIgnored(
  audit: Audit,
  findings: readonly Finding[],
): { readonly kept: readonly Finding[]; readonly ignored: readonly Ignored[] } {
  const active = audit.config.ignore.filter((entry) => isActive(entry, audit.today));
  const counts = new Map<IgnoreConfig, number>();
  const comments = inlineIgnores(audit.tree, audit.locate);
  const used = new Map<InlineIgnore, Set<string>>();
  const inline = new Map<string, Ignored>();
  const kept = findings.filter((finding) => {
    const comment = comments.find((one) => hidesHere(one, finding, audit.locate));
    if (comment) {
      used.set(comment, (used.get(comment) ?? new Set()).add(finding.rule));
      const key = `${placeOf(comment.span)} ${finding.rule}`;
      const known = inline.get(key);
      inline.set(key, {
        rule: finding.rule,
        target: finding.target,
        because: comment.because ?? "",
        count: (known?.count ?? 0) + 1,
      });
      return false;
    }
    const entry = active.find((one) => hides(one, finding));
    if (entry) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    return !entry;
  });
  const declared = [...counts].map(([{ rule, target, because }, count]) => ({ rule, target, because, count }));
  const idle = [...idleComments(comments, used), ...idleEntries(active.filter((entry) => !counts.has(entry)))].filter(
    (finding) => !active.some((entry) => hides(entry, finding)),
  );
  return { kept: [...kept, ...idle], ignored: [...declared, ...inline.values()] };
}

/** Entries of the config that hide nothing any more. */
function idleEntries(entries: readonly IgnoreConfig[]): readonly Finding[] {
  return entries
    .filter(({ rule }) => rule !== "stale-declaration")
    .map(
      ({ rule, target, span }): Finding => ({
        rule: "stale-declaration",
        severity: "warning",
        confidence: "high",
        target: null,
        message: `This ignore hides no finding of ${rule}${target === null ? "" : ` on \`${target}\``} any more. Remove it.`,
        spans: [span],
        identity: [span.file, "idle", rule, target ?? ""],
      }),
    );
}

export function hides({ rule, target }: IgnoreConfig, finding: Pick<Finding, "rule" | "target">): boolean {
  if (rule !== finding.rule) return false;
  return target === null || (finding.target !== null && matchesId(target, finding.target));
}
