import { appendFileSync } from "node:fs";
import type { StoreSnapshot } from "../store.ts";
import { queueView } from "./view.ts";

export interface Gate {
  readonly open: boolean;
  /** Runs that wait, are delayed, or work: what counts against the limit. */
  readonly outstanding: number;
  readonly text: string;
}

/**
 * Whether a trigger may start work on a target: fewer than `below` runs are under way, and nothing stands in the way of
 * more. It reads and takes no place: two that ask at once may both be let through, and then stand in line.
 */
export function admitGate(snapshot: StoreSnapshot, id: string, below: number): Gate {
  const target = snapshot.targets.find(({ state }) => state.id === id);
  const view = target === undefined ? null : queueView(snapshot, target);
  const outstanding = view === null ? 0 : view.waiters.length + view.holders.length;
  const closed = view === null ? "" : closedBy(view.paused, view.draining, view.breaker?.phase ?? "normal");
  const open = outstanding < below && closed === "";
  const count = `${outstanding} waiting, delayed and running`;
  const why = closed === "" ? `${open ? "below" : "not below"} ${below}` : closed;
  return { open, outstanding, text: `${id}: ${count}, ${why}: ${open ? "go ahead" : "hold back"}` };
}

function closedBy(paused: string | null, draining: string | null, phase: string): string {
  if (paused !== null) return `paused (${paused})`;
  if (draining !== null) return `draining (${draining})`;
  return phase === "shut" ? "closed by the circuit breaker" : "";
}

/** The answer as a step's outputs, so that later steps and jobs can ask for it in `if:`. */
export function writeGateOutput(file: string | undefined, gate: Gate): void {
  if (file) appendFileSync(file, `admit=${gate.open}\noutstanding=${gate.outstanding}\n`);
}
