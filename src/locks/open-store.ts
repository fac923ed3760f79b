import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { checkUrlWords } from "./backends/url-words.ts";
import type { StoreName } from "./capabilities.ts";
import type { LockStore } from "./store.ts";
import { StoreError } from "./store.ts";

export interface OpenOptions {
  /** How long one call may take, in milliseconds. */
  readonly timeout: number;
}

/** The file that `sqlite:` alone means. */
export function defaultSqlitePath(): string {
  const state = process.env["XDG_STATE_HOME"];
  return join(state !== undefined && isAbsolute(state) ? state : join(homedir(), ".local/state"), "signalbox/locks.db");
}

/** Opens the store that a URL names: `sqlite:PATH`, `postgres://…`, `redis://…` or `etcd://…`. Loads only that store's code. Throws StoreError. */
export async function openStore(url: string, options: OpenOptions): Promise<LockStore> {
  if (url === "") {
    const why =
      "the store's URL is empty: SIGNALBOX_STORE or --store is given, and comes from something that is not set";
    throw new StoreError("refused", `${why}. Set it, or leave it out for a file of this user`);
  }
  const scheme = url.slice(0, url.indexOf(":"));
  if (scheme === "postgres" || scheme === "postgresql") {
    const { openPostgresStore } = await import("./backends/postgres.ts");
    return openPostgresStore({ url, timeout: options.timeout });
  }
  if (scheme === "sqlite") {
    const { openSqliteStore } = await import("./backends/sqlite.ts");
    const [path = "", query = ""] = url
      .slice("sqlite:".length)
      .replace(/^\/\/(?=\/)/, "")
      .split("?");
    const words = new URLSearchParams(query);
    checkUrlWords(words.keys(), ["allow-network-fs"]);
    const allowNetwork = words.get("allow-network-fs") === "1";
    const file = path === "" ? defaultSqlitePath() : resolve(path);
    return openSqliteStore({ path: file, allowNetwork, patience: options.timeout });
  }
  if (scheme === "redis" || scheme === "rediss") {
    const { openRedisStore } = await import("./backends/redis.ts");
    return openRedisStore({ url, timeout: options.timeout });
  }
  if (scheme === "etcd" || scheme === "etcds") {
    const { openEtcdStore } = await import("./backends/etcd.ts");
    return openEtcdStore({ url, timeout: options.timeout });
  }
  const known = "Use sqlite:PATH, postgres://HOST/DATABASE, redis://HOST or etcd://HOST";
  throw new StoreError("refused", `\`${hidePassword(url)}\` names no store. ${known}`);
}

/** The store that a URL means, also when it cannot be opened. */
export function storeNameOf(url: string): StoreName {
  const scheme = url.slice(0, url.indexOf(":"));
  if (scheme.startsWith("postgres")) return "postgres";
  if (scheme.startsWith("redis")) return "redis";
  return scheme.startsWith("etcd") ? "etcd" : "sqlite";
}

/** A store's URL as it may be shown. */
export function hidePassword(url: string): string {
  const place = url.replace(/(:\/\/[^:@?]*):.*@/, "$1:***@");
  return place.replace(/([?&](?:\w*password|pass)=)[^&]*/gi, "$1***");
}
