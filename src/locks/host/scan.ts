import { readFile } from "node:fs/promises";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { groupExists, isRunning, pids, statOf } from "./processes.ts";
import type { ProcessStat } from "./processes.ts";

/** Milliseconds of looking before other work of this program gets its turn: renewals must not wait for a scan. */
const SLICE_MS = 4;
const ENVIRONMENT_MS = 250;

async function* running(): AsyncGenerator<ProcessStat> {
  let start = performance.now();
  for (const pid of pids()) {
    const stat = statOf(pid);
    if (stat !== null && isRunning(stat)) yield stat;
    if (performance.now() - start < SLICE_MS) continue;
    await turn();
    start = performance.now();
  }
}

/** `groupAlive` that does not keep the event loop: a host may have thousands of processes. */
export async function groupAliveSoon(group: number): Promise<boolean> {
  if (!groupExists(group)) return false;
  if (process.platform !== "linux") return true;
  const leader = statOf(group);
  if (leader !== null && leader.group === group && isRunning(leader)) return true;
  for await (const stat of running()) if (stat.group === group) return true;
  return false;
}

/**
 * Processes that carry the marker in their environment: also those that left the group with setsid. Only those that
 * started at `since` (clock ticks) or later are looked into.
 */
export async function markedProcesses(marker: string, since: string): Promise<ProcessStat[]> {
  if (process.platform !== "linux") return [];
  const found: ProcessStat[] = [];
  for await (const stat of running()) {
    if (stat.pid === process.pid || Number(stat.start) < Number(since)) continue;
    if ((await environment(stat.pid)).includes(`\0${marker}\0`)) found.push(stat);
  }
  return found;
}

/** Reading it can take seconds where a process is busy with its memory: such a one is passed over for now. */
async function environment(pid: number): Promise<string> {
  const read = readFile(`/proc/${pid}/environ`, "latin1").catch(() => ""); // of another user, or gone
  const waiting = new AbortController();
  const late = sleep(ENVIRONMENT_MS, "", { signal: waiting.signal }).catch(() => "");
  const text = await Promise.race([read, late]);
  waiting.abort();
  return `\0${text}`;
}
