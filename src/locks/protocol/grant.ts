import type { Entry } from "../model.ts";
import { bump, observe, record } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { grantOrder, occupying } from "./order.ts";

/** Gives every free slot to the front live waiter that is due. Part of every step. */
export function grant(draft: Draft): void {
  if (!grantsAllowed(draft)) return;
  const due = grantOrder(draft.entries, draft.now).filter((entry) => entry.notBefore <= draft.now);
  for (const slot of freeSlots(draft, due.length)) {
    const next = due.shift();
    if (!next) return;
    grantTo(draft, next, slot);
  }
}

export function grantsAllowed(draft: Draft): boolean {
  return draft.target.paused === "" && draft.now >= draft.target.holdUntil;
}

/** The lowest free slots, at most `want`. */
function freeSlots(draft: Draft, want: number): number[] {
  const taken = new Set(occupying(draft.entries).map((entry) => entry.slot));
  const permits = draft.target.config?.permits ?? 0;
  const free: number[] = [];
  for (let slot = 0; slot < permits && free.length < want; slot++) if (!taken.has(slot)) free.push(slot);
  return free;
}

function grantTo(draft: Draft, entry: Entry, slot: number): void {
  const { target } = draft;
  // The wall clock as floor: recent grants that a failover lost cannot make a token come back.
  target.fence = Math.max(target.fence + 1, draft.wall);
  entry.state = "held";
  entry.slot = slot;
  entry.fence = target.fence;
  entry.grantedAt = draft.now;
  // The waiter's lease goes on: whoever does not confirm within it is passed over.
  draft.touched.add(entry);
  draft.wakes.add(entry.run);
  const waited = draft.now - entry.enqueuedAt;
  record(draft, "grant", entry.run, "", {
    fence: String(entry.fence),
    slot,
    priority: entry.priority,
    seq: entry.seq,
    waited,
  });
  bump(draft, "grants_total");
  if (waited > 0) bump(draft, "contended_grants_total");
  observe(draft, "wait_duration_seconds", waited);
}
