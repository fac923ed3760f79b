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

/** One way of waiting in one file, which is one cause however many commands and targets it stands before. */
interface Waiting {
  readonly waits: WaitUse[];
  readonly targets: AuditedTarget[];
}

/** So many targets are named; a report of dozens would not be read. */
const MOST_NAMED = 8;

/** One finding for each way of waiting of a file; none where a group keeps everybody apart or the target races anyway. */
export function check(audit: Audit): readonly Finding[] {
  const found = new Map<string, Waiting>();
  for (const target of audit.targets) {
    if (!target.waitsCover) continue;
    for (const { a, b } of target.encounters.meetings) {
      for (const wait of [...a.waits, ...b.waits]) {
        if (wait.visible) continue;
        const key = `${wait.span.file}:${wait.what}:${wait.escape ?? ""}`;
        const known = found.get(key) ?? { waits: [], targets: [] };
        if (!known.targets.includes(target)) known.targets.push(target);
        known.waits.push(wait);
        found.set(key, known);
      }
    }
  }
  return [...found.values()].map(findingOf);
}

function findingOf({ waits, targets }: Waiting): Finding {
  const [wait] = waits as [WaitUse, ...WaitUse[]];
  return {
    rule: meta.id,
    severity: meta.severity,
    confidence: "medium",
    target: targets[0]?.id ?? null,
    message: `Writers of ${namesOf(targets)} wait for each other inside a job (${wait.what}): whoever waits looks like a running deploy. ${wait.escape ?? failureOf(wait)}`,
    spans: uniqueSpans(waits.map(({ span }) => span)),
    identity: [
      wait.span.file,
      wait.what,
      ...new Set(targets.flatMap(({ presences }) => presences.map(writerIdentity))),
    ],
  };
}

function namesOf(targets: readonly AuditedTarget[]): string {
  const named = targets.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = targets.length - named.length;
  return named.join(", ") + (more > 0 ? ` and of ${more} more` : "");
}

/** How a wait fails: a poll has no lock behind it, and no lock knows which commit is the newer one. */
function failureOf({ what }: WaitUse): string {
  return /\bpolls?\b|\bloop\b/.test(what)
    ? "Two that look at the same moment both go on."
    : "Whoever gives up fails, and nothing says that the newest goes last.";
}
