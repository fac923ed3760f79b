import type { Span } from "../model/span.ts";
import type { Recognition } from "../catalogue/recognition.ts";
import type { Act } from "../interpret/machine.ts";
import type { Cube } from "../values/cube.ts";
import type { Text } from "../values/text.ts";

export type GroupLevel = "workflow" | "call" | "job";

/** What a run or job holds under one declaration, for all runs of a cube. */
export interface GroupUse {
  readonly declaration: GroupDeclaration;
  readonly name: Text;
  readonly cancels: boolean;
  readonly queue: "single" | "max";
}

/**
 * One `concurrency:` as it applies to a run, a call or a job. `call` is the group of a called workflow: its call holds
 * it, so that it separates sibling calls but not the jobs inside. A declaration that the platform refuses has no uses.
 */
export interface GroupDeclaration {
  readonly id: string;
  readonly level: GroupLevel;
  /** The whole block, for findings and fixes. */
  readonly span: Span;
  /** Who holds it: the run (""), or the path of the calling job or job. */
  readonly owner: string;
  /**
   * The group under a cube; the cube is split where the name or the cancelling depends on what it leaves open. Null in
   * runs for which the platform refuses it (an empty name).
   */
  uses(cube: Cube): readonly { readonly cube: Cube; readonly use: GroupUse | null }[];
}

/** Everything that a workflow may be started by, as one class of runs. */
export interface RunClass {
  readonly id: string;
  /** The file whose trigger starts it. */
  readonly file: string;
  readonly event: string;
  /** "push to main", "dispatch on any branch". */
  readonly label: string;
  readonly ref: Text;
  readonly cube: Cube;
  readonly inputs: ReadonlyMap<string, Text>;
  /** What an input has when nobody fills it in. */
  readonly inputDefaults: ReadonlyMap<string, string>;
  readonly sha: Text;
  /** `github.event.action`; empty where the event has none. */
  readonly activity: Text;
  /** Parts of `github.*` that rules ask for (activity type, whether a pull request was merged). */
  readonly action: string | null;
  readonly group: GroupDeclaration | null;
  readonly trigger: Span;
  /** Nothing here calls this workflow and nothing but a call starts it: its groups live in its callers' repositories. */
  readonly uncalled: boolean;
  /** What it does rests on a guess: that a workflow which it calls by a repository's full name is one of this repository. */
  readonly assumed: boolean;
  readonly units: readonly JobUnit[];
}

/** A step of the way from the workflow to a job: the file, the job's key in it, the matrix leg. */
export interface UnitStep {
  readonly file: string;
  readonly job: string;
  readonly leg: string;
  /** What the elements of lists that nobody knows make of this leg, one behind the other; empty for a leg that is written out. */
  readonly elements: Text;
  /** Of the job's matrix only one leg runs at a time. */
  readonly oneLegAtATime: boolean;
  /** `max-parallel`: so many legs of its matrix run at a time; null where nothing bounds them. */
  readonly legsAtATime: number | null;
  /** Keys of the jobs (in the same file) that are over before this one starts. */
  readonly after: ReadonlySet<string>;
  /** Those of them that certainly went well where this one starts. */
  readonly well: ReadonlySet<string>;
  /** One of these went wrong where this one starts; null where that is not what it starts for. */
  readonly wrong: ReadonlySet<string> | null;
}

/** One job (one leg of it) of a run class, for all runs in which it starts. */
export interface JobUnit {
  readonly id: string;
  readonly run: RunClass;
  readonly path: readonly UnitStep[];
  /** Where the job stands. */
  readonly file: string;
  readonly job: string;
  readonly span: Span;
  readonly matrix: ReadonlyMap<string, string>;
  readonly environment: Text | null;
  /** The runs in which it starts, and those in which its `if:` or its needs leave it out. */
  readonly reached: readonly Cube[];
  readonly skipped: readonly Cube[];
  /** The run's, the calls' and its own groups, outermost first. */
  readonly groups: readonly GroupDeclaration[];
  readonly acts: readonly UnitAct[];
  /** Minutes, null where neither the job nor its writing steps set a limit. */
  readonly timeout: number | null;
  readonly selfHosted: boolean;
  /** A template as it would come out in the job's own `concurrency`, in each way it can. */
  readonly evaluate: (template: string, cube: Cube) => readonly Text[];
}

/** An act of a unit together with what the catalogue says of it; the act's machine has the cube in which it happens. */
export interface UnitAct {
  readonly act: Act;
  readonly recognitions: readonly Recognition[];
  /** Position of its step in the job; acts of one job never meet each other. */
  readonly step: number;
  /** The step has a time limit of its own. */
  readonly limited: boolean;
}
