import type { ReportWriter, Severity, Summary, WitnessRun } from "./report.ts";

/** A repository of an organisation as its audit ended. */
export interface AuditedRepository {
  /** `OWNER/REPO`. */
  readonly name: string;
  readonly ref: string;
  readonly status: "audited" | "partial" | "failed" | "skipped";
  /** Why it was skipped or failed, or what of it could not be read; empty for `audited`. */
  readonly reasons: readonly string[];
  readonly summary: Summary | null;
}

/** A writer of a target that several repositories write. */
export interface SharedWriter extends ReportWriter {
  readonly repository: string;
  /** The lines to change so that the runner takes the lock: a unified diff; null where only words can say it. */
  readonly patch: string | null;
}

/** A target that writers of several repositories are in. */
export interface SharedTarget {
  readonly id: string;
  readonly kind: string;
  readonly repositories: readonly string[];
  readonly policy: string;
  /** What the target itself does with a second writer. */
  readonly lock: string;
  /** Null: the policy allows it, or every writer holds the runner's lock. */
  readonly severity: Severity | null;
  readonly confidence: "high" | "medium";
  readonly message: string;
  readonly writers: readonly SharedWriter[];
  /** A run of each of two repositories; nothing keeps them apart. */
  readonly witness: readonly (WitnessRun & { readonly repository: string })[];
  readonly fix: string | null;
}

/** The report about an organisation. Reports of single repositories follow it in the JSON format. */
export interface OrganizationReport {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: "signalbox"; readonly version: string };
  readonly organization: string;
  readonly repositories: readonly AuditedRepository[];
  readonly shared: readonly SharedTarget[];
  readonly summary: Summary & {
    readonly repositories: number;
    readonly failed: number;
    readonly partial: number;
    readonly skipped: number;
    readonly shared: number;
  };
}
