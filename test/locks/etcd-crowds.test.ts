import { afterAll, beforeAll, describe, it } from "vitest";
import { crowdFaults } from "./faults/crowds.ts";
import { createEtcd, etcdMissing } from "./helpers/etcd-server.ts";
import type { EtcdServer } from "./helpers/etcd-server.ts";

const missing = etcdMissing();

describe("crowds on etcd", () => {
  if (missing !== "") {
    process.stderr.write(`etcd crowd tests are skipped: ${missing}\n`);
    it.skip(missing);
    return;
  }
  let server: EtcdServer;
  beforeAll(async () => {
    server = await createEtcd();
    await server.start();
  }, 60_000);
  afterAll(() => server?.remove());
  const nothing = async (): Promise<void> => undefined;
  crowdFaults({ name: "etcd", url: () => server.url(), start: nothing, stop: nothing, provesDeath: false });
});
