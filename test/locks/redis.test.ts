import { describe, it } from "vitest";
import { openStore } from "../../src/locks/open-store.ts";
import { contract } from "./contract.ts";
import { createRedis, redisMissing } from "./helpers/redis-server.ts";
import type { RedisServer } from "./helpers/redis-server.ts";

const missing = redisMissing();

if (missing === "") {
  let server: RedisServer;
  contract("Redis", {
    async start() {
      server = await createRedis();
      await server.start();
    },
    open: () => openStore(server.url(), { timeout: 10_000 }),
    stop: () => server.remove(),
  });
} else {
  process.stderr.write(`Redis tests are skipped: ${missing}\n`);
  describe("Redis keeps the contract", () => it.skip(missing));
}
