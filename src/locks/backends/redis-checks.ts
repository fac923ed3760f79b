import type { Redis } from "ioredis";
import { StoreError } from "../store.ts";
import { redisUnavailable } from "./redis-connect.ts";

export interface RedisFacts {
  readonly warnings: readonly string[];
  readonly replicas: number;
}

type Info = (key: string) => string;

/** Looks whether the server can keep what it grants. Throws StoreError "refused" where exclusion would not hold. */
export async function checkRedis(client: Redis, wantedReplicas: number): Promise<RedisFacts> {
  const answer = await client.info().catch((error: unknown) => {
    throw redisUnavailable(error);
  });
  const info: Info = (key) => new RegExp(`^${key}:(.*?)\\r?$`, "m").exec(answer)?.[1] ?? "";
  const major = Number.parseInt(info("valkey_version") || info("redis_version"), 10);
  if (major < 7) {
    throw new StoreError("refused", `the server is Redis ${info("redis_version")}. Use Redis 7 or newer, or Valkey.`);
  }
  if (info("role") !== "master") {
    throw new StoreError("refused", "the Redis server is a replica: it cannot grant. Name the master.");
  }
  const policy = info("maxmemory_policy");
  if (policy !== "noeviction" && info("maxmemory") !== "0") {
    const why = `the Redis server drops keys when its memory is full (maxmemory-policy ${policy})`;
    throw new StoreError("refused", `${why}, and a lock with them. Set maxmemory-policy noeviction.`);
  }
  const replicas = Number(info("connected_slaves"));
  return { warnings: await warningsOf(client, info, replicas, wantedReplicas), replicas };
}

async function warningsOf(client: Redis, info: Info, replicas: number, wanted: number): Promise<string[]> {
  const warnings: string[] = [];
  if (info("maxmemory_policy") !== "noeviction") {
    const policy = info("maxmemory_policy");
    warnings.push(`Redis has maxmemory-policy ${policy}: with a maxmemory it would drop locks. Set noeviction`);
  }
  if (info("aof_enabled") !== "1") warnings.push(`Redis ${await persistence(client)}. Set appendonly yes`);
  if (replicas > 0 && wanted === 0) {
    const text = `Redis has ${replicas} replica(s): a failover can lose the last grants`;
    warnings.push(`${text}. Add ?replicas=1 to wait for a copy, and check tokens at the target`);
  }
  if (info("cluster_enabled") === "1")
    warnings.push("Redis is a cluster: name the node that has the slot of the prefix");
  return warnings;
}

/** Managed servers may not show their settings; then only the missing log of writes is known. */
async function persistence(client: Redis): Promise<string> {
  const save = await client.config("GET", "save").catch(() => null);
  const points = Array.isArray(save) ? String(save[1] ?? "") : null;
  if (points === "") return "keeps nothing on disk: a restart forgets who holds what, and two may work at once";
  return "has no append-only file: a crash forgets what was granted since the last snapshot";
}
