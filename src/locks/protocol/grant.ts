import type { Entry } from "../model.ts";
import { breakerAllows, permitsNow, spaceGrants } from "./breaker.ts";
import { bump, observe, record } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { grantOrder, occupying } from "./order.ts";
import { healRates, slowestRate, takeTokens } from "./rate.ts";

/**
 * Gives every free slot to the front live waiter that is due. Part of every step. A waiter without a token stays at the
 * front of its lane: whoever is behind it there waits too, and other lanes go on.
 */
export function grant(draft: Draft): void {
  const stuck = new Set<string>();
  for (const entry of grantOrder(draft.entries, draft.now, draft.target.lanes)) {
    if (entry.notBefore > draft.now || stuck.has(entry.lane)) continue;
    const slot = freeSlot(draft);
    if (slot === null) return;
    healRates(draft, entry);
    if (slowestRate(draft, entry) !== null) {
      stuck.add(entry.lane);
      continue;
    }
    takeTokens(draft, entry);
    grantTo(draft, entry, slot);
    spaceGrants(draft);
  }
}

export function grantsAllowed(draft: Draft): boolean {
  return draft.target.paused === "" && draft.now >= draft.target.holdUntil && breakerAllows(draft);
}

/** The lowest free slot, or null while nothing may be granted. */
function freeSlot(draft: Draft): number | null {
  const { config } = draft.target;
  if (config === null || !grantsAllowed(draft)) return null;
  const busy = occupying(draft.entries);
  if (busy.length >= permitsNow(draft, config)) return null;
  const taken = new Set(busy.map((entry) => entry.slot));
  let slot = 0;
  while (taken.has(slot)) slot += 1;
  return slot < config.permits ? slot : null;
}

/** Lanes that nobody stands in are forgotten. */
function servedNow(draft: Draft, entry: Entry): Readonly<Record<string, number>> {
  const lanes: Record<string, number> = {};
  for (const { lane, state } of draft.entries) {
    const served = draft.target.lanes[lane];
    if (state === "waiting" && served !== undefined) lanes[lane] = served;
  }
  lanes[entry.lane] = entry.fence;
  return lanes;
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
  target.lanes = servedNow(draft, entry);
  draft.wakes.add(entry.run);
  const waited = draft.now - entry.enqueuedAt;
  record(draft, "grant", entry.run, "", {
    fence: String(entry.fence),
    slot,
    priority: entry.priority,
    seq: entry.seq,
    lane: entry.lane,
    waited,
  });
  bump(draft, "grants_total");
  if (waited > 0) bump(draft, "contended_grants_total");
  observe(draft, "wait_duration_seconds", waited);
}
