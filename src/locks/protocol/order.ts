import type { Entry } from "../model.ts";

/** A waiter gains one priority class for each ten minutes, so that low priority cannot starve. */
export const AGEING = 600_000_000;

export function effectivePriority(entry: Entry, now: number): number {
  return entry.priority + Math.floor((now - entry.enqueuedAt) / AGEING);
}

/** The token of each lane's last grant. */
export type Lanes = Readonly<Record<string, number>>;

/**
 * The order in which the store will grant: the queue's view and the grant itself both use this. Within a lane by
 * priority, then by arrival; lanes take turns, the one that was served longest ago first.
 */
export function grantOrder(entries: readonly Entry[], now: number, lanes: Lanes): Entry[] {
  const waiting = entries.filter((entry) => entry.state === "waiting");
  waiting.sort((a, b) => {
    const higher = effectivePriority(b, now) - effectivePriority(a, now);
    return higher === 0 ? a.seq - b.seq : higher;
  });
  if (waiting.every((entry) => entry.lane === waiting[0]?.lane)) return waiting;
  const sizes = new Map<string, number>();
  const placed = waiting.map((entry) => {
    const turn = sizes.get(entry.lane) ?? 0;
    sizes.set(entry.lane, turn + 1);
    return { entry, turn, served: lanes[entry.lane] ?? 0 };
  });
  placed.sort((a, b) => {
    if (a.turn !== b.turn) return a.turn - b.turn;
    return a.served === b.served ? a.entry.seq - b.entry.seq : a.served - b.served;
  });
  return placed.map(({ entry }) => entry);
}

/** Entries that occupy a slot: holders, and unclean ends still in quarantine. */
export function occupying(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => entry.state === "held" || entry.state === "quarantine");
}
