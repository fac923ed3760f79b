/** What `--format` takes. */
export const driftFormats = ["text", "markdown", "json"] as const;

/** The flags of `signalbox drift`, as commander hands them over. */
export interface DriftFlags {
  readonly record?: true;
  readonly since?: string;
  readonly lock: string;
  readonly format: (typeof driftFormats)[number];
  readonly output?: string;
  /** A file, or false for `--no-config`. */
  readonly config?: string | false;
}
