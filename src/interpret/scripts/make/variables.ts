import { spanOf } from "../../shell/frame.ts";
import { valuePiece } from "../../shell/source.ts";
import { get } from "../../shell/table.ts";
import type { MakeRun, MakeState, MakeVariable } from "./state.ts";

/** A variable of the Makefile, of the command line or of the environment; what the machine sets is asked for by name. */
export function variableOf(name: string, { variables, world }: MakeState, { call }: MakeRun): MakeVariable | undefined {
  const own = get(variables, name);
  if (own) return own;
  const text = world.ambient.get(name);
  return text && { value: [[valuePiece(text, spanOf(call.frame, call.place))]], origin: "environment", exported: true };
}
