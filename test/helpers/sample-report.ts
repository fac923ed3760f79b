import type { Location } from "../../src/model/span.ts";
import type {
  Report,
  ReportAnswers,
  ReportFinding,
  ReportTarget,
  Severity,
  Summary,
  Witness,
  WitnessRun,
} from "../../src/model/report.ts";
import { DEPLOY_YML, NIGHTLY_YML, lineOf } from "./sample-sources.ts";

const DEPLOY = ".github/workflows/deploy.yml";
const NIGHTLY = ".github/workflows/nightly.yml";
const STATE = "terraform-state:s3://acme-tf/prod/network.tfstate";
const APPLY = "terraform -chdir=infra apply -auto-approve";

export const sampleAnswers: ReportAnswers = {
  shape: {
    value: "single",
    count: 1,
    source: "detected",
    evidence: [{ file: "infra/backend.tf", line: 2, column: 3, note: 'backend "s3"' }],
  },
  lock: {
    value: "rejects",
    mechanism: "S3 lock file",
    source: "detected",
    evidence: [{ file: "infra/backend.tf", line: 5, column: 5, note: "use_lockfile = true" }],
  },
  recovery: { value: "medium", source: "catalogue", evidence: [{ note: "earlier versions of the state object" }] },
  blastRadius: { value: "large", source: "catalogue", evidence: [{ note: "production" }] },
  capacity: { value: null, source: "catalogue", evidence: [] },
};

/** A target like the design's example; give what differs. */
export function makeTarget(over: Partial<ReportTarget> = {}): ReportTarget {
  return {
    id: STATE,
    kind: "terraform-state",
    environment: "production",
    answers: sampleAnswers,
    policy: { decision: "prevent", limit: 1, path: ["shape is single"] },
    configured: { decision: "allow", limit: null, controls: [] },
    verdict: "looser",
    invariants: {
      "source-of-truth": "violated",
      "target-lock": "holds",
      "queue-visible": "n/a",
      "recovery-known": "unknown",
    },
    family: null,
    proof: [],
    writers: [{ file: DEPLOY, job: "apply", line: lineOf(DEPLOY_YML, "apply -auto"), command: APPLY }],
    ...over,
  };
}

export function makeLocation(file: string, line: number, column = 9, endColumn = column + 20): Location {
  return { file, line, column, endLine: line, endColumn };
}

export function makeRun(over: Partial<WitnessRun> = {}): WitnessRun {
  return {
    file: DEPLOY,
    job: "apply",
    line: lineOf(DEPLOY_YML, "apply -auto"),
    event: "push",
    ref: "refs/heads/main",
    inputs: {},
    matrix: {},
    via: [],
    groups: [
      { name: "deploy-refs/heads/main", level: "workflow", file: DEPLOY, line: lineOf(DEPLOY_YML, "group: deploy-") },
    ],
    ...over,
  };
}

export const sampleWitness: Witness = {
  id: "w-3f2a",
  runs: [
    makeRun(),
    makeRun({
      file: NIGHTLY,
      job: "reconcile",
      event: "schedule",
      line: lineOf(NIGHTLY_YML, "apply -auto"),
      groups: [],
    }),
  ],
};

/** The finding of the sample's looser target, with a witness and a safe fix. */
export function makeFinding(over: Partial<ReportFinding> = {}): ReportFinding {
  return {
    rule: "concurrent-writers",
    severity: "warning",
    confidence: "high",
    target: STATE,
    message:
      "A push to main and the nightly run can both be in `terraform apply` on s3://acme-tf/prod/network.tfstate: " +
      "the nightly run holds no group, so neither waits for the other and the later one fails on the lock.",
    cause: "no-group",
    locations: [
      makeLocation(NIGHTLY, lineOf(NIGHTLY_YML, "apply -auto")),
      makeLocation(DEPLOY, lineOf(DEPLOY_YML, "apply -auto")),
    ],
    witness: sampleWitness,
    fix: {
      title: "Give both jobs the group terraform-prod-network",
      safety: "safe",
      edits: [insertBefore(NIGHTLY, NIGHTLY_YML, "jobs:", "concurrency:\n  group: terraform-prod-network\n\n")],
    },
    fingerprint: "5d1c0a9be37f4f02",
    ...over,
  };
}

/** The whole sample: one looser, one tighter, one matching, one unknown target; findings of each severity. */
export function makeReport(over: Partial<Report> = {}): Report {
  const report: Report = {
    schemaVersion: 1,
    tool: { name: "signalbox", version: "0.1.0" },
    targets: sampleTargets(),
    pipelines: [
      { file: DEPLOY, targets: [STATE, "helm-release:-/web/api"], invariants: makeTarget().invariants },
      { file: NIGHTLY, targets: [STATE], invariants: makeTarget().invariants },
    ],
    findings: sampleFindings(),
    notUnderstood: [{ command: "acmectl rollout --all", file: DEPLOY, line: 20 }],
    seenNotWritten: [{ kind: "terraform-root", path: "infra/legacy" }],
    limits: [{ file: NIGHTLY, line: 9, what: "more than 8 values for TARGET_ENV; treated as any value" }],
    ignored: [{ rule: "over-restricted", target: "image-build:*", because: "one builder until January", count: 2 }],
    summary: { targets: 0, matches: 0, looser: 0, tighter: 0, unknown: 0, errors: 0, warnings: 0, notes: 0 },
    ...over,
  };
  return { ...report, summary: over.summary ?? summarise(report) };
}

/** Counts targets by verdict and findings by severity. */
export function summarise(report: Pick<Report, "targets" | "findings">): Summary {
  const verdict = (name: string): number => report.targets.filter((target) => target.verdict === name).length;
  const severity = (name: Severity): number => report.findings.filter((finding) => finding.severity === name).length;
  return {
    targets: report.targets.length,
    matches: verdict("matches"),
    looser: verdict("looser"),
    tighter: verdict("tighter"),
    unknown: verdict("unknown"),
    errors: severity("error"),
    warnings: severity("warning"),
    notes: severity("note"),
  };
}

function insertBefore(file: string, text: string, needle: string, inserted: string) {
  const start = text.indexOf(needle);
  return { file, start, end: start, text: inserted };
}

function sampleTargets(): ReportTarget[] {
  const held = { ...makeTarget().invariants, "source-of-truth": "holds" } as const;
  return [
    makeTarget({
      writers: [
        { file: DEPLOY, job: "apply", line: lineOf(DEPLOY_YML, "apply -auto"), command: APPLY },
        { file: NIGHTLY, job: "reconcile", line: lineOf(NIGHTLY_YML, "apply -auto"), command: APPLY },
      ],
    }),
    makeTarget({
      id: "helm-release:-/web/api",
      kind: "helm-release",
      environment: null,
      configured: { decision: "prevent", limit: 1, controls: ["group deploy-api"] },
      verdict: "matches",
      invariants: held,
      proof: [{ writers: [0, 0], by: "group deploy-api held by both" }],
      writers: [{ file: DEPLOY, job: "api", line: 26, command: "helm upgrade --install api charts/api" }],
    }),
    makeTarget({
      id: "ansible-fleet:inventories/prod/hosts.yml#web",
      kind: "ansible-fleet",
      answers: {
        ...sampleAnswers,
        shape: { value: "small-set", count: 10, source: "detected", evidence: [] },
        lock: { value: "none", mechanism: null, source: "catalogue", evidence: [] },
        recovery: { value: "low", source: "catalogue", evidence: [] },
        blastRadius: { value: "small", source: "catalogue", evidence: [] },
        capacity: {
          value: 10,
          source: "declared",
          evidence: [{ file: "signalbox.yml", line: 4, note: "capacity: 10" }],
        },
      },
      policy: { decision: "throttle", limit: 10, path: ["shape is not single", "capacity is known"] },
      configured: { decision: "throttle", limit: 5, controls: ["group fleet", "forks = 5"] },
      verdict: "tighter",
      invariants: held,
      writers: [{ file: NIGHTLY, job: "patch", line: 15, command: "ansible-playbook -i inventories/prod/hosts.yml" }],
    }),
    makeTarget({
      id: "database:production/secrets.DATABASE_URL",
      kind: "database",
      configured: { decision: "allow", limit: null, controls: [] },
      verdict: "unknown",
      invariants: { ...held, "source-of-truth": "unknown", "target-lock": "unknown" },
      writers: [{ file: DEPLOY, job: "api", line: 26, command: "npx prisma migrate deploy" }],
    }),
  ];
}

function sampleFindings(): ReportFinding[] {
  const { witness: _witness, fix: _fix, cause: _cause, ...plain } = makeFinding();
  return [
    makeFinding(),
    {
      ...plain,
      rule: "invalid-concurrency",
      severity: "error",
      target: null,
      message: "`queue: max` cannot stand beside `cancel-in-progress: true`: the platform refuses the workflow.",
      locations: [makeLocation(DEPLOY, 11, 1, 12)],
      fingerprint: "aa01",
    },
    {
      ...plain,
      rule: "no-timeout",
      severity: "note",
      confidence: "medium",
      target: STATE,
      message: "The job apply has no `timeout-minutes`: a hung deploy holds its group for six hours.",
      locations: [makeLocation(DEPLOY, 15, 3, 9)],
      fingerprint: "bb02",
    },
  ];
}
