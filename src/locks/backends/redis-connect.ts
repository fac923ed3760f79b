import type { Redis } from "ioredis";
import { StoreError } from "../store.ts";
import { within } from "./within.ts";

export interface RedisPlace {
  /** What the client is given: the URL without this program's own parameters. */
  readonly url: string;
  /** Prefix of every key, with the hash tag that keeps them in one slot of a cluster. */
  readonly prefix: string;
  /** How many replicas must have a grant before it counts; 0 asks for none. */
  readonly replicas: number;
  readonly replicaWait: number;
}

/** Reads `redis://HOST:PORT/DB?prefix=NAME&replicas=N&replica-wait=MS`; `rediss://` is TLS. Throws StoreError. */
export function parseRedisUrl(url: string): RedisPlace {
  const parsed = new URL(url);
  const take = (name: string, otherwise: string): string => {
    const value = parsed.searchParams.get(name) ?? otherwise;
    parsed.searchParams.delete(name);
    return value;
  };
  const prefix = take("prefix", "signalbox");
  if (!/^[A-Za-z0-9_.-]{1,60}$/.test(prefix)) {
    throw new StoreError("refused", `\`prefix=${prefix}\` is not a plain name. Use letters, digits, _, . and -.`);
  }
  const number = (name: string, otherwise: number): number => {
    const text = take(name, String(otherwise));
    if (/^\d{1,6}$/.test(text)) return Number(text);
    throw new StoreError("refused", `\`${name}=${text}\` is not a number from 0 to 999999.`);
  };
  const replicas = number("replicas", 0);
  const replicaWait = number("replica-wait", 500);
  return { url: parsed.toString(), prefix: `{${prefix}}`, replicas, replicaWait };
}

/** Connects once: a call whose connection broke has an unknown outcome, which nobody but its caller may repeat. */
export async function connectRedis(place: RedisPlace, timeout: number): Promise<Redis> {
  const { Redis } = await import("ioredis").catch((error: unknown) => {
    const text = "the Redis store needs the package ioredis. Run `npm install ioredis`.";
    throw new StoreError("refused", text, error);
  });
  const client = new Redis(place.url, {
    lazyConnect: true,
    connectTimeout: timeout,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => null,
    connectionName: "signalbox",
  });
  let reason: unknown = null;
  client.on("error", (error: unknown) => (reason = error)); // every command reports its own failure
  try {
    // Its own limit is for the connection, not for the greeting that follows.
    await within(timeout, client.connect(), "Redis");
    return client;
  } catch (error) {
    discardRedis(client);
    throw redisUnavailable(reason ?? error);
  }
}

/** Drops a connection without a word to the server, which may not be there any more. */
export function discardRedis(client: Redis): void {
  const { stream } = client as unknown as { readonly stream?: { destroy(): void } };
  client.disconnect();
  stream?.destroy();
}

export function redisUnavailable(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { message, code } = error as { message?: string; code?: string };
  const text = message !== undefined && message !== "" ? message : (code ?? String(error));
  // Wrong credentials and missing rights do not heal by asking again.
  const hopeless = /^(WRONGPASS|NOAUTH|NOPERM|ERR invalid password)/.test(text);
  return new StoreError(hopeless ? "refused" : "unavailable", `Redis: ${text}`, error);
}
