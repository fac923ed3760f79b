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

interface State {
  readonly options: LeaseOptions;
  /** When the last good call was sent: the store's lease began after that. */
  lastGood: number;
  confirmed: boolean;
  group: number;
  over: boolean;
  timer: NodeJS.Timeout | undefined;
  alarm: NodeJS.Timeout | undefined;
}

/**
 * Renews at a third of the lease. The deadline counts from when the last good renewal was *sent*. Without a good renewal
 * the command is told to stop while there is still time for grace and kill.
 */
export function keepLease(options: LeaseOptions, grant: { sentAt: number; confirmed: boolean }): Lease {
  const { sentAt: lastGood, confirmed } = grant;
  const state: State = { options, lastGood, confirmed, group: 0, over: false, timer: undefined, alarm: undefined };
  setAlarm(state);
  schedule(state, Math.max(1, lastGood + options.ttl / 3 - options.clock()));
  return {
    target: options.target,
    fence: options.fence,
    confirm: () => confirm(state),
    stop: () => stop(state),
    deadline: () => state.lastGood + options.ttl,
    setGroup: (group) => void (state.group = group),
    nudge: () => schedule(state, 0),
  };
}

function stop(state: State): void {
  state.over = true;
  clearTimeout(state.timer);
  clearTimeout(state.alarm);
}

function end(state: State, reason: string): void {
  if (state.over) return;
  stop(state);
  state.options.onLost(reason, state.lastGood + state.options.ttl);
}

/** The last moment at which the command can be told to stop and still be dead before the lease ends. */
function stopAt({ options, lastGood }: State): number {
  return lastGood + options.ttl - options.grace - options.margin;
}

function setAlarm(state: State): void {
  clearTimeout(state.alarm);
  const now = state.options.clock();
  const left = stopAt(state) - now;
  if (left > 0) state.alarm = setTimeout(() => setAlarm(state), left + 1);
  else end(state, `no contact with the store for ${Math.round((now - state.lastGood) / 1000)}s`);
}

function schedule(state: State, delay: number): void {
  clearTimeout(state.timer);
  if (!state.over) state.timer = setTimeout(() => void tick(state), delay);
}

async function tick(state: State): Promise<void> {
  const { ttl, clock } = state.options;
  const result = await renewOnce(state);
  if (result === "good") schedule(state, Math.max(1, state.lastGood + ttl / 3 - clock()));
  else if (result === "silent") schedule(state, Math.min(1000, ttl / 15) * (0.5 + Math.random() / 2));
}

async function renewOnce(state: State): Promise<"good" | "silent" | "lost"> {
  const { store, target, run, fence, clock, ttl, onRenewed } = state.options;
  const sent = clock();
  const call = { op: "renew", run, fence, group: state.group } as const;
  const reply: Reply | null = await store.call(target, call).catch(() => null);
  if (state.over) return "lost";
  if (reply === null) return "silent";
  if (reply.kind !== "held") {
    end(state, `the store says: ${reply.kind === "not-owner" ? reply.reason : reply.kind}`);
    return "lost";
  }
  // Two renewals can be under way, and the answer to the earlier one may come last.
  state.lastGood = Math.max(state.lastGood, sent);
  state.confirmed = true;
  onRenewed(state.lastGood + ttl);
  setAlarm(state);
  return state.over ? "lost" : "good";
}

async function confirm(state: State): Promise<boolean> {
  const { clock, ttl } = state.options;
  while (!state.over && !(state.confirmed && clock() < stopAt(state))) {
    const result = await renewOnce(state);
    if (result === "silent") await new Promise((resolve) => setTimeout(resolve, Math.min(200, ttl / 15)));
  }
  return !state.over;
}
