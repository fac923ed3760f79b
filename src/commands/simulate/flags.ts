/** The flags of `signalbox simulate`, as commander hands them over. */
export interface SimulateFlags {
  readonly witness?: string;
  /** A JSON report to take the witness from. */
  readonly report?: string;
  readonly event?: readonly string[];
  /** A YAML file of events. */
  readonly events?: string;
  readonly format: "text" | "json";
  readonly output?: string;
  /** A file, or false for `--no-config`. */
  readonly config?: string | false;
}
