import type { AuditedTarget } from "../audit/model.ts";
import type { Meeting } from "../runs/meet.ts";
import type { Presence } from "../runs/presence.ts";
import { concreteText } from "../runs/witness.ts";
import { fileName, jobName } from "./places.ts";

/** "push to main (deploy.yml) holds deploy-main, dispatch … holds no group: both run … on …". One sentence, no rule name. */
export function describeMeeting(meeting: Meeting, target: AuditedTarget): string {
  if (meeting.cause === "same-run") return describeSameRun(meeting, target);
  const first = `${startOf(meeting.a)} holds ${groupsOf(meeting, "a")}`;
  const again = meeting.a === meeting.b && groupsOf(meeting, "a") === groupsOf(meeting, "b");
  const second = again ? "and so does the next" : `${startOf(meeting.b)} holds ${groupsOf(meeting, "b")}`;
  return `${first}, ${second}: neither waits for the other, and ${deedOf(meeting)} ${target.id}.`;
}

function describeSameRun(meeting: Meeting, target: AuditedTarget): string {
  const [a, b] = [jobName(meeting.a.use.unit), jobName(meeting.b.use.unit)];
  return `Jobs ${a} and ${b} of one run (${startOf(meeting.a)}) start side by side, and ${deedOf(meeting)} ${target.id}.`;
}

function deedOf({ a, b }: Meeting): string {
  const [x, y] = [a.use.recognition.display, b.use.recognition.display];
  return x === y ? `both run \`${x}\` on` : `run \`${x}\` and \`${y}\` on`;
}

function startOf({ use }: Presence): string {
  return `${use.unit.run.label} (${fileName(use.unit.run.file)})`;
}

function groupsOf(meeting: Meeting, side: "a" | "b"): string {
  const names = meeting[side].groups.map(({ name }) => `"${concreteText(meeting, side, name)}"`);
  return names.length === 0 ? "no group" : names.join(" and ");
}

/** What the target itself does with the second writer. */
export function lockClause(target: AuditedTarget, meetings: readonly Meeting[]): string {
  const { lock } = target.answers;
  const mechanism = lock.mechanism ? ` (${lock.mechanism})` : "";
  if (target.bypasses.some(({ byHand }) => !byHand))
    return "Its lock is switched off or broken open, so nothing keeps the second one out.";
  if (meetings.some(({ a, b }) => a.use.recognition.ignoresLock || b.use.recognition.ignoresLock)) {
    return `One of the two does not look at its lock${mechanism}, so they really meet.`;
  }
  switch (lock.value) {
    case "none":
      return "It has no lock: the last write wins, and what the other one did is lost or mixed.";
    case "unknown":
      return "Whether it has a lock cannot be told from here.";
    case "rejects":
      return `Its lock${mechanism} refuses the second one, which fails.`;
    case "waits":
      return `Its lock${mechanism} makes the second one wait inside its job, where nobody sees the queue.`;
  }
}
