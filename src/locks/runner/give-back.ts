import type { CommandOutcome } from "../model.ts";
import { untilAnswered } from "./patience.ts";
import { verdict } from "./outcome.ts";
import type { Verdict } from "./outcome.ts";
import type { Lease } from "./keep-lease.ts";
import type { Session } from "./session.ts";

/** Gives every lease back, last taken first. Returns the verdict, changed when the store says that a lease was lost. */
export async function giveBack(session: Session, outcome: CommandOutcome, before: Verdict): Promise<Verdict> {
  let judged = before;
  for (const lease of [...session.leases].reverse()) {
    // A renewal that came after the release would be told that the lease is gone.
    lease.stop();
    const answer = await release(session, lease, outcome);
    if (answer === "silent") {
      session.warnings.push(`${lease.target} could not be given back; its lease ends by itself`);
    } else if (answer !== "ok" && judged.outcome !== "lease-lost") {
      const what = "somebody else may have been in the target at the same time. Check it by hand.";
      judged = verdict("lease-lost", `the lease of ${lease.target} was lost (${answer}); ${what}`);
    }
  }
  return judged;
}

async function release(session: Session, lease: Lease, outcome: CommandOutcome): Promise<string> {
  const { store, run, clock, counters, options } = session;
  const keep = (options.idempotency?.keep ?? 0) * 1000;
  const own = Object.fromEntries(counters);
  counters.clear();
  const call = { op: "release", run, fence: lease.fence, outcome, keep, counters: own, again: null } as const;
  const end = Math.min(lease.deadline(), clock() + options.storeTimeout);
  const reply = await untilAnswered(() => store.call(lease.target, call), () => clock() > end).catch(() => null);
  if (reply === null) return "silent";
  if (reply.kind === "ok") return "ok";
  return reply.kind === "not-owner" ? reply.reason : reply.kind;
}

/** Nothing may be released: the leases run out by themselves, and a quarantine follows. */
export async function abandon(session: Session): Promise<void> {
  for (const lease of session.leases) lease.stop();
  const counters = Object.fromEntries(session.counters);
  const [first] = session.leases;
  if (first !== undefined) await session.store.call(first.target, { op: "report", counters }).catch(() => undefined);
}
