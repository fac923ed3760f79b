import { afterAll, beforeAll, describe, it } from "vitest";
import { holderFaults } from "./faults/holders.ts";
import { networkFaults } from "./faults/network.ts";
import { pauseFaults } from "./faults/pauses.ts";
import { signalFaults } from "./faults/signals.ts";
import { waiterFaults } from "./faults/waiters.ts";
import type { FaultWorld } from "./faults/world.ts";
import { createPostgres, postgresMissing } from "./helpers/postgres-server.ts";
import type { PostgresServer } from "./helpers/postgres-server.ts";

const missing = postgresMissing();

if (missing === "") {
  let server: PostgresServer;
  const world: FaultWorld = {
    name: "PostgreSQL",
    url: () => server.url(),
    async start() {
      server = await createPostgres();
      await server.start();
    },
    stop: () => server.remove(),
    provesDeath: false,
  };

  describe("runs on PostgreSQL under faults", () => {
    beforeAll(() => world.start(), 60_000);
    afterAll(() => world.stop());
    holderFaults(world);
    waiterFaults(world);
    signalFaults(world);
    pauseFaults(world);
    networkFaults(() => server);
  });
} else {
  process.stderr.write(`PostgreSQL fault tests are skipped: ${missing}\n`);
  describe("runs on PostgreSQL under faults", () => it.skip(missing));
}
