import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Edit, FixSafety } from "../model/report.ts";

/** An edit that may fix a finding. It counts only after it has been applied in memory and the whole audit has run again. */
export interface Candidate {
  readonly title: string;
  readonly safety: FixSafety;
  readonly edits: readonly Edit[];
  /** Rules whose findings it is allowed to bring in, because its title says that it does. */
  readonly brings?: readonly string[];
}

/** Ways to fix a finding, the best first. */
export type Proposer = (audit: Audit, finding: Finding) => readonly Candidate[];
