import type { Redis } from "ioredis";
import { connectRedis, discardRedis } from "./redis-connect.ts";
import type { RedisPlace } from "./redis-connect.ts";
import { within } from "./within.ts";
import { createReviver } from "./reviver.ts";

export interface RedisWakes {
  watch(target: string, run: string, wake: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** One connection of its own that hears grants. Hearing is a hint: without it the waiter polls. */
export function createRedisWakes(place: RedisPlace, timeout: number): RedisWakes {
  const watches = new Map<string, Set<() => void>>();
  let client: Redis | null = null;
  let closed = false;

  async function open(): Promise<void> {
    const next = await connectRedis(place, timeout);
    next.on("message", (_channel: string, message: string) => watches.get(message)?.forEach((wake) => wake()));
    next.on("close", () => {
      if (client === next) reviver.lost();
    });
    try {
      await within(timeout, next.subscribe(`${place.prefix}:wake`), "Redis");
    } catch (error) {
      // A user may lack the right to hear; its connection would keep the program alive.
      discardRedis(next);
      throw error;
    }
    if (closed) discardRedis(next);
    else client = next;
  }

  const wakeAll = (): void => watches.forEach((wakes) => wakes.forEach((wake) => wake()));
  const reviver = createReviver(open, () => watches.size > 0, wakeAll);
  return {
    async watch(target, run, wake) {
      const key = `${target}\n${run}`;
      const wakes = watches.get(key) ?? new Set();
      watches.set(key, wakes.add(wake));
      await reviver.ensure();
      return async () => {
        wakes.delete(wake);
        if (wakes.size === 0) watches.delete(key);
      };
    },
    async close() {
      closed = true;
      reviver.stop();
      if (client !== null) discardRedis(client);
    },
  };
}
