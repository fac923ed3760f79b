import { parseShell } from "../../syntax/shell/index.ts";
import { executeList } from "./execute.ts";
import type { Frame } from "./frame.ts";
import { spanOf } from "./frame.ts";
import { scriptOf } from "./source.ts";
import { NEXT, type World } from "./world.ts";

/**
 * Runs the commands of a trap, if one is set. Those of ERR run because something failed.
 * https://www.gnu.org/software/bash/manual/bash.html#index-trap
 */
export function runTrap(signal: "EXIT" | "ERR", world: World, frame: Frame): readonly World[] {
  const text = world.traps.get(signal);
  if (!text || text.length === 0) return [world];
  const span = spanOf(frame, { start: 0, end: frame.code.source.text.length });
  const { source, holes } = scriptOf(text, span);
  const script = parseShell(source.text, holes);
  const traps = new Map(world.traps);
  traps.delete(signal);
  const code = { ...frame.code, script, source, holes: holes.map(({ value }) => value) };
  const inner: Frame = { ...frame, code, onFailure: frame.onFailure || signal === "ERR", checked: true };
  const ends = executeList(script.body, [{ ...world, traps, flow: NEXT }], inner);
  return ends.map((end) => ({
    ...end,
    flow: end.flow.kind === "exit" ? end.flow : world.flow,
    status: end.flow.kind === "exit" ? end.status : world.status,
    traps: end.traps.size === 0 ? world.traps : end.traps,
  }));
}
