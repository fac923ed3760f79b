import type { Stretch } from "../../../syntax/shell/ast.ts";
import type { Text } from "../../../values/text.ts";
import type { Call } from "../../shell/call.ts";
import type { ScriptPiece, ScriptSource } from "../../shell/source.ts";
import type { Marks } from "../../shell/programs/marks.ts";
import type { Table } from "../../shell/table.ts";
import type { World } from "../../shell/world.ts";

/** Part of a Makefile, or a text that is expanded like one. */
export interface Raw {
  readonly source: ScriptSource;
  readonly stretch: Stretch;
}

export type Origin = "environment" | "file" | "command line" | "override" | "default";

/** A variable: expanded already (`:=`), or when it is used (`=`). Pieces of `+=` follow each other. */
export interface MakeVariable {
  readonly value: readonly (Raw | readonly ScriptPiece[])[];
  readonly origin: Origin;
  readonly exported: boolean;
}

export interface Rule {
  readonly targets: readonly string[];
  readonly prerequisites: readonly Text[];
  readonly recipe: readonly Raw[];
  /** Set for this target only. */
  readonly variables: ReadonlyMap<string, MakeVariable>;
}

/** What has been read of the Makefile in one world. */
export interface MakeState {
  readonly world: World;
  readonly variables: Table<MakeVariable>;
  readonly rules: readonly Rule[];
  readonly phony: ReadonlySet<string>;
  readonly exportsAll: boolean;
  readonly oneShell: boolean;
}

/** What does not change while it is read and run. */
export interface MakeRun {
  readonly call: Call;
  /** `-e`: the environment beats the Makefile. */
  readonly environmentWins: boolean;
  readonly folder: Text;
  readonly depth: number;
  /** What `$(eval …)` was given while something was expanded, to be read next: the only thing that changes. */
  readonly evals: Text[];
  /** Unknown parts of goals (`make deploy-$STAGE`), written as marks in the names of targets. */
  readonly marks: Marks;
}
