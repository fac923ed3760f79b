import type { Entry } from "../model.ts";

/** A waiter gains one priority class for each ten minutes, so that low priority cannot starve. */
export const AGEING = 600_000_000;

export function effectivePriority(entry: Entry, now: number): number {
  return entry.priority + Math.floor((now - entry.enqueuedAt) / AGEING);
}

/** The order in which the store will grant: the queue's view and the grant itself both use this. */
export function grantOrder(entries: readonly Entry[], now: number): Entry[] {
  return entries
    .filter((entry) => entry.state === "waiting")
    .sort((a, b) => {
      const higher = effectivePriority(b, now) - effectivePriority(a, now);
      return higher === 0 ? a.seq - b.seq : higher;
    });
}

/** Entries that occupy a slot: holders, and unclean ends still in quarantine. */
export function occupying(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => entry.state === "held" || entry.state === "quarantine");
}
