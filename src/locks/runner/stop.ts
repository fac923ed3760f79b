import { setTimeout as sleep } from "node:timers/promises";
import { markedProcesses } from "../host/processes.ts";
import type { ProcessStat } from "../host/processes.ts";
import { anyAlive, killAll, signalCommand } from "../watchdog/kill.ts";
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
  if (!anyAlive(command)) return { signals: [], empty: true };
  const late = clock() >= killAt();
  if (!late) signalCommand(command, signal);
  while (anyAlive(command) && clock() < killAt()) await sleep(10);
  const sent: NodeJS.Signals[] = late ? [] : [signal];
  if (!anyAlive(command)) return { signals: sent, empty: true };
  return { signals: [...sent, "SIGKILL"], empty: await killAll(command, KILL_PATIENCE_MS, false) };
}

/** Waits for the rest of a command that has ended: what it left in the background still works on the target. */
export async function drainGroup(command: CommandProcesses, clock: LeaseClock, grace: number): Promise<StopResult> {
  const patience = clock() + grace;
  for (let wait = 1; command.group > 0 && anyAlive(command) && clock() < patience; wait = Math.min(20, wait * 2)) {
    await sleep(wait);
  }
  if (command.group === 0 || !anyAlive(command)) return { signals: [], empty: true };
  return stopCommand(command, "SIGTERM", clock, () => patience + grace);
}

/** Processes that left the group with setsid and are still there. */
export function escaped(command: CommandProcesses): ProcessStat[] {
  return markedProcesses(command.marker);
}
