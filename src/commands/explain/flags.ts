/** The flags of `signalbox explain`, as commander hands them over. */
export interface ExplainFlags {
  /** A file, or false for `--no-config`. */
  readonly config?: string | false;
  readonly color?: boolean;
}
