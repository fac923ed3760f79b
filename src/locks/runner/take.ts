import type { EnqueueCall, Reply } from "../calls.ts";
import type { CommandOutcome } from "../model.ts";
import { StoreError } from "../store.ts";
import { troubleText } from "../trouble.ts";
import { acquire } from "./acquire.ts";
import type { Acquired, Waiting } from "./acquire.ts";
import { formatDuration } from "./duration.ts";
import { followKey } from "./follow.ts";
import { keepLease } from "./keep-lease.ts";
import type { RunTarget } from "./options.ts";
import { interrupted, lapsed } from "./ended.ts";
import type { Ended } from "./ended.ts";
import { verdict } from "./outcome.ts";
import { describeOwner, fingerprint } from "./owner.ts";
import { occupiedBy } from "./occupied.ts";
import { earliestDeadline } from "./session.ts";
import type { Session } from "./session.ts";

/** Takes every target in one fixed order, so that two runs that want the same two cannot wait for each other. */
export async function takeTargets(session: Session): Promise<Ended | null> {
  const { options, clock } = session;
  const waitUntil = clock() + session.delay + options.wait;
  const ordered = [...options.targets].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const [index, target] of ordered.entries()) {
    const ended = await takeTarget(session, target, index, waitUntil).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      const text = `${troubleText(error, options.store)} Nothing was started.`;
      return { verdict: verdict("store-unavailable", text) };
    });
    if (ended !== null) return ended;
    // The last one is confirmed together with its command's group, behind the gate.
    if (index < ordered.length - 1 && !(await session.leases[index]?.confirm())) return lapsed(target.id);
  }
  return null;
}

async function takeTarget(session: Session, target: RunTarget, index: number, until: number): Promise<Ended | null> {
  const { store, clock, options } = session;
  const start = clock();
  let position: number | null = null;
  let heard: Waiting | null = null;
  const onWaiting = (reply: Waiting): void => {
    session.watchdog.dismiss();
    if (reply.rank !== position) sayWaiting(session, target.id, reply);
    if (position === null) void sayHolder(session, target.id);
    position = reply.rank;
    heard = reply;
  };
  for (;;) {
    const call = enqueueCall(session, target, index);
    const { storeTimeout } = options;
    const signal = session.stopWaiting;
    const got = await acquire({
      store,
      target: target.id,
      call,
      clock,
      waitUntil: until,
      storeTimeout,
      signal,
      onWaiting,
    });
    const fence = got.kind === "answer" && got.reply.kind === "held" ? got.reply : null;
    session.targets[index] = {
      target: target.id,
      fence: fence?.fence ?? null,
      slot: fence?.slot ?? null,
      waitedSeconds: (clock() - start) / 1000,
      position,
    };
    if (got.kind !== "answer") return gaveUp(session, target.id, got, heard);
    session.unwatch.push(got.unwatch);
    if (got.reply.kind === "held") {
      // Without the first answer nobody knows when the lease began: it has to be renewed before the command starts.
      hold(session, target.id, { ...got.reply, confirmed: got.reply.confirmed && got.first }, got.sentAt);
      return null;
    }
    if (got.reply.kind !== "attach") return refusedBy(session, target.id, got.reply);
    const followed = await followKey(session, target.id, got.reply.run, until);
    if (followed !== "again") return followed;
  }
}

function hold(session: Session, target: string, { fence, confirmed }: Held, sentAt: number): void {
  const { store, run, clock, options } = session;
  const lease = keepLease(
    {
      store,
      target,
      run,
      fence,
      ttl: options.ttl,
      grace: options.grace,
      margin: options.margin,
      clock,
      onRenewed: () => session.onRenewed(earliestDeadline(session)),
      onLost: (reason, deadline) => session.lose({ reason: `${target}: ${reason}`, deadline }),
    },
    { sentAt, confirmed },
  );
  session.leases.push(lease);
}

function enqueueCall(session: Session, target: RunTarget, index: number): EnqueueCall {
  const { options, env, run, store } = session;
  const { idempotency: idem, command } = options;
  const print = fingerprint(
    command,
    options.targets.map(({ id }) => id),
  );
  return {
    op: "enqueue",
    run,
    config: target.config,
    priority: options.priority,
    owner: describeOwner(env, command, options.reason),
    ttl: options.ttl * 1000,
    waiterTtl: options.waiterTtl * 1000,
    quarantine: (options.grace + options.margin) * 1000,
    replaceKey: options.replaceKey,
    parents: (env["SIGNALBOX_RUN_IDS"] ?? "").split(",").filter((id) => id !== ""),
    // The first target in order is the line that a run stands in; the others are taken at once or waited for.
    delay: index === 0 ? session.delay * 1000 : 0,
    lane: options.lane,
    // Tokens are taken last, with everything else in hand: all or none.
    rates: index === options.targets.length - 1 ? options.rates : [],
    // One key stands for the run, not for each of its targets.
    idem:
      idem === null || index > 0
        ? null
        : {
            key: idem.key,
            fingerprint: print,
            keep: idem.keep * 1000,
            attach: idem.attach,
            rerunUnknown: idem.rerunUnknown,
          },
    pace: store.capabilities.pace,
  };
}

function sayWaiting({ voice, delay }: Session, target: string, { rank, waiting, behind, paused, rate }: Waiting): void {
  const nobody = delay > 0 ? "nobody, until its time comes" : "nobody";
  const ahead = behind === "" ? nobody : `run ${behind}`;
  const why = paused !== "" ? `paused: ${paused}` : rate !== "" ? `for a token of ${rate}` : `behind ${ahead}`;
  const text = `waiting for ${target}: ${rank} of ${waiting} in line, ${why}`;
  voice.progress(text);
  voice.state("notice", text);
}

/** Once: whom to ask, and where to look. The line itself only knows runs by their ids. */
async function sayHolder({ voice, store, run, stopWaiting }: Session, target: string): Promise<void> {
  const occupied = await occupiedBy(store, target);
  // By the time of the answer this run may hold it itself, or have been told to stop.
  if (!occupied?.holder || occupied.holder === run || stopWaiting.aborted) return;
  voice.progress(`${target} is ${occupied.text.slice(2)}`);
}

async function gaveUp(
  session: Session,
  target: string,
  got: Exclude<Acquired, { kind: "answer" }>,
  heard: Waiting | null,
): Promise<Ended> {
  if (got.kind === "aborted") return interrupted(session);
  const { wait } = session.options;
  const waited = wait === 0 ? "did not wait" : `waited ${formatDuration(wait)}`;
  const why = inTheWay(heard) || ((await occupiedBy(session.store, target))?.text ?? "");
  return { verdict: verdict("wait-timeout", `${waited} for ${target}${why}. Nothing was started.`) };
}

/** What kept a waiter back when it was last told, other than those before it. */
function inTheWay(heard: Waiting | null): string {
  if (heard === null) return "";
  if (heard.paused !== "") return `, which is paused: ${heard.paused}`;
  return heard.rate === "" ? "" : `, and for a token of the rate ${heard.rate}`;
}

const AGREE = "Give all its callers the same flags (or permits in signalbox.yml), or wait until nobody uses it.";

type Held = Extract<Reply, { kind: "held" }>;
type Answer = Exclude<Reply, { kind: "waiting" | "held" | "attach" }>;

function refusedBy(session: Session, target: string, reply: Answer): Ended {
  const nothing = "Nothing was started.";
  switch (reply.kind) {
    case "refused": {
      const outcomes = {
        mismatch: "mismatch",
        nested: "mismatch",
        "key-conflict": "key-conflict",
        "key-in-use": "key-conflict",
      } as const;
      const outcome = reply.why in outcomes ? outcomes[reply.why as keyof typeof outcomes] : "queue-full";
      const how = reply.why === "mismatch" ? ` ${AGREE}` : "";
      return { verdict: verdict(outcome, `${target}: ${reply.reason}. ${nothing}${how}`) };
    }
    case "replay":
      return replayed(session, reply.run, reply.outcome);
    case "unknown-outcome": {
      const how = "Check the target, then pass --on-unknown rerun.";
      return { verdict: verdict("unknown", `nobody knows how run ${reply.run} of this key ended. ${nothing} ${how}`) };
    }
    case "ended":
      if (reply.state !== "cancelled" && reply.state !== "superseded") return lapsed(`${target}: ${reply.reason}`);
      return { verdict: verdict("cancelled", `${target}: ${reply.reason}. ${nothing}`) };
    default:
      return lapsed(target);
  }
}

function replayed(session: Session, run: string, outcome: CommandOutcome): Ended {
  const done = verdict("already-done", `already done by run ${run}; the command was not run again.`);
  const exitCode = session.options.idempotency?.doneIsOk === true ? 0 : done.exitCode;
  return { verdict: { ...done, exitCode }, replayOf: run, outcome };
}
