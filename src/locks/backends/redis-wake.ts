import type { Redis } from "ioredis";
import { connectRedis, discardRedis } from "./redis-connect.ts";
import type { RedisPlace } from "./redis-connect.ts";

const RECONNECT_MS = 1000;

export interface RedisWakes {
  watch(target: string, run: string, wake: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** One connection of its own that hears grants. When it breaks, everybody is woken once to ask, and it comes back. */
export function createRedisWakes(place: RedisPlace, timeout: number): RedisWakes {
  const watches = new Map<string, Set<() => void>>();
  let client: Redis | null = null;
  let opening: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const wakeAll = (): void => watches.forEach((wakes) => wakes.forEach((wake) => wake()));

  function retry(): void {
    if (closed || timer !== null || watches.size === 0) return;
    timer = setTimeout(() => {
      timer = null;
      void ensure().then(wakeAll, retry);
    }, RECONNECT_MS);
    timer.unref();
  }

  async function open(): Promise<void> {
    const next = await connectRedis(place, timeout);
    next.on("message", (_channel: string, message: string) => watches.get(message)?.forEach((wake) => wake()));
    next.on("close", () => {
      if (client !== next) return;
      client = null;
      wakeAll();
      retry();
    });
    await next.subscribe(`${place.prefix}:wake`);
    if (closed) discardRedis(next);
    else client = next;
  }

  function ensure(): Promise<void> {
    if (client !== null) return Promise.resolve();
    opening ??= open().finally(() => (opening = null));
    return opening;
  }

  return {
    async watch(target, run, wake) {
      const key = `${target}\n${run}`;
      const wakes = watches.get(key) ?? new Set();
      watches.set(key, wakes.add(wake));
      // Hearing is a hint: without it the waiter polls.
      await ensure().catch(retry);
      return async () => {
        wakes.delete(wake);
        if (wakes.size === 0) watches.delete(key);
      };
    },
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      if (client !== null) discardRedis(client);
      client = null;
    },
  };
}
