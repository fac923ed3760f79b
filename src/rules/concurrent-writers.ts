import { confidenceOfMeeting } from "./confidence.ts";
import { restsOnAssumed } from "../policy/assumed.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Cause, Confidence, Severity } from "../model/report.ts";
import type { Meeting } from "../runs/meet.ts";
import { describeMeeting, lockClause } from "./describe.ts";
import { writerIdentity, writerPlaces } from "./places.ts";
import type { RuleMeta } from "./types.ts";
import { isOfUnknownVersion } from "./versions.ts";

export const meta: RuleMeta = {
  id: "concurrent-writers",
  severity: "error",
  summary: "Two runs can write one target at the same time.",
  docs: {
    what: "A target that takes one writer at a time can have two. The finding shows two concrete runs, the groups that each of them holds, and why neither waits for the other: `no-group` (one of them holds no group at all), `group-varies` (one declaration that has different values in the two), `groups-differ` (two declarations), `same-run` (two jobs or legs of one run).",
    why: "Without a lock of the target's own the last write wins and the other is lost. With one, the second run fails or waits inside its job, where nobody sees the queue.",
    bad: "on: { push: { branches: [main] }, workflow_dispatch: {} }\nconcurrency: deploy-${{ github.ref }}   # a dispatch on another branch holds another group\njobs:\n  apply:\n    runs-on: ubuntu-latest\n    steps:\n      - run: terraform apply -auto-approve",
    good: "jobs:\n  apply:\n    concurrency:\n      group: terraform-prod\n      queue: max\n    runs-on: ubuntu-latest\n    steps:\n      - run: terraform apply -auto-approve",
    fix: "Safe: one group, named after the target, on every job that writes it. It changes when a job runs, never what it does.",
  },
};

const CAUSES: readonly Cause[] = ["no-group", "group-varies", "groups-differ", "same-run"];

/** One finding for each target and cause. */
export function check(audit: Audit): readonly Finding[] {
  return audit.targets
    .filter((target) => target.policy.decision === "prevent" && target.verdict === "looser")
    .flatMap((target) => CAUSES.flatMap((cause) => findingFor(audit, target, cause)));
}

function findingFor(audit: Audit, target: AuditedTarget, cause: Cause): readonly Finding[] {
  const open = target.encounters.meetings.filter((meeting) => meeting.cause === cause && meeting.wait === null);
  const best = chooseMeeting(open);
  if (!best) return [];
  const involved = [...new Set([best, ...open].flatMap(({ a, b }) => [a, b]))];
  return [
    {
      rule: meta.id,
      severity: severityOf(target, open),
      confidence: confidenceOf(best, target),
      target: target.id,
      message: `${describeMeeting(best, target)} ${lockClause(target, open)}`,
      cause,
      spans: writerPlaces(involved),
      witness: () => audit.witness(best),
      identity: [target.id, cause, ...new Set(involved.map(writerIdentity))],
    },
  ];
}

/**
 * The pair that a reader understands fastest: certain before assumed, ordinary before after a failure, what somebody
 * starts before two turns of a timetable, of which the first is mostly over when the second is due.
 */
export function chooseMeeting(meetings: readonly Meeting[]): Meeting | undefined {
  const rank = (meeting: Meeting): number =>
    Number(confidenceOfMeeting(meeting) === "medium") * 8 +
    Number(meeting.a.use.act.act.onFailure || meeting.b.use.act.act.onFailure) * 4 +
    Number(isTimetable(meeting)) * 2 +
    Number(meeting.a.use.unit.run.uncalled);
  const ranked = meetings.map((meeting) => ({ meeting, rank: rank(meeting) }));
  return ranked.sort((x, y) => x.rank - y.rank)[0]?.meeting;
}

function isTimetable({ a, b, cause }: Meeting): boolean {
  return cause !== "same-run" && a.use.unit.run === b.use.unit.run && a.use.unit.run.event === "schedule";
}

function severityOf(target: AuditedTarget, meetings: readonly Meeting[]): Severity {
  if (meetings.every(({ a, b }) => a.use.unit.run.uncalled && b.use.unit.run.uncalled)) return "note";
  if (meetings.every(({ a, b }) => isOfUnknownVersion(a.use) && isOfUnknownVersion(b.use))) return "warning";
  if (target.answers.lock.value === "none") return "error";
  if (target.bypasses.some(({ byHand }) => !byHand)) return "error";
  return meetings.some(({ a, b }) => a.use.recognition.ignoresLock || b.use.recognition.ignoresLock)
    ? "error"
    : "warning";
}

function confidenceOf(meeting: Meeting, target: AuditedTarget): Confidence {
  const confidence = confidenceOfMeeting(meeting);
  // That a run is still at work when the next one is due is an assumption.
  const assumes = isTimetable(meeting) || restsOnAssumed(target.answers);
  return confidence === "high" && assumes ? "medium" : confidence;
}
