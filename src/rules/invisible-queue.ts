import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { WaitUse } from "../runs/waits.ts";
import { uniqueSpans, writerIdentity } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "invisible-queue",
  severity: "warning",
  summary: "Runs wait for each other inside a job, where nobody sees the queue.",
  docs: {
    what: "A step that sleeps until others are done, `flock`, `-lock-timeout`, a wait or mutex action keeps writers apart. It counts as a control, with the way in which it fails.",
    why: "A waiting run looks like a running deploy, costs minutes, and two that look at the same moment both go on.",
    bad: "- uses: softprops/turnstyle@v3\n- run: ./deploy.sh",
    good: "concurrency:\n  group: deploy\n  queue: max",
    fix: "Safe: a group on the job makes the wait visible; the step can then go.",
  },
};

/** One finding for each wait that can really happen; none where a group keeps everybody apart or the target races anyway. */
export function check(audit: Audit): readonly Finding[] {
  const found = new Map<string, { wait: WaitUse; targets: AuditedTarget[] }>();
  for (const target of audit.targets) {
    if (!target.waitsCover) continue;
    for (const { a, b } of target.encounters.meetings) {
      for (const wait of [...a.waits, ...b.waits]) {
        if (wait.visible) continue;
        const key = `${wait.span.file}:${wait.span.start}`;
        const known = found.get(key) ?? { wait, targets: [] };
        if (!known.targets.includes(target)) known.targets.push(target);
        found.set(key, known);
      }
    }
  }
  return [...found.values()].map(({ wait, targets }) => ({
    rule: meta.id,
    severity: meta.severity,
    confidence: "medium",
    target: targets[0]?.id ?? null,
    message: `Writers of ${targets.map(({ id }) => id).join(", ")} wait for each other inside a job (${wait.what}): whoever waits looks like a running deploy. ${wait.escape ?? failureOf(wait)}`,
    spans: uniqueSpans([wait.span]),
    identity: [
      wait.span.file,
      wait.what,
      ...new Set(targets.flatMap(({ presences }) => presences.map(writerIdentity))),
    ],
  }));
}

/** How a wait fails: a poll has no lock behind it, and no lock knows which commit is the newer one. */
function failureOf({ what }: WaitUse): string {
  return /\bpolls?\b|\bloop\b/.test(what)
    ? "Two that look at the same moment both go on."
    : "Whoever gives up fails, and nothing says that the newest goes last.";
}
