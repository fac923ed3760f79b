import type { OperatorAction, Reply } from "../calls.ts";
import type { Entry } from "../model.ts";
import { bump, finish, latest, observe, record } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { grant } from "./grant.ts";

/** What an operator does by hand. Each is in the log with who and why. */
export function operate(draft: Draft, action: OperatorAction, by: string, reason: string): Reply {
  const text = `${reason} (${by})`;
  const reply = act(draft, action, text);
  grant(draft);
  return reply;
}

function act(draft: Draft, action: OperatorAction, text: string): Reply {
  const { target, own } = draft;
  switch (action) {
    case "pause":
    case "drain":
      if (action === "pause") target.paused = text;
      else target.draining = text;
      record(draft, action, "", text, {});
      return { kind: "ok" };
    case "resume":
      target.paused = "";
      target.draining = "";
      record(draft, "resume", "", text, {});
      return { kind: "ok" };
    case "cancel":
      return cancelWaiter(draft, own, text);
    case "release":
    case "break":
      return endHolder(draft, own, action, text);
  }
}

function cancelWaiter(draft: Draft, own: Entry | null, text: string): Reply {
  if (own?.state !== "waiting") return { kind: "not-owner", reason: "no such run is waiting" };
  record(draft, "cancel", own.run, text, {});
  bump(draft, "rejections_total|reason=cancelled");
  finish(draft, own, "cancelled", `cancelled: ${text}`);
  draft.wakes.add(own.run);
  return { kind: "ok" };
}

/** `release`: the operator vouches that nothing runs. `break`: nobody knows, so the slot is quarantined. */
function endHolder(draft: Draft, own: Entry | null, action: "release" | "break", text: string): Reply {
  if (own === null || (own.state !== "held" && !(own.state === "quarantine" && action === "release"))) {
    return { kind: "not-owner", reason: "no such run holds a slot" };
  }
  const detail = { fence: String(own.fence), slot: own.slot, lease: draft.now };
  record(draft, action === "break" ? "break" : "force-release", own.run, text, detail);
  bump(draft, "lease_lost_total|cause=operator");
  if (own.state === "held") {
    bump(draft, "lease_renewals_total|result=ok", own.renewals);
    observe(draft, "hold_duration_seconds", draft.now - own.grantedAt);
  }
  // Until its lease would have ended, the holder may not have heard of it and still be stopping its command.
  if (action === "break") own.expires = Math.max(own.expires, latest(draft) + own.quarantine);
  finish(draft, own, action === "break" ? "quarantine" : "lost", `${action}: ${text}`);
  draft.wakes.add(own.run);
  return { kind: "ok" };
}
