import { afterAll, beforeAll, describe, it } from "vitest";
import { holderFaults } from "./faults/holders.ts";
import { networkFaults } from "./faults/network.ts";
import { pauseFaults } from "./faults/pauses.ts";
import { signalFaults } from "./faults/signals.ts";
import { waiterFaults } from "./faults/waiters.ts";
import type { FaultWorld } from "./faults/world.ts";
import { createEtcd, etcdMissing } from "./helpers/etcd-server.ts";
import type { EtcdServer } from "./helpers/etcd-server.ts";

const missing = etcdMissing();

if (missing === "") {
  let server: EtcdServer;
  const world: FaultWorld = {
    name: "etcd",
    url: () => server.url(),
    async start() {
      server = await createEtcd();
      await server.start();
    },
    stop: () => server.remove(),
    provesDeath: false,
  };

  describe("runs on etcd under faults", () => {
    beforeAll(() => world.start(), 60_000);
    afterAll(() => world.stop());
    holderFaults(world);
    waiterFaults(world);
    signalFaults(world);
    pauseFaults(world);
    networkFaults(() => server);
  });
} else {
  process.stderr.write(`etcd fault tests are skipped: ${missing}\n`);
  describe("runs on etcd under faults", () => it.skip(missing));
}
