import type { ReportFinding, ReportTarget, Severity } from "../../model/report.ts";

/** What a reporter may say about a rule beyond the finding's own message: the rule's own description fits as it is. */
export interface RuleHelp {
  readonly id: string;
  readonly severity: Severity;
  /** One sentence: when the rule reports. */
  readonly summary: string;
  /** Texts are Markdown, examples YAML or shell; empty where there is nothing to say. */
  readonly docs: {
    readonly what: string;
    readonly why: string;
    readonly bad: string;
    readonly good: string;
    /** What the rule's fix may change. */
    readonly fix: string;
  };
}

/** What a change brings in and takes away, against the report of its base. */
export interface ReportChange {
  /** What the report was compared with, as the user named it. */
  readonly base: string;
  /** Findings of the base that are gone. The report itself holds what the change brings in. */
  readonly removed: readonly ReportFinding[];
  /** Findings of the base that the change does not fix but ignores. */
  readonly hidden: readonly ReportFinding[];
  /** Targets of the base that are gone, and ids of those that were not there. */
  readonly removedTargets: readonly ReportTarget[];
  readonly addedTargets: readonly string[];
}

/**
 * What a reporter is given beside the report. Reporters are pure: everything that they quote is in here.
 */
export interface ReporterOptions {
  /** Text of each file that the report names, byte-order mark included, because spans count it. */
  readonly sources: ReadonlyMap<string, string>;
  readonly rules?: ReadonlyMap<string, RuleHelp>;
  readonly change?: ReportChange;
  /** Name of what was audited, for headings: usually `owner/name`. */
  readonly subject?: string;
  /** Where the audited root lies in its repository, as `infra/`; absent or empty at the repository's root. */
  readonly prefix?: string;
}
