import { setTimeout as sleep } from "node:timers/promises";
import type { EnqueueCall, Reply } from "../calls.ts";
import type { LockStore } from "../store.ts";
import type { LeaseClock } from "./lease-clock.ts";
import { untilAnswered } from "./patience.ts";

export type Waiting = Extract<Reply, { kind: "waiting" }>;

export interface AcquireOptions {
  readonly store: LockStore;
  readonly target: string;
  readonly call: EnqueueCall;
  readonly clock: LeaseClock;
  /** By `clock`, in milliseconds; Infinity waits for ever. */
  readonly waitUntil: number;
  readonly storeTimeout: number;
  /** Aborted when the run is told to stop. */
  readonly signal: AbortSignal;
  readonly onWaiting: (reply: Waiting) => void;
}

export type Acquired =
  | {
      readonly kind: "answer";
      readonly reply: Exclude<Reply, { kind: "waiting" }>;
      /** When the call was sent that got this answer: a lease counts from there. */
      readonly sentAt: number;
      /** The call was sent once only. An answer to a repeat may be about a lease that began with the lost one. */
      readonly first: boolean;
      readonly unwatch: () => Promise<void>;
    }
  | { readonly kind: "timed-out" }
  | { readonly kind: "aborted" };

/** Asks for a place and waits for it. Throws StoreError when the store stays silent; then nothing was started. */
export async function acquire(options: AcquireOptions): Promise<Acquired> {
  const { store, target, call, clock } = options;
  let sentAt = clock();
  let sends = 0;
  const ask = async (poll: boolean): Promise<Reply> => {
    const silentSince = clock();
    const giveUp = (): boolean => clock() - silentSince > options.storeTimeout || clock() > options.waitUntil;
    const next = poll ? ({ op: "poll", run: call.run, pace: call.pace } as const) : call;
    const send = (): Promise<Reply> => {
      sentAt = clock();
      sends += 1;
      return store.call(target, next);
    };
    return untilAnswered(send, giveUp, options.signal, placeKeeping(call));
  };
  let reply = await ask(false);
  if (reply.kind !== "waiting")
    return { kind: "answer", reply, sentAt, first: sends === 1, unwatch: async () => undefined };
  const bell = createBell();
  const unwatch = await store.watch(target, call.run, bell.ring);
  let poll = false;
  while (reply.kind === "waiting") {
    if (poll) options.onWaiting(reply);
    if (options.signal.aborted || clock() >= options.waitUntil) {
      const left = await leave(options);
      if (left !== null) return { kind: "answer", reply: left, sentAt, first: false, unwatch };
      await unwatch();
      return { kind: options.signal.aborted ? "aborted" : "timed-out" };
    }
    // The first time at once: the grant may have come between the answer and the watch.
    if (poll) await bell.wait(pollDelay(options, reply), options.signal);
    reply = await ask(true);
    poll = true;
  }
  return { kind: "answer", reply, sentAt, first: false, unwatch };
}

/** Milliseconds after which a waiter asks again at the latest, so that it does not lose its place. */
function placeKeeping({ waiterTtl }: EnqueueCall): number {
  return waiterTtl / 3000;
}

function pollDelay({ call, clock, waitUntil }: AcquireOptions, reply: Waiting): number {
  const longest = Math.min(placeKeeping(call), waitUntil - clock());
  return Math.max(1, Math.min(reply.askAgainMs * (0.8 + Math.random() * 0.4), longest));
}

/** Null when the place was given up; a grant that was confirmed meanwhile stands. */
async function leave(options: AcquireOptions): Promise<Exclude<Reply, { kind: "waiting" }> | null> {
  const { store, target, call, clock, signal } = options;
  const state = signal.aborted ? "cancelled" : "timed-out";
  const reason = signal.aborted ? "the run was told to stop" : "waited as long as it was allowed to";
  const start = clock();
  const giveUp = (): boolean => clock() - start > 2000;
  const reply = await untilAnswered(
    () => store.call(target, { op: "leave", run: call.run, state, reason }),
    giveUp,
  ).catch(
    () => null, // its lease as a waiter ends by itself
  );
  if (reply === null || reply.kind === "waiting") return null;
  return reply.kind === "ended" && reply.state === state ? null : reply;
}

interface Bell {
  readonly ring: () => void;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Ends a wait early; a ring while nobody waits is kept for the next. */
function createBell(): Bell {
  let rung = false;
  let early: AbortController | null = null;
  return {
    ring() {
      rung = true;
      early?.abort();
    },
    async wait(milliseconds, signal) {
      early = new AbortController();
      if (!rung) {
        const either = AbortSignal.any([early.signal, signal]);
        await sleep(milliseconds, undefined, { signal: either }).catch(() => undefined);
      }
      rung = false;
      early = null;
    },
  };
}
