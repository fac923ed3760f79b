import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
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

/** Opens the store that a URL names: `sqlite:PATH` or `postgres://…`. Loads only that store's code. Throws StoreError. */
export async function openStore(url: string, options: OpenOptions): Promise<LockStore> {
  const scheme = url.slice(0, url.indexOf(":"));
  if (scheme === "postgres" || scheme === "postgresql") {
    const { openPostgresStore } = await import("./backends/postgres.ts");
    return openPostgresStore({ url, timeout: options.timeout });
  }
  if (scheme === "sqlite") {
    const { openSqliteStore } = await import("./backends/sqlite.ts");
    const [path = "", query = ""] = url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "").split("?");
    const allowNetwork = new URLSearchParams(query).get("allow-network-fs") === "1";
    const file = path === "" ? defaultSqlitePath() : resolve(path);
    return openSqliteStore({ path: file, allowNetwork, patience: options.timeout });
  }
  const known = "Use sqlite:PATH or postgres://HOST/DATABASE.";
  throw new StoreError("refused", `\`${hidePassword(url)}\` names no store. ${known}`);
}

/** A store's URL as it may be shown. */
export function hidePassword(url: string): string {
  return url.replace(/(:\/\/[^:/@]*):[^@/]*@/, "$1:***@");
}
