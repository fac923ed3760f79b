import { describe, it } from "vitest";
import { openStore } from "../../src/locks/open-store.ts";
import { contract } from "./contract.ts";
import { createEtcd, etcdMissing } from "./helpers/etcd-server.ts";
import type { EtcdServer } from "./helpers/etcd-server.ts";

const missing = etcdMissing();

if (missing === "") {
  let server: EtcdServer;
  contract("etcd", {
    async start() {
      server = await createEtcd();
      await server.start();
    },
    open: () => openStore(server.url(), { timeout: 10_000 }),
    stop: () => server.remove(),
  });
} else {
  process.stderr.write(`etcd tests are skipped: ${missing}\n`);
  describe("etcd keeps the contract", () => it.skip(missing));
}
