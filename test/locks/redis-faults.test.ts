import { afterAll, beforeAll, describe, it } from "vitest";
import { holderFaults } from "./faults/holders.ts";
import { networkFaults } from "./faults/network.ts";
import { pauseFaults } from "./faults/pauses.ts";
import { signalFaults } from "./faults/signals.ts";
import { waiterFaults } from "./faults/waiters.ts";
import type { FaultWorld } from "./faults/world.ts";
import { createRedis, redisMissing } from "./helpers/redis-server.ts";
import type { RedisServer } from "./helpers/redis-server.ts";

const missing = redisMissing();

if (missing === "") {
  let server: RedisServer;
  const world: FaultWorld = {
    name: "Redis",
    url: () => server.url(),
    async start() {
      server = await createRedis();
      await server.start();
    },
    stop: () => server.remove(),
    provesDeath: false,
  };

  describe("runs on Redis under faults", () => {
    beforeAll(() => world.start(), 60_000);
    afterAll(() => world.stop());
    holderFaults(world);
    waiterFaults(world);
    signalFaults(world);
    pauseFaults(world);
    networkFaults(() => server);
  });
} else {
  process.stderr.write(`Redis fault tests are skipped: ${missing}\n`);
  describe("runs on Redis under faults", () => it.skip(missing));
}
