import type { Span } from "./span.ts";
import type { Cause, Confidence, Fix, Severity, Witness } from "./report.ts";

/** A finding inside the program: places are spans until the report is written. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly target: string | null;
  readonly message: string;
  readonly cause?: Cause;
  /** The first is the finding's own place, the others are related. */
  readonly spans: readonly Span[];
  /** Made when it is asked for: audits of changed trees look only at what is found. */
  readonly witness?: () => Witness;
  readonly fix?: Fix;
  /** What makes it the same finding after lines have moved; hashed into the fingerprint. */
  readonly identity: readonly string[];
}
