/**
 * What a run does not fix by itself.
 *
 * - `chosen`: whoever starts the run picks it (a ref that a filter admits, a string input, a pull request's number);
 *   with a `domain` it is one of a list (a choice, a boolean, a matrix key).
 * - `constant`: one unknown value for all runs (`vars.*`, `secrets.*`).
 * - `unique`: never the same in two runs (`github.run_id`, the time to the second).
 * - `output`: what a command or an action answered: an unknown function of what it was given (`given`).
 *   It differs when its known inputs differ, and otherwise may be equal or differ between two runs.
 * - `condition`: an unknown yes or no (whether a command succeeded, a comparison nobody can decide).
 */
export type VariableKind = "chosen" | "constant" | "unique" | "output" | "condition";

export interface Variable {
  /** Identity within one run; two mentions with one key are one value. */
  readonly key: string;
  /** How ids and messages name it: `inputs.environment`, `secrets.KUBECONFIG@production`. */
  readonly label: string;
  /** What tells it from another unknown of its label, where ids name both. */
  readonly word?: string;
  readonly kind: VariableKind;
  /** All values it can have, where they are finite. */
  readonly domain?: readonly string[];
  /** Set where the empty string is impossible (a ref, a run id). */
  readonly nonEmpty?: boolean;
  /**
   * Texts that this value depends on: an `output`'s arguments; the environment of a secret; of a `chosen` value what
   * determines it (a pull request's number its head branch).
   */
  readonly given?: readonly import("./text.ts").Text[];
  /** The function's name where `given` are its arguments: equal in every run that evaluates the same thing. */
  readonly base?: string;
  /** Of a `constant`: somebody has set it outside of the repository (`vars.*`, `secrets.*`), so that no file tells it. */
  readonly setting?: true;
  /** Of an `output`: every run that gives it the same gets the same (a setting that is kept elsewhere under a name). */
  readonly lasting?: true;
  /** Values in the manner of real ones, for witnesses. */
  readonly examples?: readonly string[];
  /** Patterns that every value satisfies (a branch filter). */
  readonly tests?: readonly Test[];
}

const BY_LOT = "by lot: ";

/** A value that a runner draws, or reads off its clock to the second, at one `place`: two of them are never the same. */
export function byLot(label: string, place: string): Variable {
  return { key: `${BY_LOT}${label} @ ${place}`, label, kind: "unique", nonEmpty: true };
}

/** Whether the value was made by `byLot`, and is not a number that the platform gives a run. */
export function isByLot({ key }: Variable): boolean {
  return key.startsWith(BY_LOT);
}

/** A question about one value with a stable name: a glob, a regular expression, "contains a slash". */
export interface Test {
  readonly id: string;
  readonly check: (value: string) => boolean;
  /** Values worth trying when one that passes is wanted. */
  readonly examples: readonly string[];
  /** A value that passes differs from one of the examples in nothing that any other test looks at. */
  readonly complete?: true;
  /** Literal text that every value which passes has around it: one of these pairs. */
  readonly edges?: readonly Edges[];
}

/** The literal beginning and end of a value; they do not overlap. */
export interface Edges {
  readonly before: string;
  readonly after: string;
}
