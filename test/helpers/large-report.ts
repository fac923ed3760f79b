import type { Report, ReportFinding, ReportTarget } from "../../src/model/report.ts";
import { makeFinding, makeLocation, makeReport, makeRun, makeTarget, sampleAnswers } from "./sample-report.ts";

const KINDS = ["terraform-state", "helm-release", "ansible-fleet", "database", "image-tag"];
const REGIONS = ["eu-west-1", "us-east-1", "ap-south-1"];

/** A repository with `size` targets in as many kinds and verdicts as there are; every fifth collides. */
export function largeReport(size: number): Report {
  const targets: ReportTarget[] = [];
  const findings: ReportFinding[] = [];
  for (let index = 0; index < size; index += 1) {
    const target = nth(index);
    targets.push(target);
    if (target.verdict === "looser") findings.push(collision(target, index));
  }
  return makeReport({ targets, findings, pipelines: [] });
}

function nth(index: number): ReportTarget {
  const kind = KINDS[index % KINDS.length]!;
  const region = REGIONS[index % REGIONS.length]!;
  const file = `.github/workflows/deploy-${Math.floor(index / 12)}.yml`;
  const id = `${kind}:team-${Math.floor(index / 15)}/service-${index}/${region}`;
  const base = { id, kind, environment: index % 2 === 0 ? "production" : "staging" };
  const writers = [0, 1].map((nthWriter) => ({
    file,
    job: nthWriter === 0 ? `deploy-${index % 4}` : "rollback",
    line: 20 + (index % 40) + nthWriter,
    command: `deploy service-${index}`,
  }));
  if (index % 5 === 0) return makeTarget({ ...base, writers });
  if (index % 17 === 1) return makeTarget({ ...base, writers, verdict: "unknown" });
  if (index % 11 === 2) {
    return makeTarget({
      ...base,
      writers,
      verdict: "tighter",
      answers: { ...sampleAnswers, capacity: { value: 8, source: "declared", evidence: [] } },
      policy: { decision: "throttle", limit: 8, path: ["shape is not single", "capacity is known"] },
      configured: { decision: "prevent", limit: 1, controls: ["group fleet"] },
    });
  }
  const configured = { decision: "prevent", limit: 1, controls: [`group deploy-${index % 4}`] } as const;
  return makeTarget({ ...base, writers, verdict: "matches", configured });
}

function collision(target: ReportTarget, index: number): ReportFinding {
  const [first, second] = target.writers;
  const runs = [first!, index % 10 === 0 ? first! : second!].map((writer, at) =>
    makeRun({
      file: writer.file,
      job: writer.job,
      line: writer.line,
      event: at === 0 ? "push" : "workflow_dispatch",
      groups: at === 0 ? [{ name: `deploy-${index}`, level: "job", file: writer.file, line: 12 }] : [],
    }),
  );
  return makeFinding({
    severity: index % 3 === 0 ? "error" : "warning",
    target: target.id,
    message: `A push to main and a by-hand run can both write service-${index}: only one of them holds a group.`,
    locations: runs.map((run) => makeLocation(run.file, run.line)),
    witness: { id: `w-${index}`, runs },
    fingerprint: `large-${index}`,
  });
}
