import type { Entry } from "../model.ts";
import { bump, finish, observe, record } from "./draft.ts";
import type { Draft } from "./draft.ts";

/** Ends what has run out: waiters and unconfirmed grants leave, holders go into quarantine, quarantines end. */
export function expire(draft: Draft): void {
  for (const entry of draft.entries) {
    if (draft.dead.has(entry.run)) endDead(draft, entry);
    if (entry.expires > draft.now) continue;
    if (entry.state === "waiting") endWaiter(draft, entry, "expire-waiter", "stopped asking");
    else if (entry.state === "held" && !entry.confirmed) endWaiter(draft, entry, "lapse", "did not confirm its grant");
    else if (entry.state === "held") startQuarantine(draft, entry);
    if (entry.state === "quarantine" && entry.expires <= draft.now) endQuarantine(draft, entry, "quarantine over");
  }
}

/** The runner and its whole process group are proven gone: nothing is left that a time-out could protect from. */
function endDead(draft: Draft, entry: Entry): void {
  if (entry.state === "waiting") endWaiter(draft, entry, "expire-waiter", "its process is gone");
  else if (entry.state === "held" && !entry.confirmed) endWaiter(draft, entry, "lapse", "its process is gone");
  else if (entry.state === "held") {
    noteExpiry(draft, entry, "its processes are gone");
    finish(draft, entry, "quarantine", "its processes are gone");
    endQuarantine(draft, entry, "its processes are gone");
  } else if (entry.state === "quarantine") endQuarantine(draft, entry, "its processes are gone");
}

function endWaiter(draft: Draft, entry: Entry, type: "expire-waiter" | "lapse", reason: string): void {
  record(draft, type, entry.run, reason, { lease: entry.expires });
  bump(draft, "expired_total|role=waiter");
  finish(draft, entry, "gone", reason);
}

function noteExpiry(draft: Draft, entry: Entry, reason: string): void {
  record(draft, "expire-holder", entry.run, reason, {
    lease: entry.expires,
    fence: String(entry.fence),
    slot: entry.slot,
  });
  bump(draft, "expired_total|role=holder");
  bump(draft, "lease_lost_total|cause=expired");
  bump(draft, "lease_renewals_total|result=ok", entry.renewals);
  observe(draft, "hold_duration_seconds", draft.now - entry.grantedAt);
}

function startQuarantine(draft: Draft, entry: Entry): void {
  noteExpiry(draft, entry, "lease ran out");
  entry.expires += entry.quarantine;
  finish(draft, entry, "quarantine", "lease ran out");
}

function endQuarantine(draft: Draft, entry: Entry, reason: string): void {
  record(draft, "quarantine-end", entry.run, reason, { fence: String(entry.fence), slot: entry.slot });
  finish(draft, entry, "lost", entry.reason);
}
