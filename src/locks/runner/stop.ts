import { setTimeout as sleep } from "node:timers/promises";
import { createProbe, killAll, signalCommand } from "../watchdog/kill.ts";
import type { CommandProcesses } from "../watchdog/kill.ts";
import type { LeaseClock } from "./lease-clock.ts";

export interface StopResult {
  /** Signals that had to be sent, KILL only when the command did not go by itself. */
  readonly signals: readonly NodeJS.Signals[];
  readonly empty: boolean;
}

const KILL_PATIENCE_MS = 10_000;

/** Signals the command, waits until `killAt` for its group to be empty, then kills what is left. */
export async function stopCommand(
  command: CommandProcesses,
  signal: NodeJS.Signals,
  clock: LeaseClock,
  killAt: () => number,
): Promise<StopResult> {
  const alive = createProbe(command);
  if (!(await alive())) return { signals: [], empty: true };
  const late = clock() >= killAt();
  if (!late) await signalCommand(command, signal);
  for (let wait = 2; (await alive()) && clock() < killAt(); wait = Math.min(20, wait * 2)) await sleep(wait);
  const sent: NodeJS.Signals[] = late ? [] : [signal];
  if (!(await alive())) return { signals: sent, empty: true };
  return { signals: [...sent, "SIGKILL"], empty: await killAll(command, KILL_PATIENCE_MS, false) };
}

/** Waits for the rest of a command that has ended: what it left in the background still works on the target. */
export async function drainGroup(command: CommandProcesses, clock: LeaseClock, grace: number): Promise<StopResult> {
  const alive = createProbe(command);
  const patience = clock() + grace;
  if (command.group === 0) return { signals: [], empty: true };
  for (let wait = 1; (await alive()) && clock() < patience; wait = Math.min(20, wait * 2)) await sleep(wait);
  if (!(await alive())) return { signals: [], empty: true };
  return stopCommand(command, "SIGTERM", clock, () => patience + grace);
}
