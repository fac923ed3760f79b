import type { Pace, Reply } from "../calls.ts";
import type { Entry } from "../model.ts";
import type { Draft } from "./draft.ts";
import { breakerText } from "./breaker.ts";
import { grantOrder, occupying } from "./order.ts";
import { slowestRate } from "./rate.ts";

/** What the caller's own entry is now, its rank, and when to ask again. */
export function describe(draft: Draft, entry: Entry, pace: Pace): Reply {
  if (entry.state === "held") {
    const { slot, confirmed } = entry;
    const waited = entry.grantedAt - entry.enqueuedAt;
    return { kind: "held", fence: String(entry.fence), slot, confirmed, waited };
  }
  if (entry.state !== "waiting") return { kind: "ended", state: entry.state, reason: entry.reason };
  const order = grantOrder(draft.entries, draft.now, draft.target.lanes);
  const rank = order.indexOf(entry) + 1;
  const busy = occupying(draft.entries);
  const ahead = rank > 1 ? order[rank - 2] : busy.sort((a, b) => a.seq - b.seq)[0];
  return {
    kind: "waiting",
    rank,
    waiting: order.length,
    busy: busy.length,
    behind: ahead?.run ?? "",
    paused: draft.target.paused === "" ? breakerText(draft) : draft.target.paused,
    rate: slowestRate(draft, entry)?.key ?? "",
    askAgainMs: askAgain(draft, entry, rank, pace),
  };
}

function askAgain(draft: Draft, entry: Entry, rank: number, pace: Pace): number {
  const { now } = draft;
  const base = rank === 1 ? pace.front : pace.rest;
  const freeing = occupying(draft.entries)
    .map((e) => (e.state === "held" && e.confirmed ? e.expires + e.quarantine : e.expires))
    .sort((a, b) => a - b)[rank - 1];
  const token = slowestRate(draft, entry);
  const { holdUntil, breaker } = draft.target;
  const due = [freeing ?? 0, holdUntil, entry.notBefore, breaker.until, token === null ? 0 : now + token.wait]
    .filter((at) => at > now)
    .map((at) => Math.ceil((at - now) / 1000) + 1);
  return Math.min(base, ...due);
}
