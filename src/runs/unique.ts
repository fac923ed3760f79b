import { isByLot, type Variable } from "../values/variable.ts";
import type { Side } from "./unify.ts";

/** Values of what is never the same in two runs: a number of the run, or two moments of one. */
export function uniqueValues(variable: Variable, side: Side): readonly string[] {
  if (!isByLot(variable)) return [side === "a" ? "1001" : "1002"];
  const name = side === "a" ? variable.label : `${variable.label} of the other run`;
  return [`<${name}>`, `<${name}, another time>`];
}
