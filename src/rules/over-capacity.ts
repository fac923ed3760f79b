import { confidenceOfMeeting } from "./confidence.ts";
import type { Meeting } from "../runs/meet.ts";
import type { Confidence } from "../model/report.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { chooseMeeting } from "./concurrent-writers.ts";
import { describeMeeting } from "./describe.ts";
import { writerIdentity, writerPlaces } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "over-capacity",
  severity: "warning",
  summary: "A throttled target can have more writers at once than it takes.",
  docs: {
    what: "A target that bears several writers at once (hosts of a fleet, applies to a cluster) can have more than its limit: one run is wider than the limit, or several runs overlap.",
    why: "Above its capacity a fleet loses more hosts at once than it can spare, and a cluster's API answers with errors.",
    bad: "# ansible.cfg\n[defaults]\nforks = 50      # signalbox.yml says that ten hosts at a time are safe",
    good: "- hosts: cache\n  serial: 10",
    fix: "Safe: one group on the jobs that overlap; forks, `serial` or `max-parallel` at a capacity that was declared. Unsafe at one that is only assumed, since it changes what one run does.",
  },
};

/** One finding for each throttled target that can have too many writers. */
export function check(audit: Audit): readonly Finding[] {
  return audit.targets
    .filter((target) => target.policy.decision === "throttle" && target.verdict === "looser")
    .map((target) => findingFor(audit, target));
}

function findingFor(audit: Audit, target: AuditedTarget): Finding {
  const open = target.encounters.meetings.filter(({ wait }) => wait === null);
  const meeting = chooseMeeting(open);
  const actual = target.configured.limit === null ? "any number" : String(target.configured.limit);
  const limit = `At most ${target.policy.limit} at once are safe for ${target.id} (${target.answers.capacity.source}), ${actual} can be.`;
  return {
    rule: meta.id,
    severity: meta.severity,
    confidence: confidenceOf(target, meeting),
    target: target.id,
    message: meeting ? `${describeMeeting(meeting, target)} ${limit}` : `${limit} A single run is that wide.`,
    ...(meeting ? { cause: meeting.cause, witness: () => audit.witness(meeting) } : {}),
    spans: writerPlaces(meeting ? [meeting.a, meeting.b, ...target.presences] : target.presences),
    identity: [target.id, ...new Set(target.presences.map(writerIdentity))],
  };
}

function confidenceOf({ answers }: AuditedTarget, meeting: Meeting | undefined): Confidence {
  const confidence = meeting ? confidenceOfMeeting(meeting) : "high";
  return confidence === "high" && answers.capacity.source === "assumed" ? "medium" : confidence;
}
