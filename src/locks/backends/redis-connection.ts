import type { Redis } from "ioredis";
import { connectRedis, discardRedis, redisUnavailable } from "./redis-connect.ts";
import type { RedisPlace } from "./redis-connect.ts";
import { within } from "./within.ts";

export interface RedisConnection {
  /** One piece of work on the connection, alone; anything that fails ends the connection. */
  run<T>(work: (client: Redis) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One connection, made again after any failure: a script that failed once may still be running on the old one. */
export function createRedisConnection(place: RedisPlace, first: Redis, timeout: number): RedisConnection {
  let current: Promise<Redis> | null = forgetAtEnd(Promise.resolve(first));
  let last: Promise<unknown> = Promise.resolve();

  function forgetAtEnd(opening: Promise<Redis>): Promise<Redis> {
    const forget = (): void => {
      if (current === opening) current = null;
    };
    opening.then((client) => client.on("close", forget), forget);
    return opening;
  }

  function drop(): void {
    current?.then(discardRedis, () => undefined);
    current = null;
  }

  async function runOne<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    try {
      current ??= forgetAtEnd(connectRedis(place, timeout));
      return await within(timeout, work(await current), "Redis");
    } catch (error) {
      drop();
      throw redisUnavailable(error);
    }
  }

  return {
    run(work) {
      const mine = last.then(() => runOne(work));
      last = mine.catch(() => undefined);
      return mine;
    },
    close: async () => drop(),
  };
}
