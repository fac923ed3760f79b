import { setTimeout as sleep } from "node:timers/promises";
import { groupAlive, markedProcesses, signalGroup, signalProcess, statOf } from "../host/processes.ts";

/** A command as a thing to be stopped. `group` 0: it runs in the foreground, in a group that is not its own. */
export interface CommandProcesses {
  readonly group: number;
  readonly pid: number;
  readonly start: string;
  readonly marker: string;
}

/** Whether anything of the command is left that a kill would reach. */
export function anyAlive(command: CommandProcesses): boolean {
  return command.group > 0 ? groupAlive(command.group) : foreground(command).length > 0;
}

export function signalCommand(command: CommandProcesses, signal: NodeJS.Signals): void {
  if (command.group > 0) signalGroup(command.group, signal);
  else for (const stat of foreground(command)) signalProcess(stat, signal);
}

function foreground(command: CommandProcesses): { pid: number; start: string; state: string; group: number }[] {
  const own = statOf(command.pid);
  const leader = own !== null && own.start === command.start && own.state !== "Z" ? [own] : [];
  const others = markedProcesses(command.marker).filter((stat) => stat.pid !== command.pid);
  return [...leader, ...others];
}

/**
 * Kills what is left, again and again, since a process that is being killed may have forked. `escaped`: also what left
 * the group, which a command that ended by itself may have meant to stay. False: something survived.
 */
export async function killAll(command: CommandProcesses, patience: number, escaped: boolean): Promise<boolean> {
  const end = process.hrtime.bigint() + BigInt(Math.round(patience * 1e6));
  do {
    signalCommand(command, "SIGKILL");
    const away = escaped ? markedProcesses(command.marker) : [];
    for (const stat of away) signalProcess(stat, "SIGKILL");
    if (!anyAlive(command) && away.length === 0) return true;
    await sleep(10);
  } while (process.hrtime.bigint() < end);
  return false;
}
