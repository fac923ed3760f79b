import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { placesOf, sameSpan } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "unresolved-target",
  severity: "note",
  summary: "A step writes something shared, but which one cannot be worked out.",
  docs: {
    what: "The command is known to write, its target comes out of something that is not in the repository (a script in another language, a loop over an answer). It counts as `prevent` and is never half of a collision.",
    why: "What cannot be worked out cannot be proven safe either; a person should look.",
    bad: '- run: python rollout.py   # subprocess.run(["helm", "upgrade", tenant["release"], …])',
    good: '- run: helm upgrade --install "shop-$TENANT" charts/shop --namespace "$TENANT"',
    fix: "Left to people: name the target in the step, or keep all such steps in one group.",
  },
};

/** One note for each step and kind. */
export function check(audit: Audit): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { act, recognition, unit } of audit.unresolved) {
    const spans = placesOf(act.act);
    const known = findings.some(
      (other) =>
        other.identity[1] === recognition.kind &&
        other.spans[0] &&
        spans[0] &&
        sameSpan(other.spans[0], spans[0]) &&
        other.identity[3] === recognition.display,
    );
    if (known) continue;
    findings.push({
      rule: meta.id,
      severity: meta.severity,
      confidence: "low",
      target: null,
      message: `\`${recognition.display}\` writes a ${recognition.kind}, but which one cannot be worked out${recognition.why ? `: ${recognition.why}` : ""}. It is treated as one that takes a single writer.`,
      spans,
      identity: [unit.file, recognition.kind, unit.job, recognition.display],
    });
  }
  return findings;
}
