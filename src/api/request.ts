import type { FixChoice } from "../fixes/choices.ts";

/** What to audit, and how. Nothing is read from the environment or kept between calls. */
export interface AuditRequest {
  /** A folder of the repository, its root as a rule; "." where nothing is said. */
  readonly path?: string;
  /**
   * Texts that count instead of those on disk, by their path from the root: unsaved buffers of an editor. A path that
   * is not on disk is a new file.
   */
  readonly overlay?: Readonly<Record<string, string>>;
  /** The config's file; false: none. Where nothing is said, `signalbox.yml` is looked for as the command does. */
  readonly config?: string | false;
  /** Rules that only hint are findings too. */
  readonly strict?: boolean;
  /** The default branch where neither config nor git knows it. */
  readonly defaultBranch?: string;
  /** How many fixes are proven: those of the first findings ("some", as the command does), of all, or none. */
  readonly fixes?: FixChoice;
  /** `YYYY-MM-DD`, from which dates in the config are measured; today in UTC where nothing is said. */
  readonly today?: string;
}

/** What to audit where there is no folder at all: paths from the root, and texts. */
export interface AuditFilesRequest extends Pick<AuditRequest, "strict" | "defaultBranch" | "today" | "fixes"> {
  readonly files: Readonly<Record<string, string>>;
  /** Paths of files that may be executed, so that `./deploy` without an extension is known to be a script. */
  readonly executable?: readonly string[];
  /** The text of a `signalbox.yml`. */
  readonly config?: string;
}
