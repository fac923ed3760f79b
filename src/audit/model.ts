import type { Answers } from "../model/answers.ts";
import type { Config, Day, RecoveryPath, TargetConfig } from "../model/config.ts";
import type { Configured, Invariants, Policy, Verdict } from "../model/policy.ts";
import type { Act } from "../interpret/machine.ts";
import type { Location, Problem, Span } from "../model/span.ts";
import type { OnlineFacts } from "../model/online.ts";
import type { Limit, SeenNotWritten, Witness } from "../model/report.ts";
import type { Tree } from "../model/tree.ts";
import type { Entrant } from "../runs/entrants.ts";
import type { Encounters, Meeting } from "../runs/meet.ts";
import type { Presence } from "../runs/presence.ts";
import type { TargetUses } from "../runs/targets.ts";
import type { Cube } from "../values/cube.ts";
import type { JobUnit, RunClass, UnitAct } from "../runs/units.ts";
import type { Walked } from "../runs/walk/types.ts";
import type { Use } from "../runs/uses.ts";
import type { Recognition } from "../catalogue/recognition.ts";

/** A target with everything that was worked out about it; rules only turn these facts into findings. */
export interface AuditedTarget {
  readonly id: string;
  readonly kind: string;
  readonly uses: TargetUses;
  readonly presences: readonly Presence[];
  readonly environment: string | null;
  readonly production: boolean;
  readonly answers: Answers;
  readonly policy: Policy;
  readonly configured: Configured;
  readonly verdict: Verdict;
  readonly invariants: Invariants;
  readonly encounters: Encounters;
  /** Meetings that the model claims and the simulator does not reproduce: a fault of one of the two, never printed. */
  readonly unproven: readonly Meeting[];
  /** Pairs that collide are all kept apart by a wait inside the job. */
  readonly waitsCover: boolean;
  readonly bypasses: readonly BypassUse[];
  readonly declared: readonly TargetConfig[];
  readonly recoveryPath: RecoveryPath | null;
  readonly family: string | null;
}

/** A step that switches a target's lock off or breaks it open. */
export interface BypassUse {
  readonly unit: JobUnit;
  readonly act: UnitAct;
  readonly recognition: Recognition;
  readonly what: string;
  readonly span: Span;
  /** Only somebody who asks for it by hand reaches it, or the workflow does nothing else. */
  readonly byHand: boolean;
}

/** A `concurrency:` block that the platform refuses, for all runs or some. */
export interface InvalidGroup {
  readonly span: Span;
  readonly what: string;
}

/** A group that a job or call asks for while its own run, calling job or caller holds it. */
export interface Deadlock {
  /** The job that asks, null for a called workflow's own group. */
  readonly job: string | null;
  readonly label: string;
  readonly file: string;
  readonly inner: Span;
  readonly outer: Span;
  readonly name: string;
  /** The runs in which it asks, and whether only a value that nobody knows makes the two names one. */
  readonly cube: Cube;
  readonly soft: boolean;
}

/** Everything that the rules look at. */
export interface Audit {
  readonly tree: Tree;
  readonly config: Config;
  readonly today: Day;
  readonly strict: boolean;
  /** What GitHub says about the repository; null: nobody asked. */
  readonly online: OnlineFacts | null;
  readonly runs: readonly RunClass[];
  /** Everybody that can ask for a group. */
  readonly entrants: readonly Entrant[];
  readonly targets: readonly AuditedTarget[];
  /** Targets that only writers have which can never run (a refused version): listed, and no rule looks at them. */
  readonly refused: readonly AuditedTarget[];
  /** Every writer with a known target. */
  readonly uses: readonly Use[];
  readonly unresolved: readonly Omit<Use, "id">[];
  readonly problems: readonly Problem[];
  readonly invalid: readonly InvalidGroup[];
  readonly deadlocks: readonly Deadlock[];
  readonly limits: readonly Limit[];
  /** Mutating commands that no kind knows. */
  readonly notUnderstood: readonly Act[];
  /** Roots, charts and inventories that no run writes. */
  readonly seen: readonly SeenNotWritten[];
  /** The walk by workflow, for an audit of a changed tree. */
  readonly walked: ReadonlyMap<string, Walked>;
  readonly locate: (span: Span) => Location;
  /** The two concrete runs of a meeting, ready for the report. */
  readonly witness: (meeting: Meeting) => Witness;
}
