import type { Answer, Answers, Evidence } from "../model/answers.ts";
import type { Finding } from "../model/finding.ts";
import type {
  ProofLine,
  Report,
  ReportAnswer,
  ReportAnswers,
  ReportEvidence,
  ReportFinding,
  ReportTarget,
  ReportWriter,
  Severity,
} from "../model/report.ts";
import type { Span } from "../model/span.ts";
import { worstInvariants } from "../policy/invariants.ts";
import { presencesOf, type Presence } from "../runs/presence.ts";
import { digest } from "../values/digest.ts";
import { show } from "../values/text.ts";
import { hideIgnored } from "./ignores.ts";
import type { Audit, AuditedTarget } from "./model.ts";
import { unresolvedTargets } from "./unresolved.ts";

const SEVERITIES: readonly Severity[] = ["error", "warning", "note"];

/** A report, and for each fingerprint in it the finding that it was made of. */
export interface TracedReport {
  readonly report: Report;
  readonly origins: ReadonlyMap<string, Finding>;
}

/** The JSON report of an audit and its findings, in a fixed order. */
export function reportOf(audit: Audit, found: readonly Finding[], version: string): Report {
  return tracedReportOf(audit, found, version).report;
}

/** The same, with the way back to the findings. */
export function tracedReportOf(audit: Audit, found: readonly Finding[], version: string): TracedReport {
  const { kept, ignored } = hideIgnored(audit, found);
  const pairs = kept
    .map((finding) => ({ finding, shown: reportFinding(audit, finding) }))
    .sort((a, b) => byUrgency(a.shown, b.shown));
  const findings = withFingerprints(pairs.map((pair) => pair.shown));
  const origins = new Map(
    pairs.flatMap(({ finding }, index) => (findings[index] ? [[findings[index].fingerprint, finding] as const] : [])),
  );
  return { report: reportWith(audit, findings, ignored, version), origins };
}

function reportWith(
  audit: Audit,
  findings: readonly ReportFinding[],
  ignored: Report["ignored"],
  version: string,
): Report {
  const targets = [
    ...[...audit.targets, ...audit.refused].map((target) => reportTarget(audit, target)),
    ...unresolvedTargets(audit),
  ].sort((a, b) => compareText(a.id, b.id));
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  const verdicts = (verdict: ReportTarget["verdict"]): number =>
    targets.filter((target) => target.verdict === verdict).length;
  return {
    schemaVersion: 1,
    tool: { name: "signalbox", version },
    targets,
    pipelines: pipelinesOf(targets),
    findings,
    notUnderstood: audit.notUnderstood
      .map((act) => ({
        command:
          act.kind === "command"
            ? act.argv.map(show).join(" ").slice(0, 200)
            : act.kind === "action"
              ? act.action
              : act.argv.map((word) => word ?? "…").join(" "),
        file: act.span.file,
        line: audit.locate(act.span).line,
      }))
      .sort((a, b) => compareText(a.file, b.file) || a.line - b.line),
    seenNotWritten: audit.seen,
    limits: [...audit.limits].sort(
      (a, b) => compareText(a.file ?? "", b.file ?? "") || (a.line ?? 0) - (b.line ?? 0) || compareText(a.what, b.what),
    ),
    ignored,
    summary: {
      targets: targets.length,
      matches: verdicts("matches"),
      looser: verdicts("looser"),
      tighter: verdicts("tighter"),
      unknown: verdicts("unknown"),
      errors: count("error"),
      warnings: count("warning"),
      notes: count("note"),
    },
  };
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byUrgency(a: ReportFinding, b: ReportFinding): number {
  const [x, y] = [a.locations[0], b.locations[0]];
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    compareText(x?.file ?? "", y?.file ?? "") ||
    (x?.line ?? 0) - (y?.line ?? 0) ||
    compareText(a.rule, b.rule) ||
    compareText(a.target ?? "", b.target ?? "") ||
    compareText(a.message, b.message)
  );
}

/** Equal findings are told apart by their number, so that each fingerprint is there once. */
function withFingerprints(findings: readonly ReportFinding[]): readonly ReportFinding[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const count = (seen.get(finding.fingerprint) ?? 0) + 1;
    seen.set(finding.fingerprint, count);
    return count === 1 ? finding : { ...finding, fingerprint: digest(`${finding.fingerprint}#${count}`) };
  });
}

function reportFinding(audit: Audit, finding: Finding): ReportFinding {
  const { rule, severity, confidence, target, message, cause, witness, fix } = finding;
  return {
    rule,
    severity,
    confidence,
    target,
    message,
    ...(cause ? { cause } : {}),
    locations: finding.spans.map(audit.locate),
    ...(witness ? { witness: witness() } : {}),
    ...(fix ? { fix } : {}),
    fingerprint: digest([rule, ...finding.identity].join("\n")),
  };
}

export function reportAnswers(audit: Audit, { shape, lock, recovery, blastRadius, capacity }: Answers): ReportAnswers {
  const answer = <V>(one: Answer<V>): ReportAnswer<V> => ({
    value: one.value,
    source: one.source,
    evidence: one.evidence.map((evidence) => reportEvidence(audit, evidence)),
  });
  return {
    shape: { ...answer(shape), count: shape.count },
    lock: { ...answer(lock), mechanism: lock.mechanism },
    recovery: answer(recovery),
    blastRadius: answer(blastRadius),
    capacity: answer(capacity),
  };
}

function reportEvidence(audit: Audit, { span, note }: Evidence): ReportEvidence {
  if (!span) return { note };
  const { file, line, column } = audit.locate(span);
  return { file, line, column, note };
}

function reportTarget(audit: Audit, target: AuditedTarget): ReportTarget {
  const presences =
    target.presences.length > 0 ? target.presences : target.uses.members.flatMap(({ use, id }) => presencesOf(use, id));
  const writers = writersOf(audit, presences);
  return {
    id: target.id,
    kind: target.kind,
    environment: target.environment,
    answers: reportAnswers(audit, target.answers),
    policy: target.policy,
    configured: target.configured,
    verdict: target.verdict,
    invariants: target.invariants,
    family: target.family,
    proof: target.verdict === "matches" ? proofOf(audit, target, writers) : [],
    writers,
  };
}

function writersOf(audit: Audit, presences: readonly Presence[]): readonly ReportWriter[] {
  const unique = new Map<string, { readonly writer: ReportWriter; readonly ways: Set<string> }>();
  for (const presence of presences) {
    const writer = writerOf(audit, presence);
    const key = JSON.stringify(writer);
    const known = unique.get(key) ?? { writer, ways: new Set() };
    unique.set(key, { writer, ways: known.ways.add(wayOf(presence)) });
  }
  return [...unique.values()]
    .map(({ writer, ways }) => ({ ...writer, ways: [...ways].sort() }))
    .sort(
      (a, b) =>
        compareText(a.file, b.file) ||
        a.line - b.line ||
        compareText(a.job, b.job) ||
        compareText(a.command, b.command),
    );
}

/** A writer stands in the workflow: in a script or composite action, at the line that leads there. */
export function writerOf(audit: Audit, { use }: Pick<Presence, "use">): ReportWriter {
  const { act } = use.act;
  const at = placeInWorkflow(act.via, act.span);
  return { file: at.file, job: use.unit.job, line: audit.locate(at).line, command: use.recognition.display };
}

/** The number of a presence's writer among those of the report. */
export function writerIndex(
  audit: Audit,
  writers: readonly ReportWriter[],
): (presence: Pick<Presence, "use">) => number {
  const numbers = new Map(writers.map(({ ways: _ways, ...writer }, number) => [JSON.stringify(writer), number]));
  return (presence) => numbers.get(JSON.stringify(writerOf(audit, presence))) ?? -1;
}

/** As a witness names the run of a writer: the workflow that starts it and the chain of jobs. */
function wayOf({ use: { unit } }: Presence): string {
  return `${unit.run.file}#${unit.path.map(({ job }) => job).join("/")}`;
}

function placeInWorkflow(via: readonly Span[], span: Span): Span {
  return via[0] ?? span;
}

function proofOf(audit: Audit, target: AuditedTarget, writers: readonly ReportWriter[]): readonly ProofLine[] {
  const index = writerIndex(audit, writers);
  const lines = target.encounters.apart.map(({ a, b, by }): ProofLine => {
    const [x, y] = [index(a), index(b)];
    return { writers: x <= y ? [x, y] : [y, x], by };
  });
  const waits = target.waitsCover
    ? target.encounters.meetings.map(
        ({ a, b, wait }): ProofLine => ({
          writers: [index(a), index(b)],
          by: `wait inside the job: ${wait?.what ?? ""}`,
        }),
      )
    : [];
  const unique = new Map([...lines, ...waits].map((line) => [JSON.stringify(line), line]));
  return [...unique.values()].sort(
    (a, b) => a.writers[0] - b.writers[0] || a.writers[1] - b.writers[1] || compareText(a.by, b.by),
  );
}

function pipelinesOf(targets: readonly ReportTarget[]): Report["pipelines"] {
  const files = [...new Set(targets.flatMap(({ writers }) => writers.map(({ file }) => file)))].sort();
  return files.map((file) => {
    const own = targets.filter(({ writers }) => writers.some((writer) => writer.file === file));
    return {
      file,
      targets: own.map(({ id }) => id),
      invariants: worstInvariants(own.map(({ invariants }) => invariants)),
    };
  });
}
