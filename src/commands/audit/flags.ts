import type { GitHubFlags } from "../../github/flags.ts";
import type { Severity } from "../../model/report.ts";
import type { FixChoice } from "../../fixes/choices.ts";
import type { Format } from "../../reporters/index.ts";

/** What `--fail-on` takes, most severe first. */
export const failLevels = ["error", "warning", "note", "never"] as const;

/** The flags of `signalbox audit`, as commander hands them over. */
export interface AuditFlags extends GitHubFlags {
  readonly format: Format;
  readonly failOn: Severity | "never";
  readonly strict?: true;
  readonly notes?: true;
  readonly fixes: FixChoice;
  readonly output?: string;
  readonly base?: string;
  readonly baseline?: string;
  readonly writeBaseline?: true;
  /** A file, or false for `--no-config`. */
  readonly config?: string | false;
  readonly online?: true;
  /** An organisation, all of whose repositories are audited. */
  readonly org?: string;
  readonly withForks?: true;
  readonly allowEmpty?: true;
  readonly color?: boolean;
  readonly verbose?: true;
}
