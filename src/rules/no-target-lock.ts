import { confidenceOfWriters, writersOf } from "./confidence.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Severity } from "../model/report.ts";
import { commitsWork } from "../runs/commits-work.ts";
import { variablesOf } from "../values/text.ts";
import { uniqueSpans, writerIdentity, writerPlaces } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "no-target-lock",
  severity: "warning",
  summary: "A shared target has no lock of its own.",
  docs: {
    what: "The target itself does nothing when a second writer comes. Where a lock could be switched on this is a warning, in production an error; where the kind has none to offer it is a note.",
    why: "A concurrency group keeps this repository's runs apart, not a laptop, a second repository, or a re-run by another tool.",
    bad: 'terraform {\n  backend "s3" {\n    bucket = "acme-tf"\n    key    = "prod.tfstate"\n  }\n}',
    good: 'terraform {\n  backend "s3" {\n    bucket       = "acme-tf"\n    key          = "prod.tfstate"\n    use_lockfile = true\n  }\n}',
    fix: "Safe where the required version allows it: `use_lockfile = true`. Unsafe: a lock table for older versions, the lock address of a state in GitLab, `kubectl apply --server-side`. Another backend is left to people.",
  },
};

/** One finding for each target without a lock; none beside a lock that a writer switches off. */
export function check(audit: Audit): readonly Finding[] {
  return audit.targets
    .filter(
      (target) =>
        target.answers.lock.value === "none" || (target.answers.lock.value === "unknown" && lockAvailable(target)),
    )
    .filter((target) => target.bypasses.length === 0 && target.policy.decision !== "allow" && !isUnshared(target))
    .map(
      (target): Finding => ({
        rule: meta.id,
        severity: severityOf(target),
        confidence: target.answers.lock.source === "detected" ? confidenceOfWriters(writersOf(target)) : "medium",
        target: target.id,
        message: messageOf(target),
        spans: uniqueSpans([
          ...writerPlaces(target.presences),
          ...target.answers.lock.evidence.flatMap(({ span }) => (span ? [span] : [])),
        ]),
        identity: [target.id, ...new Set(target.presences.map(writerIdentity))],
      }),
    );
}

/** Each commit or run has a target of its own, which nobody shares with it. */
function isUnshared({ presences }: AuditedTarget): boolean {
  return presences.every(
    ({ use }) => commitsWork(use.id, use) !== null || variablesOf(use.id).some(({ kind }) => kind === "unique"),
  );
}

function lockAvailable(target: AuditedTarget): boolean {
  return target.presences.some(({ use }) => use.recognition.lockAvailable);
}

function severityOf(target: AuditedTarget): Severity {
  if (target.answers.lock.value === "unknown" || !lockAvailable(target)) return "note";
  return target.production ? "error" : "warning";
}

function messageOf(target: AuditedTarget): string {
  const seen = target.answers.lock.evidence
    .map(({ note }) => note)
    .filter((note) => note !== "")
    .join("; ");
  if (target.answers.lock.value === "unknown")
    return `Whether ${target.id} has a lock is decided by something that is not in the repository${seen ? ` (${seen})` : ""}.`;
  const what = lockAvailable(target) ? "has no lock, though one could be switched on" : "has no lock to offer";
  return `${target.id} ${what}${seen ? ` (${seen})` : ""}: a second writer from outside these workflows is not kept out.`;
}
