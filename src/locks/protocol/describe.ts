import type { Pace, Reply } from "../calls.ts";
import type { Entry } from "../model.ts";
import type { Draft } from "./draft.ts";
import { grantOrder, occupying } from "./order.ts";

/** What the caller's own entry is now, its rank, and when to ask again. */
export function describe(draft: Draft, entry: Entry, pace: Pace): Reply {
  if (entry.state === "held") {
    const { slot, confirmed } = entry;
    const waited = entry.grantedAt - entry.enqueuedAt;
    return { kind: "held", fence: String(entry.fence), slot, confirmed, waited };
  }
  if (entry.state !== "waiting") return { kind: "ended", state: entry.state, reason: entry.reason };
  const order = grantOrder(draft.entries, draft.now);
  const rank = order.indexOf(entry) + 1;
  const busy = occupying(draft.entries);
  const ahead = rank > 1 ? order[rank - 2] : busy.sort((a, b) => a.seq - b.seq)[0];
  return {
    kind: "waiting",
    rank,
    waiting: order.length,
    busy: busy.length,
    behind: ahead?.run ?? "",
    paused: draft.target.paused,
    askAgainMs: askAgain(draft, entry, rank, pace),
  };
}

function askAgain(draft: Draft, entry: Entry, rank: number, pace: Pace): number {
  const { now } = draft;
  const base = rank === 1 ? pace.front : pace.rest;
  const freeing = occupying(draft.entries)
    .map((e) => (e.state === "held" && e.confirmed ? e.expires + e.quarantine : e.expires))
    .sort((a, b) => a - b)[rank - 1];
  const due = [freeing ?? 0, draft.target.holdUntil, entry.notBefore]
    .filter((at) => at > now)
    .map((at) => Math.ceil((at - now) / 1000) + 1);
  return Math.min(base, ...due);
}
