import type { Recognition } from "../../catalogue/index.ts";
import type { Deadlock, InvalidGroup } from "../../audit/model.ts";
import type { ActionDocument, WorkflowDocument } from "../../ecosystems/github-actions/index.ts";
import type { Act, Effect } from "../../interpret/machine.ts";
import type { StepMemory } from "../../interpret/job/memory.ts";
import type { Effort } from "../../interpret/shell/index.ts";
import type { Config } from "../../model/config.ts";
import type { OnlineFacts } from "../../model/online.ts";
import type { Span } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import type { Value } from "../../values/value.ts";
import type { GroupDeclaration, RunClass, UnitStep } from "../units.ts";

/** What the walk through all workflows reads, and whom it tells what it finds beside the runs. */
export interface WalkInput {
  readonly tree: Tree;
  readonly config: Config;
  readonly defaultBranch: string;
  /** By path. */
  readonly workflows: ReadonlyMap<string, WorkflowDocument>;
  /** The workflow that a job in `from` calls, null where it cannot be read. */
  readonly called: (uses: string, from: string) => WorkflowDocument | null;
  readonly action: (path: string) => ActionDocument | null;
  /** What GitHub says about the repository; null: nobody asked. */
  readonly online: OnlineFacts | null;
  /** Null: nobody knows the act, though it changes something. */
  readonly recognise: (act: Act) => readonly Recognition[] | null;
  /** Tells of such an act. */
  readonly notUnderstood: (act: Act) => void;
  readonly memory: StepMemory;
  /** What the scripts of this workflow took so far. */
  readonly effort: Effort;
  /** Secrets and variables by their kind and environment. */
  readonly named: Map<string, Value>;
  readonly effect: (act: Act) => Effect;
  readonly cut: (span: Span, what: string) => void;
  readonly refuse: (invalid: InvalidGroup) => void;
  readonly deadlock: (deadlock: Deadlock) => void;
  /** Called where what the run does rests on a guess. */
  readonly assume: () => void;
}

/** What the walk through one workflow found. */
export interface Walked {
  readonly runs: readonly RunClass[];
  readonly invalid: readonly InvalidGroup[];
  readonly deadlocks: readonly Deadlock[];
  readonly cuts: readonly { readonly span: Span; readonly what: string }[];
  readonly notUnderstood: readonly Act[];
}

/** The workflow that is being walked: the one that was started, or one that it calls. */
export interface Frame {
  readonly workflow: WorkflowDocument;
  readonly file: string;
  /** The file whose trigger started the run, and how. */
  readonly root: { readonly file: string; readonly label: string };
  readonly github: Value;
  readonly inputs: Value;
  /** Secrets that the caller hands on by name; null: they keep their names. */
  readonly secrets: Value | null;
  readonly path: readonly UnitStep[];
  /** Groups that surround everything in this workflow. */
  readonly groups: readonly GroupDeclaration[];
  readonly timeout: number | null;
  readonly onFailure: boolean;
}
