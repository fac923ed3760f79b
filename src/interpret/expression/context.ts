import type { Cube } from "../../values/cube.ts";
import type { Text } from "../../values/text.ts";
import type { Value } from "../../values/value.ts";

/** How the steps or jobs before this point ended, in the world that is looked at. */
export interface Status {
  readonly success: boolean;
  readonly failure: boolean;
  readonly cancelled: boolean;
}

/** Nothing failed so far. */
export const SUCCESS: Status = { success: true, failure: false, cancelled: false };
export const FAILURE: Status = { success: false, failure: true, cancelled: false };
export const CANCELLED: Status = { success: false, failure: false, cancelled: true };

/** What an expression can see. A context that is not given is null, as it is where GitHub does not fill it. */
export interface ExpressionContext {
  /** By name in lower case: `github`, `inputs`, `needs`, … */
  readonly contexts: { readonly get: (name: string) => Value | undefined };
  /** Absent where status functions do not exist. */
  readonly status?: Status;
  /** The value of `hashFiles(patterns)`; absent: an unknown that is named by the patterns. */
  readonly hashFiles?: (patterns: readonly Text[]) => Text;
  /** Told when an expression had more cases than are kept apart. */
  readonly cut?: (what: string) => void;
}

/** One way an expression comes out: the runs for which it does, and its value there. */
export interface Outcome {
  readonly cube: Cube;
  readonly value: Value;
  /** GitHub stops the step (or refuses the workflow) with this message; the value is null then. */
  readonly failed?: string;
}
