import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort, programMissing, serverProcess } from "./store-server.ts";
import type { StoreServer } from "./store-server.ts";

/** Every test of the Redis store can be put on another server: `SIGNALBOX_REDIS_SERVER=valkey-server`. */
const REDIS_PROGRAM = process.env["SIGNALBOX_REDIS_SERVER"] || "redis-server";
const VALKEY_PROGRAM = process.env["SIGNALBOX_VALKEY_SERVER"] || "valkey-server";

export const redisMissing = (): string => programMissing(REDIS_PROGRAM, "redis-server");
export const valkeyMissing = (): string =>
  programMissing(VALKEY_PROGRAM, "valkey-server, or SIGNALBOX_VALKEY_SERVER=PATH of one that was built");

export interface RedisServer extends StoreServer {
  command(...words: string[]): Promise<unknown>;
}

/** A Redis that logs every write, as the documentation asks; `settings` such as ["--appendonly", "no"] come last. */
export async function createRedis(
  settings: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  program = REDIS_PROGRAM,
): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-redis-"));
  const port = await freePort();
  const place = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--save",
    "",
    "--repl-diskless-sync-delay",
    "0",
  ];
  const args = (): string[] => [...place, "--appendonly", "yes", ...settings];
  const server = serverProcess(program, args, async () => void (await command("PING")), {
    env: { ...process.env, ...env },
  });

  async function command(...[name = "", ...words]: string[]): Promise<unknown> {
    const client = new Redis(port, "127.0.0.1", {
      lazyConnect: true,
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return await client.call(name, ...words);
    } finally {
      client.disconnect();
    }
  }

  return {
    ...server,
    name: "Redis",
    port,
    folder,
    command,
    url: (space = "signalbox") => `redis://127.0.0.1:${port}/0?prefix=${space}`,
    async remove() {
      await server.stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same on Valkey, which speaks Redis's protocol and gives itself a version of its own. */
export function createValkey(): Promise<RedisServer> {
  return createRedis([], {}, VALKEY_PROGRAM);
}
