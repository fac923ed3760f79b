import type { Call, Pace, Reply } from "../calls.ts";
import type { Entry } from "../model.ts";
import { describe } from "./describe.ts";
import { bump, finish, latest, observe, record } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { noteOutcome } from "./breaker.ts";
import { grant } from "./grant.ts";
import { storeOutcome } from "./idempotency.ts";
import { retry } from "./retry.ts";

const NO_SUCH_RUN: Reply = { kind: "not-owner", reason: "no such run" };

export function poll(draft: Draft, pace: Pace): Reply {
  const { own } = draft;
  if (own?.state === "waiting") {
    own.expires = latest(draft) + own.waiterTtl;
    draft.touched.add(own);
  }
  grant(draft);
  return own === null ? NO_SUCH_RUN : describe(draft, own, pace);
}

/** Extends a lease that is still the caller's; the first time confirms the grant. */
export function renew(draft: Draft, fence: string, group: number): Reply {
  const { own } = draft;
  const lost = notHolder(own, fence);
  if (lost === null && own !== null) {
    if (own.confirmed) own.renewals += 1;
    extend(draft, own);
    if (group > 0) own.group = group;
  }
  grant(draft);
  if (lost !== null || own === null) return lost ?? NO_SUCH_RUN;
  return describe(draft, own, { front: 0, rest: 0 });
}

/** Starts the lease, or starts it anew. */
export function extend(draft: Draft, entry: Entry): void {
  const { run, fence, slot } = entry;
  if (!entry.confirmed) record(draft, "confirm", run, "", { fence: String(fence), slot });
  entry.confirmed = true;
  entry.expires = latest(draft) + entry.ttl;
  draft.touched.add(entry);
}

/** Gives a lease back. Only its owner with its token can; a repeat after a lost answer is told the same. */
export function release(draft: Draft, call: Extract<Call, { op: "release" }>): Reply {
  const { own } = draft;
  const { fence, outcome, keep, counters, again } = call;
  const lost = notHolder(own, fence);
  let reply: Reply = lost ?? NO_SUCH_RUN;
  if (lost === null && own !== null) {
    endHold(draft, own, outcome.code);
    if (call.notStarted !== true) noteOutcome(draft, outcome.code !== 0 || outcome.signal !== "");
    for (const [name, by] of Object.entries(counters)) bump(draft, name, by);
    finish(draft, own, "released", "");
    storeOutcome(draft, own, outcome, keep);
    reply = again === null ? { kind: "ok" } : retry(draft, own, again);
  } else if (own?.state === "released" && String(own.fence) === fence) reply = { kind: "ok" };
  grant(draft);
  return reply;
}

function notHolder(own: Entry | null, fence: string): Reply | null {
  if (own === null) return NO_SUCH_RUN;
  if (own.state === "held" && String(own.fence) === fence) return null;
  return { kind: "not-owner", reason: own.state === "held" ? "another token" : `${own.state}: ${own.reason}` };
}

function endHold(draft: Draft, entry: Entry, code: number): void {
  record(draft, "release", entry.run, "", { fence: String(entry.fence), slot: entry.slot, code });
  bump(draft, "releases_total");
  bump(draft, "lease_renewals_total|result=ok", entry.renewals);
  observe(draft, "hold_duration_seconds", draft.now - entry.grantedAt);
}

/** A waiter goes away by itself. Also one that was granted in the same moment: it has not confirmed. */
export function leave(draft: Draft, state: "cancelled" | "timed-out", reason: string): Reply {
  const { own } = draft;
  const may = own !== null && (own.state === "waiting" || (own.state === "held" && !own.confirmed));
  if (may) {
    record(draft, state === "cancelled" ? "cancel" : "timeout", own.run, reason, {});
    bump(draft, `rejections_total|reason=${state}`);
    finish(draft, own, state, reason);
  }
  grant(draft);
  if (own === null) return NO_SUCH_RUN;
  return describe(draft, own, { front: 0, rest: 0 });
}
