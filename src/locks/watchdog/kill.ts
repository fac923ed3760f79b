import { setTimeout as sleep } from "node:timers/promises";
import { groupExists, isRunning, signalGroup, signalProcess, statOf } from "../host/processes.ts";
import type { ProcessStat } from "../host/processes.ts";
import { groupAliveSoon, markedProcesses } from "../host/scan.ts";

/** A command as a thing to be stopped. `group` 0: it runs in the foreground, in a group that is not its own. */
export interface CommandProcesses {
  readonly group: number;
  readonly pid: number;
  readonly start: string;
  readonly marker: string;
}

/** Whether anything of the command is left that a kill would reach. */
async function anyAlive(command: CommandProcesses): Promise<boolean> {
  if (command.group > 0) return groupAliveSoon(command.group);
  return leader(command) !== null || (await escapedFrom(command)).length > 0;
}

/**
 * Whether anything of the command is left, to be asked often: looking through all processes takes at most a tenth of the
 * time, however many a host has.
 */
export function createProbe(command: CommandProcesses): () => Promise<boolean> {
  let next = 0;
  return async () => {
    if (command.group > 0 && !groupExists(command.group)) return false;
    const start = performance.now();
    if (start < next) return true;
    const alive = await anyAlive(command);
    const end = performance.now();
    next = end + 10 * (end - start);
    return alive;
  };
}

export async function signalCommand(command: CommandProcesses, signal: NodeJS.Signals): Promise<void> {
  if (command.group > 0) {
    signalGroup(command.group, signal);
    return;
  }
  const own = leader(command);
  if (own !== null) signalProcess(own, signal);
  for (const stat of await escapedFrom(command)) if (stat.pid !== command.pid) signalProcess(stat, signal);
}

function leader(command: CommandProcesses): ProcessStat | null {
  const own = statOf(command.pid);
  return own !== null && own.start === command.start && isRunning(own) ? own : null;
}

/** Processes that carry the command's environment, in whatever group they are. */
export function escapedFrom(command: CommandProcesses): Promise<ProcessStat[]> {
  return markedProcesses(command.marker, command.start);
}

/**
 * Kills what is left, again and again, since a process that is being killed may have forked. `escaped`: also what left
 * the group, which a command that ended by itself may have meant to stay. False: something survived.
 */
export async function killAll(command: CommandProcesses, patience: number, escaped: boolean): Promise<boolean> {
  const end = performance.now() + patience;
  do {
    await signalCommand(command, "SIGKILL");
    const away = escaped ? await escapedFrom(command) : [];
    for (const stat of away) signalProcess(stat, "SIGKILL");
    if (away.length === 0 && !(await anyAlive(command))) return true;
    await sleep(10);
  } while (performance.now() < end);
  return false;
}
