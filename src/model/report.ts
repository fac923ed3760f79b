import type { BlastRadius, LockValue, Recovery, Shape, Source } from "./answers.ts";
import type { Configured, Invariants, Policy, Verdict } from "./policy.ts";
import type { Location } from "./span.ts";

export type Severity = "error" | "warning" | "note";
export type Confidence = "high" | "medium" | "low";
export type Cause = "no-group" | "group-varies" | "groups-differ" | "same-run";
export type FixSafety = "safe" | "unsafe";

export interface ReportEvidence {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly note: string;
}

export interface ReportAnswer<V> {
  readonly value: V;
  readonly source: Source;
  readonly evidence: readonly ReportEvidence[];
}

export interface ReportAnswers {
  readonly shape: ReportAnswer<Shape> & { readonly count: number | null };
  readonly lock: ReportAnswer<LockValue> & { readonly mechanism: string | null };
  readonly recovery: ReportAnswer<Recovery>;
  readonly blastRadius: ReportAnswer<BlastRadius>;
  readonly capacity: ReportAnswer<number | null>;
}

export interface ReportWriter {
  readonly file: string;
  readonly job: string;
  readonly line: number;
  readonly command: string;
  /** `file#job` of each workflow and chain of jobs that leads here; for the gate, not part of the JSON. */
  readonly ways?: readonly string[];
}

/** Why a pair of writers (indices into `writers`) never meets. */
export interface ProofLine {
  readonly writers: readonly [number, number];
  readonly by: string;
}

export interface ReportTarget {
  readonly id: string;
  readonly kind: string;
  readonly environment: string | null;
  readonly answers: ReportAnswers;
  readonly policy: Policy;
  readonly configured: Configured;
  readonly verdict: Verdict;
  readonly invariants: Invariants;
  /** The id template of which this target is an instance, null when it stands alone. */
  readonly family: string | null;
  /** Why it cannot be told which target it is; only of those. */
  readonly why?: string;
  readonly proof: readonly ProofLine[];
  readonly writers: readonly ReportWriter[];
}

export interface ReportPipeline {
  readonly file: string;
  readonly targets: readonly string[];
  readonly invariants: Invariants;
}

export interface HeldGroup {
  readonly name: string;
  readonly level: "workflow" | "job" | "call";
  readonly file: string;
  readonly line: number;
}

export interface WitnessRun {
  readonly file: string;
  readonly job: string;
  readonly line: number;
  readonly event: string;
  readonly ref: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly matrix: Readonly<Record<string, string>>;
  /** The way from the workflow to the writer: called workflows, composite actions, scripts. */
  readonly via: readonly string[];
  readonly groups: readonly HeldGroup[];
}

export interface Witness {
  readonly id: string;
  readonly runs: readonly WitnessRun[];
}

export interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Fix {
  readonly title: string;
  readonly safety: FixSafety;
  readonly edits: readonly Edit[];
}

export interface ReportFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly target: string | null;
  readonly message: string;
  readonly cause?: Cause;
  readonly locations: readonly Location[];
  readonly witness?: Witness;
  readonly fix?: Fix;
  /** What a person does about it, where no edit has proven itself. */
  readonly advice?: string;
  readonly fingerprint: string;
}

/** A mutating command that the catalogue does not know. */
export interface NotUnderstood {
  readonly command: string;
  readonly file: string;
  readonly line: number;
}

/** A root, chart or inventory that no run writes. */
export interface SeenNotWritten {
  readonly kind: string;
  readonly path: string;
}

/** A cut that the audit made (a bound that was hit), and what that means for the answer. */
export interface Limit {
  readonly file: string | null;
  readonly line: number | null;
  readonly what: string;
}

export interface Ignored {
  readonly rule: string;
  readonly target: string | null;
  readonly because: string;
  readonly count: number;
}

export interface Summary {
  readonly targets: number;
  readonly matches: number;
  readonly looser: number;
  readonly tighter: number;
  readonly unknown: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
}

/** The JSON report, version 1 (design section 8): the one machine interface, every other format is a view of it. */
export interface Report {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: "signalbox"; readonly version: string };
  readonly targets: readonly ReportTarget[];
  readonly pipelines: readonly ReportPipeline[];
  readonly findings: readonly ReportFinding[];
  readonly notUnderstood: readonly NotUnderstood[];
  readonly seenNotWritten: readonly SeenNotWritten[];
  readonly limits: readonly Limit[];
  readonly ignored: readonly Ignored[];
  readonly summary: Summary;
}
