import { readFileSync, readdirSync } from "node:fs";

export interface ProcessStat {
  readonly pid: number;
  readonly state: string;
  readonly group: number;
  /** Clock ticks after boot (field 22): with the pid it names one process for good. */
  readonly start: string;
}

/** One line of /proc/PID/stat, or null when there is no such process. The name may hold spaces and brackets. */
export function statOf(pid: number | string): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state = "", , group = "0"] = fields;
    return { pid: Number(pid), state, group: Number(group), start: fields[19] ?? "" };
  } catch {
    return null;
  }
}

export function sameProcess(pid: number, start: string): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.start === start && isRunning(stat);
}

/** Zombies do not run any more: nobody may ever reap them in a container. */
export function isRunning({ state }: ProcessStat): boolean {
  return state !== "Z" && state !== "X";
}

/** Whether a process group has members, zombies included: one system call, however many processes there are. */
export function groupExists(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether anything of a process group still runs. */
export function groupAlive(group: number): boolean {
  if (!groupExists(group)) return false;
  if (process.platform !== "linux") return true;
  const leader = statOf(group);
  if (leader !== null && leader.group === group && isRunning(leader)) return true;
  return pids().some((pid) => {
    const stat = statOf(pid);
    return stat !== null && stat.group === group && isRunning(stat);
  });
}

export function pids(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Sends a signal to a process group that this program made; never to its own, all, or the first process. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  if (!Number.isSafeInteger(group) || group <= 1) return false;
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** Signals one process only if it is still the one that was seen. */
export function signalProcess(target: ProcessStat, signal: NodeJS.Signals): boolean {
  if (target.pid <= 1 || statOf(target.pid)?.start !== target.start) return false;
  try {
    process.kill(target.pid, signal);
    return true;
  } catch {
    return false;
  }
}
