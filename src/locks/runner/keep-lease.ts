import type { Reply } from "../calls.ts";
import type { LockStore } from "../store.ts";
import type { LeaseClock } from "./lease-clock.ts";

export interface LeaseOptions {
  readonly store: LockStore;
  readonly target: string;
  readonly run: string;
  readonly fence: string;
  /** Milliseconds, like all times here; `clock` is the holder's own. */
  readonly ttl: number;
  readonly grace: number;
  readonly margin: number;
  readonly clock: LeaseClock;
  /** The lease now surely lasts until `deadline`. */
  readonly onRenewed: (deadline: number) => void;
  /** Once: the command has to stop. `deadline` is when the store may give the slot to another. */
  readonly onLost: (reason: string, deadline: number) => void;
}

export interface Lease {
  readonly target: string;
  readonly fence: string;
  deadline(): number;
  /** Makes sure that the grant is confirmed and has time left, so that a command may start. False: it is gone. */
  confirm(): Promise<boolean>;
  /** The command's process group, told to the store with the next renewal. */
  setGroup(group: number): void;
  /** Renew now: something may have happened to the lease. */
  nudge(): void;
  stop(): void;
}

/**
 * Renews at a third of the lease. The deadline counts from when the last good renewal was *sent*: the store's lease
 * began after that. Without a good renewal the command is told to stop while there is still time for grace and kill.
 */
export function keepLease(options: LeaseOptions, grant: { sentAt: number; confirmed: boolean }): Lease {
  const { store, target, run, fence, ttl, clock } = options;
  let lastGood = grant.sentAt;
  let confirmed = grant.confirmed;
  let group = 0;
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  let alarm: NodeJS.Timeout | undefined;

  function end(reason: string): void {
    if (over) return;
    stop();
    options.onLost(reason, lastGood + ttl);
  }

  function stop(): void {
    over = true;
    clearTimeout(timer);
    clearTimeout(alarm);
  }

  function stopAt(): number {
    return lastGood + ttl - options.grace - options.margin;
  }

  function setAlarm(): void {
    clearTimeout(alarm);
    const left = stopAt() - clock();
    if (left <= 0) end(`no contact with the store for ${Math.round((clock() - lastGood) / 1000)}s`);
    else alarm = setTimeout(setAlarm, left + 1);
  }

  async function renewOnce(): Promise<"good" | "silent" | "lost"> {
    const sent = clock();
    const reply: Reply | null = await store.call(target, { op: "renew", run, fence, group }).catch(() => null);
    if (over) return "lost";
    if (reply === null) return "silent";
    if (reply.kind !== "held") {
      end(reply.kind === "not-owner" ? `the store says: ${reply.reason}` : `the store says: ${reply.kind}`);
      return "lost";
    }
    lastGood = sent;
    confirmed = true;
    options.onRenewed(lastGood + ttl);
    setAlarm();
    return over ? "lost" : "good";
  }

  function schedule(delay: number): void {
    clearTimeout(timer);
    if (!over) timer = setTimeout(() => void tick(), delay);
  }

  async function tick(): Promise<void> {
    const result = await renewOnce();
    if (result === "good") schedule(Math.max(1, lastGood + ttl / 3 - clock()));
    else if (result === "silent") schedule(Math.min(1000, ttl / 15) * (0.5 + Math.random() / 2));
  }

  async function confirm(): Promise<boolean> {
    while (!over && !(confirmed && clock() < stopAt())) {
      const result = await renewOnce();
      if (result === "silent") await new Promise((resolve) => setTimeout(resolve, Math.min(200, ttl / 15)));
    }
    return !over;
  }

  setAlarm();
  schedule(Math.max(1, lastGood + ttl / 3 - clock()));
  return {
    target,
    fence,
    confirm,
    stop,
    deadline: () => lastGood + ttl,
    setGroup: (value) => void (group = value),
    nudge: () => schedule(0),
  };
}
