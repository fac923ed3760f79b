import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "invalid-concurrency",
  severity: "error",
  summary: "The platform refuses this concurrency block, or it does not mean what it says.",
  docs: {
    what: "`queue: max` together with `cancel-in-progress: true`; `queue` on a platform that does not know it; a context that is not available here (`env`, `secrets`) or null (`github.job`); a group that is empty for some run, or over 400 characters; a mapping without `group`.",
    why: "GitHub rejects the whole workflow, or the group has another name than the author thinks. The rest is audited as if the block were absent.",
    bad: "concurrency:\n  group: ${{ github.head_ref }}   # empty on a push",
    good: "concurrency:\n  group: deploy-${{ github.head_ref || github.run_id }}",
    fix: "Safe: `queue: max` stays and nothing is cancelled; `queue` goes where the server does not know it; `env` and `github.job` are written out; a group that is empty on some runs falls back on the ref.",
  },
};

/** One finding for each block and reason. */
export function check(audit: Audit): readonly Finding[] {
  return audit.invalid.map(
    (invalid): Finding => ({
      rule: meta.id,
      severity: meta.severity,
      confidence: "high",
      target: null,
      message: invalid.what,
      spans: [invalid.span],
      identity: [invalid.span.file, invalid.what],
    }),
  );
}
