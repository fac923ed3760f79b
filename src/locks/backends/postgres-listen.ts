import { createHash } from "node:crypto";
import type { Client } from "pg";
import { connect, discard } from "./postgres-connect.ts";
import type { PostgresPlace } from "./postgres-connect.ts";
import { within } from "./within.ts";

const RECONNECT_MS = 1000;

export function channelOf(schema: string, target: string): string {
  return `signalbox_${createHash("md5").update(`${schema}\n${target}`).digest("hex")}`;
}

export interface Listener {
  watch(target: string, run: string, wake: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

interface Watch {
  readonly channel: string;
  readonly run: string;
  readonly wake: () => void;
}

interface State {
  readonly place: PostgresPlace;
  readonly timeout: number;
  readonly watches: Set<Watch>;
  client: Client | null;
  opening: Promise<void> | null;
  timer: NodeJS.Timeout | null;
  closed: boolean;
}

/** One direct connection that hears grants. When it breaks, everybody is woken once to read again, and it comes back. */
export function createListener(place: PostgresPlace, timeout: number): Listener {
  const state: State = { place, timeout, watches: new Set(), client: null, opening: null, timer: null, closed: false };
  return {
    async watch(target, run, wake) {
      const watch = { channel: channelOf(place.schema, target), run, wake };
      state.watches.add(watch);
      // Listening is a hint: without it the waiter polls.
      await ensure(state)
        .then(() => state.client && within(timeout, state.client.query(`listen ${watch.channel}`), "PostgreSQL"))
        .catch(() => retry(state));
      return async () => void state.watches.delete(watch);
    },
    async close() {
      state.closed = true;
      if (state.timer !== null) clearTimeout(state.timer);
      if (state.client !== null) discard(state.client);
      state.client = null;
    },
  };
}

function ensure(state: State): Promise<void> {
  if (state.client !== null) return Promise.resolve();
  state.opening ??= open(state).finally(() => (state.opening = null));
  return state.opening;
}

async function open(state: State): Promise<void> {
  const next = await connect(state.place, state.timeout);
  next.on("notification", ({ channel, payload }) => {
    for (const watch of state.watches) if (watch.channel === channel && watch.run === payload) watch.wake();
  });
  next.on("end", () => lost(state, next));
  next.on("error", () => lost(state, next));
  const channels = new Set([...state.watches].map(({ channel }) => channel));
  try {
    for (const channel of channels) await within(state.timeout, next.query(`listen ${channel}`), "PostgreSQL");
  } catch (error) {
    discard(next);
    throw error;
  }
  if (state.closed) discard(next);
  else state.client = next;
}

function lost(state: State, broken: Client): void {
  if (state.client !== broken) return;
  state.client = null;
  wakeAll(state);
  retry(state);
}

function retry(state: State): void {
  if (state.closed || state.timer !== null || state.watches.size === 0) return;
  state.timer = setTimeout(() => {
    state.timer = null;
    void ensure(state).then(
      () => wakeAll(state),
      () => retry(state),
    );
  }, RECONNECT_MS);
  state.timer.unref();
}

function wakeAll(state: State): void {
  for (const watch of state.watches) watch.wake();
}
