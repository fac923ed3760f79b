import { afterAll, beforeAll, describe, it } from "vitest";
import { crowdFaults } from "./faults/crowds.ts";
import { createRedis, redisMissing } from "./helpers/redis-server.ts";
import type { RedisServer } from "./helpers/redis-server.ts";

const missing = redisMissing();

describe("crowds on Redis", () => {
  if (missing !== "") {
    process.stderr.write(`Redis crowd tests are skipped: ${missing}\n`);
    it.skip(missing);
    return;
  }
  let server: RedisServer;
  beforeAll(async () => {
    server = await createRedis();
    await server.start();
  }, 60_000);
  afterAll(() => server?.remove());
  const nothing = async (): Promise<void> => undefined;
  crowdFaults({ name: "Redis", url: () => server.url(), start: nothing, stop: nothing, provesDeath: false });
});
