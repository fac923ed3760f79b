import type {
  Fix,
  HeldGroup,
  Report,
  ReportAnswer,
  ReportEvidence,
  ReportFinding,
  ReportTarget,
  Witness,
  WitnessRun,
} from "../model/report.ts";
import type { Invariants } from "../model/policy.ts";
import type { Location } from "../model/span.ts";
import { jsonText } from "./view/json-text.ts";
import { compare } from "./view/order.ts";

/**
 * The report as JSON, in the form of `policies/schema/report.schema.json`. The order of keys is fixed here, not by
 * whoever made the objects, so that the same report is the same bytes.
 */
export function json(report: Report): string {
  const ordered = {
    schemaVersion: report.schemaVersion,
    tool: { name: report.tool.name, version: report.tool.version },
    targets: report.targets.map(orderTarget),
    pipelines: report.pipelines.map(({ file, targets, invariants }) => ({
      file,
      targets,
      invariants: orderInvariants(invariants),
    })),
    findings: report.findings.map(orderFinding),
    notUnderstood: report.notUnderstood.map(({ command, file, line }) => ({ command, file, line })),
    seenNotWritten: report.seenNotWritten.map(({ kind, path }) => ({ kind, path })),
    limits: report.limits.map(({ file, line, what }) => ({ file, line, what })),
    ignored: report.ignored.map(({ rule, target, because, count }) => ({ rule, target, because, count })),
    summary: orderSummary(report),
  };
  return jsonText(ordered);
}

function orderSummary({ summary }: Report): Report["summary"] {
  const { targets, matches, looser, tighter, unknown, errors, warnings, notes } = summary;
  return { targets, matches, looser, tighter, unknown, errors, warnings, notes };
}

function orderInvariants(invariants: Invariants): Invariants {
  return {
    "source-of-truth": invariants["source-of-truth"],
    "target-lock": invariants["target-lock"],
    "queue-visible": invariants["queue-visible"],
    "recovery-known": invariants["recovery-known"],
  };
}

function orderEvidence({ file, line, column, note }: ReportEvidence): object {
  return { file, line, column, note };
}

/** `extra` stands between the value and where it comes from, as the design prints it. */
function orderAnswer<V>(answer: ReportAnswer<V>, extra: object = {}): object {
  return { value: answer.value, ...extra, source: answer.source, evidence: answer.evidence.map(orderEvidence) };
}

function orderTarget(target: ReportTarget): object {
  const { shape, lock, recovery, blastRadius, capacity } = target.answers;
  const { policy, configured } = target;
  return {
    id: target.id,
    kind: target.kind,
    environment: target.environment,
    answers: {
      shape: orderAnswer(shape, { count: shape.count }),
      lock: orderAnswer(lock, { mechanism: lock.mechanism }),
      recovery: orderAnswer(recovery),
      blastRadius: orderAnswer(blastRadius),
      capacity: orderAnswer(capacity),
    },
    policy: { decision: policy.decision, limit: policy.limit, path: policy.path },
    configured: { decision: configured.decision, limit: configured.limit, controls: configured.controls },
    verdict: target.verdict,
    invariants: orderInvariants(target.invariants),
    family: target.family,
    proof: target.proof.map(({ writers, by }) => ({ writers, by })),
    writers: target.writers.map(({ file, job, line, command }) => ({ file, job, line, command })),
  };
}

function orderLocation({ file, line, column, endLine, endColumn }: Location): Location {
  return { file, line, column, endLine, endColumn };
}

function orderFinding(finding: ReportFinding): object {
  return {
    rule: finding.rule,
    severity: finding.severity,
    confidence: finding.confidence,
    target: finding.target,
    message: finding.message,
    cause: finding.cause,
    locations: finding.locations.map(orderLocation),
    witness: finding.witness && orderWitness(finding.witness),
    fix: finding.fix && orderFix(finding.fix),
    advice: finding.advice,
    fingerprint: finding.fingerprint,
  };
}

function orderFix({ title, safety, edits }: Fix): Fix {
  return { title, safety, edits: edits.map(({ file, start, end, text }) => ({ file, start, end, text })) };
}

function orderWitness({ id, runs }: Witness): object {
  return { id, runs: runs.map(orderRun) };
}

function orderRun(run: WitnessRun): object {
  const { file, job, line, event, ref, via } = run;
  const [inputs, matrix] = [sorted(run.inputs), sorted(run.matrix)];
  return { file, job, line, event, ref, inputs, matrix, via, groups: run.groups.map(orderGroup) };
}

function orderGroup({ name, level, file, line }: HeldGroup): HeldGroup {
  return { name, level, file, line };
}

function sorted(record: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compare(a, b)));
}
