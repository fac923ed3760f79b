import { targetNamed } from "../audit/target-named.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { groupName } from "./group-name.ts";
import { table } from "../values/table.ts";

/** What a person does about a finding for which no edit has proven itself. Full sentences; `id` is its target. */
const WORDS: Readonly<Record<string, (id: string, audit: Audit, finding: Finding) => string>> = table({
  "unreadable-file": () => "Make the file readable: until then what stands in it is not audited.",
  "group-deadlock": () =>
    "Give the inner group another name, or take it away where the outer one covers the same runs.",
  "invalid-concurrency": () =>
    "Write a group that is never empty, from `github`, `inputs`, `vars` and, at a job, `needs`, `matrix` and `strategy`.",
  "concurrent-writers": (id, audit, finding) =>
    finding.cause === "same-run"
      ? `Let the jobs of one run write ${id} one after the other: \`needs\`, \`max-parallel: 1\`, or one job-level group.`
      : `Give every job that writes ${id} one group${nameFor(id, audit)}${queueWords(audit)}.`,
  "over-capacity": (id, audit) =>
    `Let fewer runs into ${id} at once with one group${nameFor(id, audit)}, or make one run narrower (\`serial\`, forks, \`max-parallel\`).`,
  "cancel-mid-write": () =>
    "Set `cancel-in-progress: false` in every block that can name this group: the newcomer's setting decides.",
  "dropped-runs": (_id, audit) =>
    audit.config.platform.name === "github.com"
      ? "Add `queue: max` to every block that can name this group, or let the name tell apart what must not replace each other."
      : "This server keeps one waiting run only: let the group's name tell apart what must not replace each other, or start a lost run again by hand.",
  "lock-bypassed": () =>
    "Take the step out of the pipeline: breaking a lock open belongs into a runbook, or into a workflow of its own that is started by hand.",
  "no-target-lock": (id) =>
    `Move ${id} to where a second writer is refused (for a state: a backend with a lock), or accept it in signalbox.yml with a reason.`,
  "invisible-queue": (id, audit) =>
    `Replace the wait inside the job by one group${nameFor(id, audit)} on every job that writes ${id}, where the queue can be seen.`,
  "version-mismatch": () => "Pin a version that `required_version` of the root takes, or widen `required_version`.",
  "no-recovery-path": () =>
    "Write down how to get the target back, try it, and name the runbook with the date (`recovery: { runbook, last-tested }` in signalbox.yml).",
  "stale-lock": () => "Add `-lock=false` to the plan, which only reads, or let nothing cancel it.",
  "lock-contention": () => "Add `-lock=false` to the plan, or let it wait in the writers' group.",
  "approval-holds-group": () => "Put the group on a job behind the approval, so that only what writes holds it.",
  "out-of-order": () => "Take the group before slow jobs, or let the writer check that its commit is still the newest.",
  "over-restricted": () =>
    "Give each target a group of its own, or say in signalbox.yml why they wait for each other (`signalbox patch --document`).",
  "stale-plan": () => "Plan and apply in one job, or hold one group over both.",
  "duplicate-runs": () => "Keep one of the two triggers.",
  "manual-serialisation": () => "Let a group do what people are asked to do, then take the sentence out.",
  "stale-declaration": () => "Write the reason or another date, or remove the entry.",
  "under-capacity": () =>
    "Raise forks, `serial` or `max-parallel` to what was declared, or say in signalbox.yml why not (`signalbox patch --document`).",
  "unresolved-target": () => "Write the target where the audit can read it, or declare it in signalbox.yml.",
  "no-timeout": () => "Add `timeout-minutes`: twice what the job usually takes.",
});

/** What to do about a finding in words, for where no fix is offered. */
export function adviceFor(audit: Audit, finding: Finding): string {
  return (
    WORDS[finding.rule]?.(finding.target ?? "the target", audit, finding) ??
    `See \`signalbox explain ${finding.rule}\`.`
  );
}

function nameFor(id: string, audit: Audit): string {
  const kind = targetNamed(audit, id)?.kind;
  return kind === undefined ? "" : `, such as \`${groupName(kind, [id])}\``;
}

function queueWords(audit: Audit): string {
  return audit.config.platform.name === "github.com"
    ? " with `queue: max`"
    : ", knowing that this server keeps one waiting run and drops the one before it";
}
