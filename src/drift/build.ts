import { matchesId } from "../config/match.ts";
import type { Config, Day, TargetConfig } from "../model/config.ts";
import type { Report, ReportTarget } from "../model/report.ts";
import { dateIn, expiryIn } from "./dates.ts";
import { byKey } from "./sort.ts";
import type { Declaration, RecordedTarget, ReviewState } from "./state.ts";

/** What a review records of a report and of the config that it was made with. */
export function buildState(report: Report, config: Config, when: { today: Day; commit: string | null }): ReviewState {
  const ids = report.targets.map((target) => target.id);
  const declared = config.targets.flatMap((entry) => declarationsOf(entry, ids));
  return {
    schemaVersion: 1,
    recorded: when.today,
    commit: when.commit,
    targets: report.targets.map(recordTarget).sort(byKey((target) => target.id)),
    declarations: [...declared, ...ignoresOf(report, config)].sort(byKey(declarationKey)),
  };
}

/** What makes two declarations the same one, whatever they say. */
export function declarationKey(declaration: Declaration): string {
  const { type, match } = declaration;
  return JSON.stringify([type, match ?? "", type === "ignore" ? declaration.rule : ""]);
}

function recordTarget(target: ReportTarget): RecordedTarget {
  const { shape, lock, recovery, blastRadius, capacity } = target.answers;
  const evidence = [shape, lock, recovery, blastRadius, capacity].flatMap((answer) =>
    answer.evidence.flatMap((one) => (one.file === undefined ? [] : [one.file])),
  );
  return {
    id: target.id,
    kind: target.kind,
    environment: target.environment,
    verdict: target.verdict,
    policy: { decision: target.policy.decision, limit: target.policy.limit },
    configured: { decision: target.configured.decision, limit: target.configured.limit },
    answers: {
      shape: { value: shape.value, count: shape.count, source: shape.source },
      lock: { value: lock.value, mechanism: lock.mechanism, source: lock.source },
      recovery: { value: recovery.value, source: recovery.source },
      blastRadius: { value: blastRadius.value, source: blastRadius.source },
      capacity: { value: capacity.value, source: capacity.source },
    },
    invariants: {
      "source-of-truth": target.invariants["source-of-truth"],
      "target-lock": target.invariants["target-lock"],
      "queue-visible": target.invariants["queue-visible"],
      "recovery-known": target.invariants["recovery-known"],
    },
    writers: distinct(target.writers.map((writer) => `${writer.file}#${writer.job}`)),
    evidence: distinct(evidence),
  };
}

function declarationsOf(entry: TargetConfig, ids: readonly string[]): Declaration[] {
  const { match, because, answers, policy, recoveryPath } = entry;
  const targets = ids.filter((id) => matchesId(match, id)).length;
  const found: Declaration[] = [];
  if (answers.capacity !== null) {
    found.push({
      type: "capacity",
      match,
      value: answers.capacity,
      because,
      measured: entry.measured ?? dateIn(because),
      targets,
    });
  }
  if (recoveryPath !== null) {
    const { runbook, lastTested } = recoveryPath;
    found.push({ type: "runbook", match, runbook, lastTested, targets });
  }
  if (policy !== null) {
    const { decision, limit } = policy;
    found.push({ type: "policy", match, decision, limit, because, until: entry.until ?? expiryIn(because), targets });
  }
  return found;
}

function ignoresOf(report: Report, config: Config): Declaration[] {
  return config.ignore.map(({ rule, target, because, until }) => {
    const own = report.ignored.filter((one) => one.rule === rule && one.target === target && one.because === because);
    const hidden = own.reduce((sum, one) => sum + one.count, 0);
    return { type: "ignore", rule, match: target, because, until, hidden };
  });
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort(byKey((value) => value));
}
