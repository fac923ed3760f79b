import { groupAlive, sameProcess } from "../host/processes.ts";
import type { Entry } from "../model.ts";

/** How many runs are looked at in one step: enough that each is seen soon, few enough that a step stays short. */
const PROBES = 8;

/**
 * Runs whose process, and whose command's whole group, are gone. Only for processes of this pid namespace, and only
 * by pid with start time, so that a process that got the same number is never taken for the old one.
 */
export function provenDead(entries: readonly Entry[], pidNamespace: string, step: number): ReadonlySet<string> {
  const holders = entries.filter((entry) => entry.state !== "waiting");
  const front = entries.find((entry) => entry.state === "waiting");
  const from = holders.length > PROBES ? (step * PROBES) % holders.length : 0;
  const looked = [...holders, ...holders].slice(from, from + Math.min(PROBES, holders.length));
  if (front !== undefined) looked.push(front);
  return new Set(looked.filter((entry) => isGone(entry, pidNamespace)).map((entry) => entry.run));
}

function isGone(entry: Entry, pidNamespace: string): boolean {
  const { pid, pidStart, pidNamespace: home } = entry.owner;
  if (pidStart === "" || home === "" || home !== pidNamespace || sameProcess(pid, pidStart)) return false;
  if (!entry.confirmed) return true;
  // No group is known for a command in the foreground: only time tells.
  return entry.group > 1 && !groupAlive(entry.group);
}
