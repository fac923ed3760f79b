import type { Cube } from "../values/cube.ts";
import type { Text } from "../values/text.ts";
import type { SidedEquation } from "./equations.ts";
import type { Pair } from "./pairs.ts";
import type { Side } from "./unify.ts";

/** Two runs (or two jobs of one run) and what must be equal or different in them. */
export interface Question {
  readonly a: Cube;
  readonly b: Cube;
  readonly sameRun: boolean;
  /** Pairs (text of a, text of b) that must be the same string; `fold`: without regard to case. */
  readonly equal: readonly Pair[];
  /** Pairs that must differ, without regard to case (group names). */
  readonly differ: readonly { readonly a: Text; readonly b: Text }[];
  /** Groups that one side holds at once, which must differ too: what asks for a group that it holds never starts. */
  readonly distinct?: readonly { readonly side: Side; readonly one: Text; readonly other: Text }[];
  /** Of one branch there is one open pull request; forks may have branches of one name, but then other things to write. */
  readonly onePullRequest?: boolean;
  /** What led to each side and concerns what is asked; the solver's own finding. */
  readonly within?: readonly SidedEquation[];
}

/** Concrete values that answer a question. `soft`: it rests on a lossy function or an unknown output being equal. */
export interface Solution {
  readonly soft: boolean;
  /** The text of a side with every unknown written out. */
  render(side: Side, text: Text): string;
  /** The concrete value of an unknown part, undefined where the question did not need one. */
  value(side: Side, key: string): string | undefined;
}
