import type { Call, Reply } from "../calls.ts";
import { LIVE_STATES } from "../model.ts";
import { reviveBreaker } from "./breaker.ts";
import { bump, finish, latest, record } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { enqueue } from "./enqueue.ts";
import { expire } from "./expire.ts";
import { grant } from "./grant.ts";
import { follow } from "./idempotency.ts";
import { leave, poll, release, renew } from "./lease.ts";
import { operate } from "./operate.ts";

/**
 * One step of the protocol on one target, as pure work on a draft: expire the dead, act, grant to the front live
 * waiters, answer. Stores whose engine runs code of its own (PL/pgSQL) hold a copy of it; the property tests in
 * `test/locks/` run both side by side and compare every answer.
 */
export function step(draft: Draft, call: Call): Reply {
  draft.target.step += 1;
  enterEpoch(draft);
  expire(draft);
  reviveBreaker(draft);
  return act(draft, call);
}

function act(draft: Draft, call: Call): Reply {
  switch (call.op) {
    case "enqueue":
      return enqueue(draft, call);
    case "poll":
      return poll(draft, call.pace);
    case "renew":
      return renew(draft, call.fence, call.group);
    case "release":
      return release(draft, call);
    case "leave":
      return leave(draft, call.state, call.reason);
    case "operate":
      return operate(draft, call.action, call.by, call.reason);
    case "follow":
      grant(draft);
      return follow(draft, call.key, call.run);
    case "report":
      for (const [name, by] of Object.entries(call.counters)) bump(draft, name, by);
      grant(draft);
      return { kind: "ok" };
    case "sweep":
      grant(draft);
      return { kind: "ok" };
  }
}

/**
 * The engine's history changed under the target. `boot:` epochs are this host's: after a reboot nobody is left.
 * Others are failovers: grants may have been lost, so a whole lease must pass before the next.
 */
function enterEpoch(draft: Draft): void {
  const { target, epoch } = draft;
  if (target.epoch === epoch) return;
  const before = target.epoch;
  target.epoch = epoch;
  if (before === "") return;
  record(draft, "epoch", "", before, { epoch });
  if (!epoch.startsWith("boot:")) {
    target.holdUntil = latest(draft) + target.maxLease;
    return;
  }
  target.holdUntil = 0;
  for (const entry of draft.entries) {
    if (!LIVE_STATES.includes(entry.state)) continue;
    const fence = String(entry.fence);
    if (entry.state !== "waiting") record(draft, "quarantine-end", entry.run, "reboot", { fence, slot: entry.slot });
    else record(draft, "expire-waiter", entry.run, "reboot", { lease: draft.now });
    finish(draft, entry, entry.state === "waiting" ? "gone" : "lost", "the host was restarted");
  }
}
