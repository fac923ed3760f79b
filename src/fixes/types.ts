import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Edit, FixSafety } from "../model/report.ts";

/** An audit with its findings. */
export interface Audited {
  readonly audit: Audit;
  readonly findings: readonly Finding[];
}

/** An edit that may fix a finding. It counts only after it has been applied in memory and the whole audit has run again. */
export interface Candidate {
  readonly title: string;
  readonly safety: FixSafety;
  readonly edits: readonly Edit[];
  /** Rules whose findings it is allowed to bring in, because its title says that it does. */
  readonly brings?: readonly string[];
  /** What it reaches where the finding stays: a step of the way that only a person can go to its end. */
  readonly reaches?: (after: Audited) => boolean;
}

/** Ways to fix a finding, the best first. */
export type Proposer = (audit: Audit, finding: Finding) => readonly Candidate[];

/** What may be proposed at all. */
export interface Allowed {
  /** Also what changes more than when a job runs. */
  readonly unsafe: boolean;
  /** Where a written reason settles a finding, an entry in the config instead of a change. */
  readonly document: boolean;
}
