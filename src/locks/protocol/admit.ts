import type { EnqueueCall, RefusalWhy, Reply } from "../calls.ts";
import type { Entry, TargetConfig } from "../model.ts";
import { configText } from "./agreement.ts";
import { UNGRANTED, bump, finish, latest, record } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { permitsNow } from "./breaker.ts";
import { grantsAllowed } from "./grant.ts";
import { occupying } from "./order.ts";

export function refuse(draft: Draft, run: string, why: RefusalWhy, reason: string): Reply {
  record(draft, "refuse", run, reason, { why });
  bump(draft, `rejections_total|reason=${why}`);
  return { kind: "refused", why, reason };
}

/** Makes room as the overflow policy says. Null: there is room now. */
export function makeRoom(draft: Draft, call: EnqueueCall): Reply | null {
  const { bound, overflow } = call.config;
  if (bound === null || overflow === "wait" || hasRoom(draft, call, bound)) return null;
  const full = fullText(draft, call.config, call.lane, bound);
  const victims = chooseVictims(draft, call, bound);
  if (victims.length > 0) {
    for (const victim of victims) supersede(draft, victim, `superseded by ${call.run} (${overflow})`);
    return null;
  }
  if (overflow === "dead-letter") return deadLetter(draft, call, full);
  return refuse(draft, call.run, "full", full);
}

/** How many of a lane count against the bound. */
export function counted(draft: Draft, { counts }: TargetConfig, lane: string): number {
  const mine = draft.entries.filter((entry) => entry.lane === lane);
  return mine.filter((e) => e.state === "waiting" || (counts === "outstanding" && e.state === "held")).length;
}

export function fullText(draft: Draft, config: TargetConfig, lane: string, bound: number): string {
  const states = config.counts === "waiting" ? "waiting" : "waiting, delayed and running";
  const where = lane === "" ? "the queue" : `lane ${lane}`;
  return `${where} is full: ${counted(draft, config, lane)} ${states} of ${bound}`;
}

function hasRoom(draft: Draft, call: EnqueueCall, bound: number): boolean {
  if (counted(draft, call.config, call.lane) < bound) return true;
  // A bound on waiters does not keep out a run that would not wait.
  const startsNow =
    grantsAllowed(draft) && call.delay === 0 && occupying(draft.entries).length < permitsNow(draft, call.config);
  const nobodyWaits = !draft.entries.some((e) => e.state === "waiting" && e.notBefore <= draft.now);
  return call.config.counts === "waiting" && startsNow && nobodyWaits;
}

function chooseVictims(draft: Draft, call: EnqueueCall, bound: number): Entry[] {
  const waiting = draft.entries.filter((entry) => entry.state === "waiting" && entry.lane === call.lane);
  switch (call.config.overflow) {
    case "drop-oldest":
      return waiting.slice(0, 1);
    case "keep-latest":
      return counted(draft, call.config, call.lane) - waiting.length < bound ? waiting : [];
    case "replace-same-key":
      return waiting.filter((entry) => call.replaceKey !== "" && entry.replaceKey === call.replaceKey).slice(0, 1);
    default:
      return [];
  }
}

function supersede(draft: Draft, victim: Entry, reason: string): void {
  record(draft, "supersede", victim.run, reason, {});
  bump(draft, "rejections_total|reason=superseded");
  finish(draft, victim, "superseded", reason);
  draft.wakes.add(victim.run);
}

function deadLetter(draft: Draft, call: EnqueueCall, reason: string): Reply {
  const entry = newEntry(draft, call);
  entry.state = "dead";
  entry.reason = reason;
  entry.endedAt = draft.now;
  draft.touched.add(entry);
  record(draft, "dead-letter", call.run, reason, {});
  bump(draft, "rejections_total|reason=dead-letter");
  return { kind: "refused", why: "dead-letter", reason };
}

/** A run is in line: all that the log needs to tell whether what follows is fair. */
export function recordAdmission(draft: Draft, entry: Entry, config: TargetConfig): void {
  const { seq, priority, lane, attempt, notBefore } = entry;
  record(draft, "admit", entry.run, "", {
    seq,
    priority,
    lane,
    attempt,
    notBefore,
    rates: entry.rates.map(({ key }) => key).join(" "),
    waiting: draft.entries.filter((e) => e.state === "waiting").length,
    config: configText(config),
  });
  bump(draft, "admissions_total|outcome=admitted");
}

/** A waiter at the tail. The command line stays with dead letters only: arguments may hold secrets. */
export function newEntry(draft: Draft, call: EnqueueCall): Entry {
  const { target, now } = draft;
  target.seq += 1;
  const keepCommand = call.config.overflow === "dead-letter";
  return {
    target: target.id,
    run: call.run,
    seq: target.seq,
    priority: call.priority,
    owner: keepCommand ? call.owner : { ...call.owner, command: [] },
    ttl: call.ttl,
    waiterTtl: call.waiterTtl,
    quarantine: call.quarantine,
    replaceKey: call.replaceKey,
    idemKey: call.idem?.key ?? "",
    lane: call.lane,
    rates: call.rates,
    attempt: 1,
    enqueuedAt: now,
    wallEnqueued: draft.wall,
    notBefore: call.delay > 0 ? now + call.delay : 0,
    ...UNGRANTED,
    expires: latest(draft) + call.waiterTtl,
  };
}
