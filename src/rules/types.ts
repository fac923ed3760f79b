import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Severity } from "../model/report.ts";

/** What people read about a rule: in `explain RULE`, in the documentation, in SARIF. */
export interface RuleMeta {
  readonly id: string;
  readonly severity: Severity;
  readonly summary: string;
  readonly docs: {
    readonly what: string;
    readonly why: string;
    readonly bad: string;
    readonly good: string;
    readonly fix: string;
  };
}

export interface Rule {
  readonly meta: RuleMeta;
  readonly check: (audit: Audit) => readonly Finding[];
}
