import { confidenceOfWriters, writersOf } from "./confidence.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { writerIdentity, writerPlaces } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "under-capacity",
  severity: "note",
  summary: "A target is throttled below the capacity that was declared for it.",
  docs: {
    what: "The config declares, with a reason, how many writers at once the target bears; the pipelines never use that many.",
    why: "Nothing is unsafe; deploys take longer than they need to.",
    bad: "- run: ansible-playbook -i inventories/edge edge.yml --forks 2   # capacity: 10 is declared",
    good: "- run: ansible-playbook -i inventories/edge edge.yml --forks 10",
    fix: "Unsafe, since it changes what a run does: raise forks or serial to the declared capacity, or write down why not.",
  },
};

/** One note for each throttled target whose verdict is `tighter`. */
export function check(audit: Audit): readonly Finding[] {
  return audit.targets
    .filter((target) => target.policy.decision === "throttle" && target.verdict === "tighter")
    .map(
      (target): Finding => ({
        rule: meta.id,
        severity: meta.severity,
        confidence: confidenceOfWriters(writersOf(target)),
        target: target.id,
        message: `${target.id} is declared to bear ${target.policy.limit} at once, and at most ${target.configured.limit} are ever there.`,
        spans: writerPlaces(target.presences),
        identity: [target.id, ...new Set(target.presences.map(writerIdentity))],
      }),
    );
}
