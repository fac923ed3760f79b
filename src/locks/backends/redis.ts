import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { REDIS_SCRIPT } from "../../generated/redis-script.js";
import type { Call, Reply } from "../calls.ts";
import { CAPABILITIES } from "../capabilities.ts";
import { StoreError } from "../store.ts";
import type { LockStore, StoreSnapshot } from "../store.ts";
import { checkRedis } from "./redis-checks.ts";
import { connectRedis, discardRedis, parseRedisUrl } from "./redis-connect.ts";
import type { RedisPlace } from "./redis-connect.ts";
import { createRedisConnection } from "./redis-connection.ts";
import { readSnapshot } from "./redis-snapshot.ts";
import type { RawSnapshot } from "./redis-snapshot.ts";
import { createRedisWakes } from "./redis-wake.ts";

export interface RedisOptions {
  readonly url: string;
  /** How long one call may take, in milliseconds; after that its outcome is unknown. */
  readonly timeout: number;
  /** A test's clock in microseconds, in place of the server's. */
  readonly clock?: () => number;
}

const SCRIPT_SHA = createHash("sha1").update(REDIS_SCRIPT).digest("hex");

/** Redis 7 or Valkey: each call is one script, which the server runs whole or not at all. Throws StoreError. */
export async function openRedisStore(options: RedisOptions): Promise<LockStore> {
  const place = parseRedisUrl(options.url);
  const first = await connectRedis(place, options.timeout);
  const facts = await checkRedis(first, place.replicas).catch((error: unknown) => {
    discardRedis(first);
    throw error;
  });
  const connection = createRedisConnection(place, first, options.timeout);
  const wakes = createRedisWakes(place, options.timeout);
  const clock = (): string => (options.clock === undefined ? "" : options.clock().toFixed(0));
  return {
    capabilities: CAPABILITIES.redis,
    warnings: facts.warnings,
    call: (target, call) => connection.run((client) => callRedis(client, place, [target, withoutNulls(call), clock()])),
    snapshot: async (target, events): Promise<StoreSnapshot> => {
      const words = ["snapshot", target ?? "", String(events), clock()];
      return readSnapshot((await connection.run((client) => runScript(client, place, words))) as RawSnapshot);
    },
    watch: wakes.watch,
    close: async () => {
      await wakes.close();
      await connection.close();
    },
  };
}

async function callRedis(client: Redis, place: RedisPlace, words: readonly string[]): Promise<Reply> {
  const reply = JSON.parse(String(await runScript(client, place, ["step", ...words]))) as Reply;
  // Only this connection's own writes are waited for, so it has to be this one that asks.
  if (place.replicas > 0 && reply.kind === "held") await waitForReplicas(client, place);
  return reply;
}

async function waitForReplicas(client: Redis, { replicas, replicaWait }: RedisPlace): Promise<void> {
  const copies = await client.wait(replicas, replicaWait);
  if (copies >= replicas) return;
  const text = `Redis: ${copies} of ${replicas} replica(s) had the grant after ${replicaWait} ms`;
  throw new StoreError("unavailable", text);
}

/** By its hash; a server that does not know it (new, restarted, flushed) is sent the text. */
async function runScript(client: Redis, place: RedisPlace, words: readonly string[]): Promise<unknown> {
  try {
    return await client.evalsha(SCRIPT_SHA, 1, place.prefix, ...words);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    return await client.eval(REDIS_SCRIPT, 1, place.prefix, ...words);
  }
}

/** Lua has one word for null and absent, and the script takes both for absent. */
function withoutNulls(call: Call): string {
  return JSON.stringify(call, (_key, value: unknown) => (value === null ? undefined : value));
}
