import type { Again, Call } from "../calls.ts";
import type { CommandOutcome } from "../model.ts";
import { untilAnswered } from "./patience.ts";
import { verdict } from "./outcome.ts";
import type { Verdict } from "./outcome.ts";
import type { Lease } from "./keep-lease.ts";
import type { Session } from "./session.ts";

type Release = Extract<Call, { op: "release" }>;

/**
 * Gives every lease back, last taken first, when the command was never started. Returns the verdict, changed when the
 * store says that a lease was lost.
 */
export async function giveBack(session: Session, outcome: CommandOutcome, before: Verdict): Promise<Verdict> {
  return (await giveBackAll(session, { outcome, again: null, notStarted: true }, before)).verdict;
}

export interface GivenBack {
  readonly verdict: Verdict;
  /** Why the run that was to follow does not stand in line; "" when it does. */
  readonly notAgain: string;
}

/** The same after a command that ran: `again` takes the place of this run in the line of the target taken first. */
export async function giveBackAfter(
  session: Session,
  outcome: CommandOutcome,
  before: Verdict,
  again: Again | null,
): Promise<GivenBack> {
  return giveBackAll(session, { outcome, again }, before);
}

type End = Pick<Release, "outcome" | "again" | "notStarted">;

async function giveBackAll(session: Session, end: End, before: Verdict): Promise<GivenBack> {
  let [judged, notAgain] = [before, ""];
  for (const lease of [...session.leases].reverse()) {
    // A renewal that came after the release would be told that the lease is gone.
    lease.stop();
    const answer = await release(session, lease, lease === session.leases[0] ? end : { ...end, again: null });
    if (answer.kind === "refused") notAgain = answer.reason;
    if (answer.kind === "silent") {
      session.warnings.push(`${lease.target} could not be given back; its lease ends by itself`);
      notAgain = "the store did not answer";
    } else if (answer.kind === "lost" && judged.outcome !== "lease-lost") {
      const what = "somebody else may have been in the target at the same time. Check it by hand.";
      judged = verdict("lease-lost", `the lease of ${lease.target} was lost (${answer.reason}); ${what}`);
      notAgain = "the lease was lost";
    }
  }
  return { verdict: judged, notAgain };
}

interface Answer {
  /** `refused`: given back, but the run that was to follow is not in line. */
  readonly kind: "ok" | "silent" | "refused" | "lost";
  readonly reason: string;
}

async function release(session: Session, lease: Lease, ended: End): Promise<Answer> {
  const { store, run, clock, counters, options } = session;
  const keep = (options.idempotency?.keep ?? 0) * 1000;
  const own = Object.fromEntries(counters);
  counters.clear();
  const call: Release = { op: "release", run, fence: lease.fence, keep, counters: own, ...ended };
  const end = Math.min(lease.deadline(), clock() + options.storeTimeout);
  const reply = await untilAnswered(
    () => store.call(lease.target, call),
    () => clock() > end,
  ).catch(() => null);
  if (reply === null) return { kind: "silent", reason: "" };
  if (reply.kind === "ok") return { kind: "ok", reason: "" };
  if (reply.kind === "refused") return { kind: "refused", reason: reply.reason };
  return { kind: "lost", reason: reply.kind === "not-owner" ? reply.reason : reply.kind };
}

/** Nothing may be released: the leases run out by themselves, and a quarantine follows. */
export async function abandon(session: Session): Promise<void> {
  for (const lease of session.leases) lease.stop();
  const counters = Object.fromEntries(session.counters);
  const [first] = session.leases;
  if (first !== undefined) await session.store.call(first.target, { op: "report", counters }).catch(() => undefined);
}
