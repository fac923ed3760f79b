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
  return stat !== null && stat.start === start && stat.state !== "Z" && stat.state !== "X";
}

/** Whether anything of a process group still runs. Zombies do not count: nobody may ever reap them in a container. */
export function groupAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  if (process.platform !== "linux") return true;
  return pids().some((pid) => {
    const stat = statOf(pid);
    return stat !== null && stat.group === group && stat.state !== "Z" && stat.state !== "X";
  });
}

/** Processes that carry the marker in their environment: also those that left the group with setsid. */
export function markedProcesses(marker: string): ProcessStat[] {
  if (process.platform !== "linux") return [];
  const needle = `\0${marker}\0`;
  return pids().flatMap((pid) => {
    const stat = hasMarker(pid, needle) ? statOf(pid) : null;
    return stat !== null && stat.state !== "Z" && Number(pid) !== process.pid ? [stat] : [];
  });
}

function hasMarker(pid: string, needle: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`.includes(needle);
  } catch {
    return false; // of another user, or gone
  }
}

function pids(): string[] {
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
