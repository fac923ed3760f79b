import type { Redis } from "ioredis";
import { StoreError } from "../store.ts";
import { checkUrlWords, parseStoreUrl } from "./url-words.ts";
import { within } from "./within.ts";

const FORM = "redis://[USER:PASSWORD@]HOST:6379/0[?prefix=NAME]";

export interface RedisPlace {
  /** What the client is given: the URL without the database and this program's own parameters. */
  readonly url: string;
  readonly database: number;
  /** Prefix of every key, with the hash tag that keeps them in one slot of a cluster. */
  readonly prefix: string;
  /** How many replicas must have a grant before it counts; 0 asks for none. */
  readonly replicas: number;
  readonly replicaWait: number;
}

/** Reads `redis://HOST:PORT/DB?prefix=NAME&replicas=N&replica-wait=MS`; `rediss://` is TLS. Throws StoreError. */
export function parseRedisUrl(url: string): RedisPlace {
  const parsed = parseStoreUrl(url, FORM);
  if (parsed.hostname === "") throw new StoreError("refused", `the store's URL names no host. Use ${FORM}`);
  // The last one is the client's own: 4 or 6, the kind of address to look up.
  checkUrlWords(parsed.searchParams.keys(), ["prefix", "replicas", "replica-wait", "family"]);
  const take = (name: string, otherwise: string): string => {
    const value = parsed.searchParams.get(name) ?? otherwise;
    parsed.searchParams.delete(name);
    return value;
  };
  const prefix = take("prefix", "signalbox");
  if (!/^[A-Za-z0-9_.-]{1,60}$/.test(prefix)) {
    throw new StoreError("refused", `\`prefix=${prefix}\` is not a plain name. Use letters, digits, _, . and -`);
  }
  const number = (name: string, otherwise: number): number => {
    const text = take(name, String(otherwise));
    if (/^\d{1,6}$/.test(text)) return Number(text);
    throw new StoreError("refused", `\`${name}=${text}\` is not a number from 0 to 999999`);
  };
  const replicas = number("replicas", 0);
  const replicaWait = number("replica-wait", 500);
  const found = /^\/?(\d{0,6})\/?$/.exec(parsed.pathname);
  if (found === null) {
    throw new StoreError("refused", `\`${parsed.pathname}\` is no number of a Redis database. Use ${FORM}`);
  }
  parsed.pathname = "";
  return { url: parsed.toString(), database: Number(found[1]), prefix: `{${prefix}}`, replicas, replicaWait };
}

/** Connects once: a call whose connection broke has an unknown outcome, which nobody but its caller may repeat. */
export async function connectRedis(place: RedisPlace, timeout: number): Promise<Redis> {
  const { Redis } = await import("ioredis").catch((error: unknown) => {
    const text = "the Redis store needs the package ioredis. Run `npm install ioredis`";
    throw new StoreError("refused", text, error);
  });
  const client = new Redis(place.url, {
    lazyConnect: true,
    connectTimeout: timeout,
    // A connection that never came about is waited for as well, and keeps a program alive that has nothing left to do.
    disconnectTimeout: 50,
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
    // By itself the client goes on in database 0 when it is refused the one that it was given.
    if (place.database > 0) await within(timeout, client.select(place.database), "Redis");
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
  const [, remedy] = HOPELESS.find(([pattern]) => pattern.test(text)) ?? [];
  if (remedy === undefined) return new StoreError("unavailable", `Redis: ${text}`, error);
  return new StoreError("refused", `Redis: ${text.replace(/\.+$/, "")}. ${remedy}`, error);
}

/** What does not heal by asking again, and what would help. */
const HOPELESS: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/^NOAUTH/, "The server wants a password: redis://:PASSWORD@HOST, or redis://USER:PASSWORD@HOST"],
  [/^(WRONGPASS|ERR invalid password)/, "Correct user and password in the store's URL"],
  [/^NOPERM/, "Give the user the rights that docs/runner.md lists for Redis"],
  [/DB index is out of range/, "Name a database that the server has, from 0 to 15 by default"],
  [/SELECT is not allowed in cluster mode/, "A cluster has database 0 only: leave the number out"],
];
