import type { Grammar } from "./command-line.ts";
import type { CompiledEntry, CompiledLeaves, Kind } from "./compile.ts";
import type { Pattern } from "./pattern.ts";

export interface Program {
  readonly grammar: Grammar;
  /** Everything that it does is about its targets: an unknown subcommand may be a write. */
  readonly dedicated: boolean;
}

/** Everything that is known about kinds, indexed so that a command of no kind costs one look-up. Never changed. */
export interface Catalogue {
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly byProgram: ReadonlyMap<string, readonly CompiledEntry[]>;
  readonly byAction: ReadonlyMap<string, readonly CompiledEntry[]>;
  readonly leavesByProgram: ReadonlyMap<string, readonly CompiledLeaves[]>;
  readonly leavesByAction: ReadonlyMap<string, readonly CompiledLeaves[]>;
  readonly programs: ReadonlyMap<string, Program>;
  /** Every program of which anything is known, wrappers included: all others cost one look-up. */
  readonly concerned: ReadonlySet<string>;
  /** Actions that start a command: `helmfile/helmfile-action` as `helmfile {helmfile-args}`. */
  readonly actionCommands: ReadonlyMap<string, ActionCommand>;
  /** Commands that change something shared which no kind covers, by program. */
  readonly mutating: ReadonlyMap<string, readonly Pattern[]>;
}

export interface ActionCommand {
  readonly run: string;
  readonly directory?: string;
  /** The input that names the host on which `run` is run. */
  readonly host?: string;
}
