/** `import { audit } from "signalbox"`: the audit as a library. The command line is a caller like any other. */
export { audit, auditFiles } from "./api/audit.ts";
export { render, type RenderOptions } from "./api/render.ts";
export type { AuditFilesRequest, AuditRequest } from "./api/request.ts";
export { UserError } from "./io/user-error.ts";
export type { BlastRadius, LockValue, Recovery, Shape, Source } from "./model/answers.ts";
export type { Configured, Invariants, Policy, Verdict } from "./model/policy.ts";
export type {
  Cause,
  Confidence,
  Edit,
  Fix,
  Report,
  ReportAnswer,
  ReportAnswers,
  ReportFinding,
  ReportPipeline,
  ReportTarget,
  ReportWriter,
  Severity,
  Witness,
  WitnessRun,
} from "./model/report.ts";
export type { Location } from "./model/span.ts";
export { formatNames, type Format } from "./reporters/index.ts";
