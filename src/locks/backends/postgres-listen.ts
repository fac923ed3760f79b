import { createHash } from "node:crypto";
import type { Client } from "pg";
import { connect, discard } from "./postgres-connect.ts";
import type { PostgresPlace } from "./postgres-connect.ts";

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

/** One direct connection that hears grants. When it breaks, everybody is woken once to read again, and it comes back. */
export function createListener(place: PostgresPlace, timeout: number): Listener {
  const watches = new Set<Watch>();
  let client: Client | null = null;
  let opening: Promise<void> | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;

  async function open(): Promise<void> {
    const next = await connect(place, timeout);
    next.on("notification", ({ channel, payload }) => {
      for (const watch of watches) if (watch.channel === channel && watch.run === payload) watch.wake();
    });
    next.on("end", () => lost(next));
    next.on("error", () => lost(next));
    for (const channel of new Set([...watches].map((watch) => watch.channel))) await next.query(`listen ${channel}`);
    if (closed) discard(next);
    else client = next;
  }

  function lost(broken: Client): void {
    if (client !== broken) return;
    client = null;
    for (const watch of watches) watch.wake();
    retry();
  }

  function retry(): void {
    if (closed || timer !== null || watches.size === 0) return;
    timer = setTimeout(() => {
      timer = null;
      void ensure().then(() => [...watches].forEach((watch) => watch.wake()), retry);
    }, RECONNECT_MS);
    timer.unref();
  }

  function ensure(): Promise<void> {
    if (client !== null) return Promise.resolve();
    opening ??= open().finally(() => (opening = null));
    return opening;
  }

  return {
    async watch(target, run, wake) {
      const watch = { channel: channelOf(place.schema, target), run, wake };
      watches.add(watch);
      // Listening is a hint: without it the waiter polls.
      await ensure().then(() => client?.query(`listen ${watch.channel}`)).catch(retry);
      return async () => void watches.delete(watch);
    },
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      if (client !== null) discard(client);
      client = null;
    },
  };
}
